// Answers that are streams: however the bytes are cut, the judge says the same, and it survives
// whatever comes.

#include "conformance/streaming/judge.hpp"
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
                also: [metadata, error, end]
)";

std::shared_ptr<const ApiDocument> api() {
    auto document = parse_yaml(kApi, "runs.yaml");
    PLUMBLINE_CHECK(document.has_value(), "the API of this target is readable");
    auto loaded =
        ApiDocument::load("runs", *std::move(document), {SchemaStrictness::kClosed, {"x-stream"}});
    PLUMBLINE_CHECK(loaded.has_value(), "the API of this target is one of ours");
    return *loaded;
}

/// What a judge finds, but for the bytes that it shows: of those behind a place not all have come.
struct Said {
    std::vector<std::pair<std::string, std::string>> findings;  ///< code, expected
    std::vector<std::string> verified;
    std::uint64_t events = 0;
    std::string body;

    bool operator==(const Said&) const = default;
};

Said judge(const ApiDocument& api, std::string_view bytes, std::size_t piece) {
    const Json request = {{"stream_mode", {"values", "updates", "messages-tuple"}}};
    streaming::Judge judge({.operation = api.operations().front(),
                            .api = api,
                            .request = &request,
                            .replaced = {"done"}});
    // The head goes up to the first blank line.
    const std::size_t end = bytes.find("\n\r\n");
    const std::size_t head = end == std::string_view::npos ? bytes.size() : end + 3;
    for (std::size_t at = 0; at < head;) {
        const std::size_t line = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
        judge.take_head_line(bytes.substr(at, line - at));
        at = line;
    }
    const auto on_event = [](const streaming::Seen&) { return true; };
    for (std::size_t at = head; at < bytes.size(); at += piece) {
        // A copy of its own, so that a text that was not kept is found.
        const std::string part(bytes.substr(at, piece));
        judge.take(part, Instant{}, on_event);
    }
    judge.finish(client::StreamEnd::kComplete);
    Said said{{}, {}, judge.summary().events, judge.body()};
    auto judged = judge.take_judged();
    for (const auto& [finding, basis] : judged.broken)
        said.findings.emplace_back(finding.code, finding.expected);
    // Framing is told piece by piece, so cuts change the order.
    std::sort(said.findings.begin(), said.findings.end());
    said.verified = std::move(judged.verified);
    return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const auto kDocument = api();
    if (size < 2) return 0;
    const std::size_t piece = 1 + bytes[0] % 16U;
    const std::string_view text = fuzz::text_of(bytes + 1, size - 1);
    const Said whole = judge(*kDocument, text, text.size());
    constexpr std::size_t kAllKept = 20;  // of more, which are kept depends on the order
    if (whole.findings.size() >= kAllKept) return 0;
    PLUMBLINE_CHECK(judge(*kDocument, text, piece) == whole, "cuts make no difference");
    PLUMBLINE_CHECK(whole.body.size() <= text.size() + 100, "no byte is made up");
    return 0;
}
