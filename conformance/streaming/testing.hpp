#pragma once
// A small API whose answer is a stream, and playing bytes to a judge.

#include "conformance/streaming/judge.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/testing.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

inline const char* kStreamApi = R"(
openapi: '3.1.0'
info: { title: runs, version: '1' }
paths:
  /runs/stream:
    post:
      operationId: streamIt
      requestBody: { content: { application/json: { schema: { type: object, properties: { stream_mode: {}, input: {} } } } } }
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              x-stream:
                first: { event: metadata, schema: { $ref: '#/components/schemas/Start' }, requirements: [T-FIRST] }
                modes_at: /stream_mode
                default_mode: values
                modes:
                  values: { event: values, schema: { type: object }, basis: assumed, requirements: [T-VALUES] }
                  updates: { event: updates, schema: { type: object }, basis: assumed, requirements: [T-UPDATES] }
                  messages-tuple: { event: messages, schema: { $ref: '#/components/schemas/Pair' }, requirements: [T-PAIR] }
                  custom: { event: custom, schema: {}, basis: assumed, requirements: [T-CUSTOM] }
                also: [metadata, error, end, checkpoints]
                rules:
                  caching: { basis: assumed, requirements: [T-CACHING] }
                  no_length: { basis: implied, requirements: [T-LENGTH] }
                  chunks: { basis: implied, requirements: [T-CHUNKS] }
                  framing: { basis: implied, requirements: [T-FRAMING] }
                  json: { basis: implied, requirements: [T-JSON] }
                  run: { basis: assumed, requirements: [T-RUN] }
                  ids: { basis: assumed, requirements: [T-IDS] }
                  requested: { basis: implied, requirements: [T-REQUESTED] }
                  pair: { basis: stated, requirements: [T-BOTH] }
                  updates_in_values: { basis: implied, requirements: [T-SHOWN] }
                  tokens_in_state: { basis: implied, requirements: [T-TOKENS] }
                  end: { basis: assumed, requirements: [T-END] }
                  arrival: { basis: implied, requirements: [T-ARRIVAL] }
        4XX: { description: error, content: { application/json: {} } }
  /runs/{run_id}/stream:
    parameters: [ { name: run_id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: joinIt
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              x-stream:
                modes:
                  values: { event: values, schema: { type: object }, requirements: [T-VALUES] }
                  updates: { event: updates, schema: { type: object }, requirements: [T-UPDATES] }
                also: [metadata, error]
                rules: { run: { requirements: [T-RUN] } }
  /things:
    get:
      operationId: listThings
      responses: { '200': { description: ok, content: { application/json: {} } } }
components:
  schemas:
    Start:
      type: object
      required: [run_id, attempt]
      properties: { run_id: { type: string }, attempt: { type: integer } }
    Pair:
      type: array
      minItems: 2
      maxItems: 2
      prefixItems:
        - { type: object, required: [content], properties: { content: { type: string } } }
        - { type: object, required: [graph_node], properties: { graph_node: { type: string } } }
)";

inline std::shared_ptr<const ApiDocument> stream_api() {
    static const auto api = ApiDocument::load("runs",
                                              *parse_yaml(kStreamApi, "runs.openapi.yaml"),
                                              {SchemaStrictness::kClosed, {"x-stream"}});
    EXPECT_THAT(api, IsOk());
    return *api;
}

inline const std::string kGoodHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";

inline const std::string kStart = "event: metadata\ndata: {\"run_id\":\"r-1\",\"attempt\":1}\n\n";

/// Returns an event's bytes.
inline std::string event(std::string_view type, std::string_view data, std::string_view id = "") {
    return fmt::format(
        "event: {}\ndata: {}\n{}\n", type, data, id.empty() ? "" : fmt::format("id: {}\n", id));
}

/// Returns one chunk.
inline std::string chunk(std::string_view bytes, std::string_view extension = "") {
    return fmt::format("{:x}{}\r\n{}\r\n", bytes.size(), extension, bytes);
}

/// Returns events, one chunk each, and the end.
inline std::string chunks(const std::vector<std::string>& events) {
    std::string body;
    for (const std::string& one : events) body += chunk(one);
    return body + "0\r\n\r\n";
}

/// What is played to a judge, and how.
struct Play {
    std::string head = kGoodHead;
    std::string body{};
    std::string request = R"({"stream_mode": "values"})";
    client::StreamEnd end = client::StreamEnd::kComplete;
    std::size_t piece = 65'536;          ///< bytes
    std::chrono::milliseconds pace{0};   ///< from one event's bytes to the next; 0: all at once
    std::chrono::milliseconds delay{0};  ///< before the first bytes
    std::string operation = "streamIt";
    std::string run_id{};
    std::vector<std::string> replaced{};
    bool has_to_end = true;
    std::uint64_t leave_after = 0;  ///< events; 0: never
};

inline const std::string kTwo = chunks({kStart, event("values", "{}")});

inline Play body_of(const std::vector<std::string>& events,
                    std::string request = R"({"stream_mode":"values"})") {
    return {.body = chunks(events), .request = std::move(request)};
}

inline std::string head_with(std::string_view lines) {
    return "HTTP/1.1 200 OK\r\n" + std::string(lines) + "\r\n";
}
inline const std::string kType = "Content-Type: text/event-stream\r\n";
inline const std::string kSeveral = R"({"stream_mode":["values","updates"]})";

/// What a judge says.
struct Said {
    checks::Judged judged;
    Summary summary;
    std::string body;

    /// Returns the codes of what is broken.
    [[nodiscard]] std::vector<std::string> codes() const {
        std::vector<std::string> codes;
        for (const auto& one : judged.broken) codes.push_back(one.finding.code);
        return codes;
    }
    /// Returns which ways were met.
    [[nodiscard]] std::vector<std::string> ways() const {
        std::vector<std::string> ways;
        for (const auto& one : judged.observed) ways.push_back(one.got);
        return ways;
    }
};

inline Said said_of(const Play& play) {
    const auto api = stream_api();
    const Json request = json_of(play.request);
    Judge judge({.operation = *api->find_operation(play.operation),
                 .api = *api,
                 .request = &request,
                 .run_id = play.run_id,
                 .where = {"test", 1, 1},
                 .replaced = play.replaced,
                 .has_to_end = play.has_to_end});
    for (std::size_t at = 0; at < play.head.size();) {
        const std::size_t end = play.head.find('\n', at) + 1;
        judge.take_head_line(std::string_view(play.head).substr(at, end - at));
        at = end;
    }
    Instant now{play.delay};
    std::uint64_t events = 0;
    const auto on_event = [&](const Seen&) { return ++events != play.leave_after; };
    for (std::size_t at = 0; at < play.body.size();) {
        std::size_t end = std::min(at + play.piece, play.body.size());
        if (play.pace.count() > 0)
            end = std::min(play.body.find("\n\n\r\n", at), play.body.size() - 4) + 4;
        judge.take(std::string_view(play.body).substr(at, end - at), now, on_event);
        at = end;
        now += play.pace;
    }
    judge.finish(play.leave_after > 0 ? client::StreamEnd::kLeft : play.end);
    return {judge.take_judged(), judge.summary(), judge.body()};
}

}  // namespace plumbline::streaming
