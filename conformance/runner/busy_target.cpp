#include "conformance/runner/busy_target.hpp"

#include "conformance/client/client.hpp"
#include "conformance/runner/waiting.hpp"
#include "spec/base/text.hpp"
#include "spec/http/gateway_status.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace plumbline::runner {
namespace {

using WaitPurpose = BusyTargetLog::WaitPurpose;

constexpr int kTooManyRequests = 429;
constexpr int kUnavailable = 503;
/// Repetitions for a gateway that does not reach the service, and of each request of a preflight.
constexpr int kMostBriefWaits = 2;

/// How long requests wait in total: each, and all together.
struct WaitBudget {
    Duration request;
    Duration run;
};
constexpr WaitBudget kUsualBudget{std::chrono::seconds(60), std::chrono::seconds(300)};
// A waiting user takes precedence over a resource that `plumbline cleanup` can delete later.
constexpr WaitBudget kInterruptedBudget{std::chrono::seconds(5), std::chrono::seconds(30)};
constexpr WaitBudget kPreflightBudget{std::chrono::seconds(10), std::chrono::seconds(20)};

const WaitBudget& budget_of(WaitPurpose purpose) {
    if (purpose == WaitPurpose::kPreflight) return kPreflightBudget;
    return purpose == WaitPurpose::kAfterInterrupt ? kInterruptedBudget : kUsualBudget;
}

/// Returns seconds for a message: `0.3 s`, `41 s`.
std::string seconds_text(Duration time) {
    const double seconds = seconds_of(time);
    return seconds == static_cast<int>(seconds) || seconds >= 10 ? fmt::format("{:.0f} s", seconds)
                                                                 : fmt::format("{:.1f} s", seconds);
}

/// Returns whether a response is that of the API itself: JSON, unless it is one of a gateway.
bool has_json_type(const http::Response& response) {
    const std::string* type = response.headers.find("Content-Type");
    return type && http::is_json_media_type(http::media_type(*type));
}

/// Returns whether a JSON response is an error as the API describes it: an object with `detail`.
/// What a sink has read is not at hand while its head is judged: then any JSON is.
bool is_api_error(const client::HttpCall& call, const http::Response& response) {
    if (!has_json_type(response)) return false;
    if (call.sink) return true;
    const auto body = parse_foreign_json(response.body);
    return body && member(*body, "detail");
}

/// Returns whether a response asks to send the request again later.
bool is_refused_for_now(const client::HttpCall& call, const http::Response& head) {
    const auto& expected = call.expected_statuses;
    if (std::ranges::find(expected, head.status) != expected.end()) return false;
    if (head.status == kTooManyRequests) return true;
    if (http::is_gateway_status(head.status)) return !is_api_error(call, head);
    return head.status == kUnavailable && (head.headers.has("Retry-After") || !has_json_type(head));
}

bool is_idempotent(std::string_view method) {
    constexpr std::array<std::string_view, 7> kMethods{
        "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY"};
    return std::ranges::find(kMethods, method) != kMethods.end();
}

/// Returns a status and who sent it: `503 (text/html, not from the API)`.
std::string refusal_text(const http::Response& response) {
    const bool is_of_gateway = http::is_gateway_status(response.status);
    if (response.status == kTooManyRequests || (has_json_type(response) && !is_of_gateway))
        return std::to_string(response.status);
    const std::string* type = response.headers.find("Content-Type");
    return fmt::format("{} ({}, not from the API itself)",
                       response.status,
                       type ? http::media_type(*type) : "no Content-Type");
}

/// Sends one call until it is not refused.
class BusyCall {
  public:
    BusyCall(const client::HttpCall& call,
             BusyTargetLog& log,
             RateLimiter* limiter,
             Clock& clock,
             const std::atomic<bool>* stop)
        : call_(call),
          log_(log),
          limiter_(limiter),
          clock_(clock),
          is_late_(stop && *stop),
          stop_(is_late_ ? nullptr : stop),
          purpose_(is_late_          ? WaitPurpose::kAfterInterrupt
                   : call.is_cleanup ? WaitPurpose::kCleanUp
                                     : log.usual_purpose()) {}

