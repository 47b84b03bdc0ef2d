// Checks whether streams reach the runner while the target sends them.

#include "conformance/client/stream_sink.hpp"
#include "conformance/preflight/area_probe.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::preflight {
namespace {

constexpr const char* kArea = "agent_streaming";

/// Records when the bytes of a response arrive, and drops them.
class ArrivalRecorder final : public client::StreamSink {
  public:
    void begin(Instant at) override { began_ = at; }
    void take_head_line(std::string_view line, Instant) override {
        if (line.starts_with("HTTP/")) status_line_ = line.substr(0, line.find('\r'));
    }
    [[nodiscard]] bool take_bytes(std::string_view bytes, Instant at) override {
        if (!first_) first_ = at;
        last_ = at;
        bytes_ += bytes.size();
        return bytes_ <= kMaxBytes;
    }
    [[nodiscard]] std::optional<Instant> idle_deadline() const override { return std::nullopt; }
    [[nodiscard]] std::string body() const override { return ""; }

    [[nodiscard]] bool is_stream() const { return status_line_.find(" 200") != std::string::npos; }
    [[nodiscard]] const std::string& status_line() const { return status_line_; }
    [[nodiscard]] bool has_bytes() const { return first_.has_value(); }
    /// Time until the first byte of the body.
    [[nodiscard]] Duration silence() const { return first_.value_or(began_) - began_; }
    /// Time between the first and the last byte of the body.
    [[nodiscard]] Duration flow() const { return last_ - first_.value_or(last_); }

  private:
    static constexpr std::size_t kMaxBytes = std::size_t{1} << 20U;

    std::string status_line_;
    Instant began_{};
    Instant last_{};
    std::optional<Instant> first_;
    std::size_t bytes_ = 0;
};

std::string seconds_text(Duration time) {
    return fmt::format("{:.1f} s", std::chrono::duration<double>(time).count());
}

PreflightCheck new_check(CheckOutcome outcome, std::string detail, std::string remedy = "") {
    return {"buffering", kArea, outcome, std::move(detail), std::move(remedy)};
}

}  // namespace

// The first event of a run carries its id and is sent at its start (source: description, "Streaming
// objects"). So a stream whose bytes all arrive at the end of a long run was held back on the way.
PreflightCheck check_stream_buffering(const runner::Target& target, ProbeClient& probe) {
    const Json* assistant = target.streaming ? member(*target.streaming, "assistant_id") : nullptr;
    const auto url = target.base_urls.find(kArea);
    if (!assistant || url == target.base_urls.end() || target.read_only || !probe.may_send()) {
        return new_check(CheckOutcome::kNotChecked,
                         "it needs a stateless agent run",
                         "name an assistant in the profile: agent_streaming.assistant_id, input");
    }
    Json body{{"assistant_id", *assistant}, {"stream_mode", Json::array({"updates"})}};
    const Json* input = member(*target.streaming, "input");
    body["input"] = input ? *input : Json::object();
    ArrivalRecorder recorder;
    client::HttpCall call;
    call.base_url = url->second;
    call.url = url->second + "/runs/stream";
    call.area = kArea;
    call.request.method = "POST";
    call.request.headers.set("Content-Type", "application/json");
    call.request.body = plumbline::to_text(body);
    call.sink = &recorder;
    const client::Exchange exchange = probe.send(std::move(call));
    if (exchange.failure) return new_check(CheckOutcome::kNotChecked, exchange.failure->message);
    if (!recorder.is_stream() || !recorder.has_bytes()) {
        return new_check(CheckOutcome::kNotChecked,
                         "POST /runs/stream answers " + recorder.status_line() + ", no stream",
                         "check agent_streaming.assistant_id and input in the profile");
    }
    constexpr Duration kLong = std::chrono::seconds(1);
    constexpr Duration kShort = std::chrono::milliseconds(50);
    if (recorder.silence() > kLong && recorder.flow() < kShort) {
        return new_check(CheckOutcome::kWarning,
                         "all events arrive together after " + seconds_text(recorder.silence()),
                         "switch off the buffering of responses in the proxies before the service");
    }
    return new_check(CheckOutcome::kOk,
                     "the first bytes arrive after " + seconds_text(recorder.silence()) +
                         ", the last " + seconds_text(recorder.flow()) + " later");
}

}  // namespace plumbline::preflight
