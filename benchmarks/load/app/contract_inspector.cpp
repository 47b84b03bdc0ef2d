#include "benchmarks/load/app/load_requests.hpp"
#include "conformance/checks/contract_checks.hpp"
#include "conformance/streaming/stream_checker.hpp"
#include "spec/json/parse.hpp"
#include "spec/sse/chunked_reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace plumbline::load {
namespace {

std::string problem_text(const std::vector<checks::CheckFinding>& violations) {
    if (violations.empty()) return {};
    const reports::Finding& first = violations.front().finding;
    const std::string more =
        violations.size() > 1 ? fmt::format(" (and {} more)", violations.size() - 1) : "";
    return fmt::format("{}: expected {}, got {}{}", first.code, first.expected, first.got, more);
}

class StreamInspector final : public Inspector {
  public:
    StreamInspector(const Operation& operation, const ApiDocument& api, SharedJson body)
        : body_(std::move(body)),
          checker_(
              {.operation = operation, .api = api, .request = body_.get(), .must_end = false}) {}

    void begin(Instant sent) override { checker_.begin(sent); }
    void take_head_line(std::string_view line) override { checker_.take_head_line(line); }
    void take_bytes(std::string_view bytes, Instant at) override {
        checker_.feed(bytes, at, [](const streaming::ReceivedEvent&) { return true; });
    }
    std::string finish(bool whole) override {
        checker_.finish(whole ? client::StreamEnd::kComplete : client::StreamEnd::kStopped);
        return problem_text(checker_.take_result().findings);
    }

  private:
    SharedJson body_;
    streaming::StreamChecker checker_;
};

/// Collects a response and checks it at its end.
class CallInspector final : public Inspector {
  public:
    CallInspector(const Operation& operation, const ApiDocument& api, bool sends_json)
        : operation_(operation), api_(api), sends_json_(sends_json) {}

    void begin(Instant) override {}
    void take_head_line(std::string_view line) override { head_.take_line(line); }
    void take_bytes(std::string_view bytes, Instant) override {
        if (!head_.is_chunked()) {
            body_ += bytes;
            return;
        }
        chunks_.feed(bytes);
        while (const auto piece = chunks_.next()) body_ += piece->bytes;
    }
    std::string finish(bool) override {
        const http::Response response{head_.status(), head_.headers(), std::move(body_)};
        checks::CheckInput subject{operation_, api_, response, nullptr, "", {}, ""};
        std::optional<Json> json;
        if (!response.body.empty()) {
            auto parsed = parse_foreign_json(response.body);
            if (parsed) {
                json = std::move(*parsed);
                subject.body = &*json;
            } else {
                subject.body_problem = parsed.error().message;
            }
        }
        if (sends_json_) subject.sent_type = "application/json";
        return problem_text(checks::check_exchange(subject).findings);
    }

  private:
    const Operation& operation_;
    const ApiDocument& api_;
    bool sends_json_;
    streaming::ResponseHead head_;
    sse::ChunkedReader chunks_;
    std::string body_;
};

}  // namespace

std::unique_ptr<Inspector> make_inspector(const Operation& operation,
                                          const ApiDocument& api,
                                          SharedJson body) {
    if (operation.kind == "stream")
        return std::make_unique<StreamInspector>(operation, api, std::move(body));
    return std::make_unique<CallInspector>(operation, api, body != nullptr);
}

}  // namespace plumbline::load