    client::Exchange perform(const Send& send) {
        while (true) {
            const Instant sent = clock_.now();
            client::Exchange exchange = send_once(send);
            if (exchange.failure || !is_refused_for_now(call_, *exchange.response))
                return first_or_repeated(std::move(exchange));
            const http::Response& response = *exchange.response;
            log_.record_refusal(response.status);
            const bool is_limited = response.status == kTooManyRequests;
            if (!is_limited && !is_idempotent(call_.request.method))
                return unrepeatable(std::move(exchange));
            if (!is_limited) unavailable_status_ = response.status;
            const auto requested = requested_wait(response);
            const bool is_brief = has_brief_waits(response.status);
            const Duration wait = next_wait(requested, is_brief);
            auto reason = is_brief && ++brief_waits_ > kMostBriefWaits
                              ? std::optional(waited_so_far())
                              : why_not_wait(wait, requested.has_value());
            // Other requests pause as well, but not for one that is given up.
            if (is_limited && limiter_)
                limiter_->slow_down(sent, requested && !reason ? wait : Duration::zero());
            if (reason) return given_up(std::move(exchange), std::move(*reason));
            if (!wait_for(wait)) return interrupted();
        }
    }

  private:
    [[nodiscard]] bool has_brief_waits(int status) const {
        return purpose_ == WaitPurpose::kPreflight || http::is_gateway_status(status);
    }

    [[nodiscard]] Duration next_wait(const std::optional<Duration>& requested,
                                     bool is_brief) const {
        return requested ? std::max(*requested, shortest_wait()) : own_wait(is_brief);
    }

    client::Exchange send_once(const Send& send) const {
        if (!call_.sink) return send(call_);
        client::FilteringSink sink(*call_.sink, [this](const http::Response& head) {
            return !is_refused_for_now(call_, head);
        });
        client::HttpCall filtered = call_;
        filtered.sink = &sink;
        client::Exchange exchange = send(filtered);
        exchange.call.sink = call_.sink;
        return exchange;
    }

    std::optional<Duration> requested_wait(const http::Response& response) {
        const auto requested = retry_after_of(response, clock_.now());
        if (const std::string* value = response.headers.find("Retry-After"); value && !requested)
            log_.record_invalid_retry_after(*value);
        return requested;
    }

    [[nodiscard]] Duration left() const { return budget_of(purpose_).request - waited_; }

