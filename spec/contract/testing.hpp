#pragma once
// API documents in tests.

#include "spec/base/testing.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// Parses a YAML document.
inline Document yaml_document(const std::string& text) {
    auto document = parse_yaml(text, "api.yaml");
    EXPECT_THAT(document, IsOk());
    return document ? *document : Document{"", std::make_shared<const Json>(), {}};
}

/// The x- keywords that documents in tests may use.
inline const std::vector<std::string> kTestExtensions{"x-operation-kind",
                                                      "x-additional",
                                                      "x-resource",
                                                      "x-requirements",
                                                      "x-immutable",
                                                      "x-basis",
                                                      "x-violation-status",
                                                      "x-default-from",
                                                      "x-decimals",
                                                      "x-unique-by",
                                                      "x-key-ref",
                                                      "x-issued-by",
                                                      "x-rules",
                                                      "x-history",
                                                      "x-stream",
                                                      "x-accepted-names",
                                                      "x-patch-mode"};

/// Loads a document in closed mode, like our own.
inline Result<std::shared_ptr<const ApiDocument>> load_api(const std::string& text) {
    return ApiDocument::load(
        "api", yaml_document(text), {SchemaStrictness::kClosed, kTestExtensions});
}

}  // namespace plumbline
