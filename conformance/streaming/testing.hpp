#pragma once
// For tests: a small API whose response is a stream, and a function that checks given bytes.

#include "conformance/streaming/stream_checker.hpp"
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
    x-path-requirements: [T-PATH]
    post:
      operationId: streamIt
      x-requirements: [T-RUNS]
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
                  values:
                    event: values
                    schema: { type: object, properties: { api_token: { type: string, format: password } } }
                    basis: assumed
                    requirements: [T-VALUES]
                  updates: { event: updates, schema: { type: object }, basis: assumed, requirements: [T-UPDATES] }
                  messages-tuple: { event: messages, schema: { $ref: '#/components/schemas/Pair' }, requirements: [T-PAIR, T-CONTENT], event_requirements: [T-NAME] }
                  custom: { event: custom, schema: {}, basis: assumed, requirements: [T-CUSTOM] }
                other_events: [metadata, error, end, checkpoints]
                rules:
                  caching: { basis: assumed, requirements: [T-CACHING] }
                  no_length: { basis: implied, requirements: [T-LENGTH] }
                  chunks: { basis: implied, requirements: [T-CHUNKS] }
                  type: { basis: implied, requirements: [T-TYPE] }
                  framing: { basis: implied, requirements: [T-FRAMING] }
                  json: { basis: implied, requirements: [T-JSON] }
                  run: { basis: assumed, requirements: [T-RUN] }
                  ids: { basis: assumed, requirements: [T-IDS] }
                  requested: { basis: implied, requirements: [T-REQUESTED] }
                  pair: { basis: stated, requirements: [T-BOTH] }
                  updates_each: { basis: stated, requirements: [T-EACH] }
                  updates_in_values: { basis: implied, requirements: [T-SHOWN] }
                  tokens_in_state: { basis: implied, requirements: [T-TOKENS] }
                  token_nodes: { basis: implied, requirements: [T-NODES] }
                  end: { basis: assumed, requirements: [T-END] }
                  error: { basis: assumed, requirements: [T-ERROR] }
                  arrival: { basis: implied, requirements: [T-ARRIVAL] }
        4XX: { description: error, content: { application/json: {} } }
  /runs/{run_id}/stream:
    parameters: [ { name: run_id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: joinIt
      x-requirements: [T-JOINS]
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              x-stream:
                modes:
                  values: { event: values, schema: { type: object }, requirements: [T-VALUES] }
                  updates: { event: updates, schema: { type: object }, requirements: [T-UPDATES] }
                other_events: [metadata, error]
                rules: { run: { requirements: [T-RUN] } }
  /other/stream:
    get:
      operationId: streamOther
      responses: { '200': { description: ok, content: { text/event-stream: {} } } }
  /lines:
    get:
      operationId: readLines
      responses: { '200': { description: ok, content: { application/x-ndjson: {} } } }
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
        - { type: object, required: [content], properties: { content: { type: string } }, x-requirements: [T-CONTENT] }
        - { type: object, required: [graph_node], properties: { graph_node: { type: string } } }
)";

inline std::shared_ptr<const ApiDocument> stream_api() {
    static const auto api =
        ApiDocument::load("runs",
                          *parse_yaml(kStreamApi, "runs.openapi.yaml"),
                          {SchemaStrictness::kClosed, {"x-stream", "x-requirements"}});
    EXPECT_THAT(api, IsOk());
    return *api;
}

inline const std::string kGoodHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";

inline const std::string kStart = "event: metadata\ndata: {\"run_id\":\"r-1\",\"attempt\":1}\n\n";

/// Returns the bytes of an event.
inline std::string event(std::string_view type, std::string_view data, std::string_view id = "") {
    return fmt::format(
        "event: {}\ndata: {}\n{}\n", type, data, id.empty() ? "" : fmt::format("id: {}\n", id));
}

/// Returns one chunk.
inline std::string chunk(std::string_view bytes, std::string_view extension = "") {
    return fmt::format("{:x}{}\r\n{}\r\n", bytes.size(), extension, bytes);
}

/// Returns each event as one chunk, followed by the last chunk.
inline std::string chunks(const std::vector<std::string>& events) {
    std::string body;
    for (const std::string& one : events) body += chunk(one);
    return body + "0\r\n\r\n";
}

/// The bytes of a response, and how they are received.
struct StreamCase {
    std::string head = kGoodHead;
    std::string body{};
    std::string request = R"({"stream_mode": "values"})";
    client::StreamEnd end = client::StreamEnd::kComplete;
    std::size_t read_size = 65'536;  ///< bytes
    std::chrono::milliseconds event_interval{
        0};                              ///< between the bytes of two events; 0: all together
    std::chrono::milliseconds delay{0};  ///< before the first bytes
    std::shared_ptr<const ApiDocument> api = stream_api();
    std::string operation = "streamIt";
    std::string run_id{};
    std::vector<std::string> replaced_keys{};
    RequestedPauses pauses{};
    bool is_in_real_time = true;
    bool must_end = true;
    std::uint64_t stop_after = 0;  ///< events; 0: never
    WireTrace::SecretMask mask{};
};

inline const std::string kTwo = chunks({kStart, event("values", "{}")});

inline StreamCase stream_case(const std::vector<std::string>& events,
                              std::string request = R"({"stream_mode":"values"})") {
    return {.body = chunks(events), .request = std::move(request)};
}

inline std::string head_with(std::string_view lines) {
    return "HTTP/1.1 200 OK\r\n" + std::string(lines) + "\r\n";
}
inline const std::string kType = "Content-Type: text/event-stream\r\n";
inline const std::string kSeveral = R"({"stream_mode":["values","updates"]})";

/// The output of a StreamChecker.
struct StreamCheckOutput {
    checks::CheckResult result;
    StreamSummary summary;
    std::string body;
    std::vector<reports::StreamArrival> arrivals;
    std::vector<reports::StreamExcerpt> excerpts;

    /// Returns the codes of the findings.
    [[nodiscard]] std::vector<std::string> codes() const {
        std::vector<std::string> codes;
        for (const auto& one : result.findings) codes.push_back(one.finding.code);
        return codes;
    }
    /// Returns the observed variants.
    [[nodiscard]] std::vector<std::string> variants() const {
        std::vector<std::string> names;
        for (const auto& one : result.observations) names.push_back(one.got);
        return names;
    }
};

inline StreamCheckOutput check_stream(const StreamCase& test_case) {
    const auto& api = test_case.api;
    const Json request = json_of(test_case.request);
    StreamChecker checker({.operation = *api->find_operation(test_case.operation),
                           .api = *api,
                           .request = &request,
                           .run_id = test_case.run_id,
                           .where = {"test", 1, 1},
                           .replaced_keys = test_case.replaced_keys,
                           .pauses = test_case.pauses,
                           .is_in_real_time = test_case.is_in_real_time,
                           .must_end = test_case.must_end,
                           .mask = test_case.mask,
                           .records_arrivals = true});
    for (std::size_t at = 0; at < test_case.head.size();) {
        const std::size_t end = test_case.head.find('\n', at) + 1;
        checker.take_head_line(std::string_view(test_case.head).substr(at, end - at));
        at = end;
    }
    Instant now{test_case.delay};
    std::uint64_t events = 0;
    const auto on_event = [&](const ReceivedEvent&) { return ++events != test_case.stop_after; };
    for (std::size_t at = 0; at < test_case.body.size();) {
        std::size_t end = std::min(at + test_case.read_size, test_case.body.size());
        if (test_case.event_interval.count() > 0)
            end = std::min(test_case.body.find("\n\n\r\n", at), test_case.body.size() - 4) + 4;
        checker.feed(std::string_view(test_case.body).substr(at, end - at), now, on_event);
        at = end;
        now += test_case.event_interval;
    }
    checker.finish(test_case.stop_after > 0 ? client::StreamEnd::kStopped : test_case.end);
    return {checker.take_result(),
            checker.summary(),
            checker.body(),
            checker.take_arrivals(),
            checker.take_excerpts()};
}

}  // namespace plumbline::streaming
