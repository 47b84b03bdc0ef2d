#pragma once
// For tests: sequences of another service, whose document says what their items are.

#include "conformance/streaming/testing.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::streaming {

/// Returns a foreign API with one response: a content of this type with these members.
inline std::shared_ptr<const ApiDocument> api_with(const std::string& version,
                                                   const std::string& type,
                                                   const std::string& members) {
    auto document = parse_yaml("openapi: '" + version +
                                   "'\ninfo: { title: t, version: '1' }\n"
                                   "paths: { /s: { get: { operationId: s, responses: { '200': { "
                                   "description: ok, content: { '" +
                                   type + "': { " + members +
                                   " } } } } } } }\n"
                                   "components: { schemas: { Note: { type: object, required: [m], "
                                   "properties: { m: { type: integer } } }, Loop: { allOf: [ "
                                   "{ $ref: '#/components/schemas/Loop' } ] } } }\n",
                               "other.yaml");
    EXPECT_THAT(document, IsOk());
    auto api = ApiDocument::load("other", *std::move(document));
    EXPECT_THAT(api, IsOk());
    return *api;
}

struct Sequence {
    std::string members;
    std::string body;
    std::string type = "text/event-stream";
    std::string version = "3.2.0";
    client::StreamEnd end = client::StreamEnd::kComplete;
};

inline StreamCheckOutput check_sequence(const Sequence& sequence) {
    return check_stream({.head = head_with("Content-Type: " + sequence.type + "\r\n"),
                         .body = sequence.body,
                         .end = sequence.end,
                         .api = api_with(sequence.version, sequence.type, sequence.members),
                         .operation = "s"});
}

inline std::vector<std::string> codes(const Sequence& sequence) {
    return check_sequence(sequence).codes();
}

}  // namespace plumbline::streaming
