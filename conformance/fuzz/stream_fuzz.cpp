// Streamed responses: the result of a check does not depend on how the bytes are split, and the
// checker survives any bytes.

#include "conformance/streaming/stream_checker.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/document.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace plumbline;

namespace {

constexpr std::string_view kApi = R"(openapi: 3.1.0
info: {title: runs, version: '1'}
paths:
  /runs:
    post:
      operationId: run
      requestBody: {content: {application/json: {schema: {properties: {stream_mode: {}}}}}}
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              x-stream:
                first: {event: metadata, schema: {type: object, required: [run_id]}}
                modes_at: /stream_mode
                modes:
                  values: {event: values, schema: {type: object}}
                  updates: {event: updates, schema: {type: object}}
                  messages-tuple: {event: messages, schema: {type: array, minItems: 2}}
                other_events: [metadata, error, end]
)";

std::shared_ptr<const ApiDocument> api() {
    auto document = parse_yaml(kApi, "runs.yaml");
    PLUMBLINE_CHECK(document.has_value(), "the API of this target is readable");
    auto loaded =
        ApiDocument::load("runs", *std::move(document), {SchemaStrictness::kClosed, {"x-stream"}});
    PLUMBLINE_CHECK(loaded.has_value(), "the API of this target can be loaded");
    return *loaded;
}

/// The findings of a check without the bytes that they quote: the bytes after a position may not
/// have been received.
struct StreamFindings {
    std::vector<std::pair<std::string, std::string>> findings;  ///< code, expected
    std::vector<std::string> verified;
    std::uint64_t events = 0;
    std::string body;

    bool operator==(const StreamFindings&) const = default;
};

StreamFindings check_stream(const ApiDocument& api, std::string_view bytes, std::size_t part_size) {
    const Json request = {{"stream_mode", {"values", "updates", "messages-tuple"}}};
    streaming::StreamChecker checker({.operation = api.operations().front(),
                                      .api = api,
                                      .request = &request,
                                      .replaced_keys = {"done"}});
    // The head ends at the first blank line.
    const std::size_t end = bytes.find("\n\r\n");
    const std::size_t head = end == std::string_view::npos ? bytes.size() : end + 3;
    for (std::size_t at = 0; at < head;) {
        const std::size_t line = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
        checker.take_head_line(bytes.substr(at, line - at));
        at = line;
    }
    const auto on_event = [](const streaming::ReceivedEvent&) { return true; };
    for (std::size_t at = head; at < bytes.size(); at += part_size) {
        // A separate copy, so that a sanitizer finds a view that outlives the bytes.
        const std::string part(bytes.substr(at, part_size));
        checker.feed(part, Instant{}, on_event);
    }
    checker.finish(client::StreamEnd::kComplete);
    StreamFindings found{{}, {}, checker.summary().events, checker.body()};
    auto result = checker.take_result();
    for (const checks::CheckFinding& one : result.findings)
        found.findings.emplace_back(one.finding.code, one.finding.expected);
    // Framing is reported for each part of the bytes, so the split changes the order.
    std::sort(found.findings.begin(), found.findings.end());
    found.verified = std::move(result.verified);
    return found;
}

void check_input(std::string_view input) {
    static const auto kDocument = api();
    if (input.size() < 2) return;
    const auto [part_size, text] = fuzz::split_of(input);
    const StreamFindings whole = check_stream(*kDocument, text, text.size());
    constexpr std::size_t kAllKept =
        20;  // beyond this number, the order decides which findings are stored
    if (whole.findings.size() >= kAllKept) return;
    PLUMBLINE_CHECK(check_stream(*kDocument, text, part_size) == whole,
                    "the split of the bytes does not change the result");
    PLUMBLINE_CHECK(whole.body.size() <= text.size() + 100,
                    "the body has no bytes that were not received");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