    /// Retry-After may be 0 again and again.
    [[nodiscard]] Duration shortest_wait() const {
        constexpr std::chrono::milliseconds kFirst{100};
        constexpr std::chrono::milliseconds kLongest{1'000};
        return std::min<Duration>(kFirst * (1 << std::min(waits_, 4)), kLongest);
    }

    [[nodiscard]] Duration own_wait(bool is_brief) const {
        constexpr int kMostDoublings = 6;  // 64 s: more than the budget of a request
        const std::chrono::milliseconds first(is_brief ? 500 : 1'000);
        const Duration doubled = first * (1 << std::min(waits_, kMostDoublings));
        return left() > Duration::zero() ? std::min<Duration>(doubled, left()) : doubled;
    }

    [[nodiscard]] std::string waited_so_far() const {
        return waits_ > 0 ? " after waiting " + seconds_text(waited_) : "";
    }

    /// Returns why the call cannot wait that long, nothing if it can.
    std::optional<std::string> why_not_wait(Duration wait, bool is_requested) {
        const std::string so_far = waited_so_far();
        if (wait > left() && !is_requested) return so_far;
        if (wait > left()) {
            return so_far + fmt::format(" and asks to wait {}; a request waits {} at most",
                                        seconds_text(wait),
                                        seconds_text(budget_of(purpose_).request));
        }
        if (log_.reserve(purpose_, wait)) return std::nullopt;
        return so_far + fmt::format(", and all requests of the run together wait {} at most",
                                    seconds_text(budget_of(purpose_).run));
    }

    bool wait_for(Duration wait) {
        const Instant began = clock_.now();
        const bool is_over = wait_unless_stopped(stop_, clock_, wait);
        const Duration waited = clock_.now() - began;
        log_.record_wait(waited);
        waited_ += waited;
        ++waits_;
        return is_over;
    }

    [[nodiscard]] std::string name() const { return call_.request.method + ' ' + call_.url; }

    /// Replaces the response by a failure; the record of the exchange still shows the response.
    client::Exchange failed(client::Exchange exchange, ErrorCode code, std::string message) const {
        log_.record_unanswered();
        if (!exchange.wire) exchange.wire = std::make_shared<const client::Exchange>(exchange);
        exchange.response.reset();
        exchange.stream_end.reset();
        exchange.failure = Error{code, name() + ": " + std::move(message), {}, {}};
        return exchange;
    }

    client::Exchange given_up(client::Exchange exchange, std::string reason) const {
        const http::Response& response = *exchange.response;
        std::string message = "the target " + std::string(waits_ > 0 ? "still " : "") + "answers " +
                              refusal_text(response) + std::move(reason);
        if (response.status == kTooManyRequests) {
            message += "; give --max-rate, or a lower one";
            return failed(std::move(exchange), ErrorCode::kUsage, std::move(message));
        }
        message += "; check the service and the gateway before it";
        return failed(std::move(exchange), ErrorCode::kIo, std::move(message));
    }

    client::Exchange unrepeatable(client::Exchange exchange) const {
        std::string message = "the target answered " + refusal_text(*exchange.response) +
                              "; the request may have been executed and is not repeated";
        return failed(std::move(exchange), ErrorCode::kIo, std::move(message));
    }

    /// The first DELETE may have been executed although a gateway answered it: then the second one
    /// finds nothing.
    client::Exchange first_or_repeated(client::Exchange exchange) const {
        const int status = exchange.response ? exchange.response->status : 0;
        const bool is_ambiguous = unavailable_status_ != 0 && call_.request.method == "DELETE" &&
                                  !call_.is_cleanup && (status == 404 || status == 410);
        if (!is_ambiguous) return exchange;
        return failed(std::move(exchange),
                      ErrorCode::kIo,
                      fmt::format("the target answered {}, and {} to the repeated request; the "
                                  "first one may have been executed",
                                  unavailable_status_,
                                  status));
    }

    [[nodiscard]] client::Exchange interrupted() const {
        return client::unsent_exchange(
            call_, {ErrorCode::kUsage, "interrupted before it was sent again", {}, {}});
    }

    const client::HttpCall& call_;
    BusyTargetLog& log_;
    RateLimiter* limiter_;  ///< null if there is none
    Clock& clock_;
    bool is_late_;  ///< the run was interrupted before
    const std::atomic<bool>* stop_;
    WaitPurpose purpose_;
    Duration waited_{};
    int waits_ = 0;
    int brief_waits_ = 0;
    int unavailable_status_ = 0;  ///< of the last refusal that was no 429, 0 if there was none
};

}  // namespace

bool BusyTargetLog::reserve(WaitPurpose purpose, Duration wait) {
    const std::lock_guard lock(mutex_);
    Duration& reserved = reserved_[purpose];
    if (reserved + wait > budget_of(purpose).run) return false;
    reserved += wait;
    return true;
}

void BusyTargetLog::record_refusal(int status) {
    const std::lock_guard lock(mutex_);
    ++refusals_[status];
}

void BusyTargetLog::record_invalid_retry_after(const std::string& value) {
    const std::lock_guard lock(mutex_);
    if (invalid_retry_after_.empty()) invalid_retry_after_ = value.substr(0, 60);
}

void BusyTargetLog::record_wait(Duration waited) {
    const std::lock_guard lock(mutex_);
    waited_ += waited;
}

Duration BusyTargetLog::waited() const {
    const std::lock_guard lock(mutex_);
    return waited_;
}

void BusyTargetLog::record_unanswered() {
    const std::lock_guard lock(mutex_);
    ++unanswered_;
}

std::string BusyTargetLog::note(double lowest_rate) const {
    const std::lock_guard lock(mutex_);
    if (refusals_.empty()) return "";
    std::vector<std::string> parts;
    for (const auto& [status, count] : refusals_)
        parts.push_back(fmt::format("{} to {} request{}", status, count, count == 1 ? "" : "s"));
    std::string text = "the target answered " + join(parts, " and ") + "; waited " +
                       seconds_text(waited_) + " in total";
    if (lowest_rate > 0) text += fmt::format("; rate lowered to {:.3g}/s", lowest_rate);
    if (unanswered_ > 0)
        text += fmt::format("; gave up {} request{}", unanswered_, unanswered_ == 1 ? "" : "s");
    if (!invalid_retry_after_.empty())
        text += "; its Retry-After \"" + invalid_retry_after_ +
                "\" is neither a number of seconds nor a date";
    return text;
}

Send with_busy_retries(Send send,
                       std::shared_ptr<BusyTargetLog> log,
                       std::shared_ptr<RateLimiter> limiter,
                       Clock& clock,
                       const std::atomic<bool>* stop) {
    return
        [send = std::move(send), log = std::move(log), limiter = std::move(limiter), &clock, stop](
            const client::HttpCall& call) {
            return BusyCall(call, *log, limiter.get(), clock, stop).perform(send);
        };
}

}  // namespace plumbline::runner
