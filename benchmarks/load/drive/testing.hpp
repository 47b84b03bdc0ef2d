#pragma once
// Test utilities of the module: responses as bytes, and a server that plays them in virtual time.

#include "benchmarks/load/drive/transport.hpp"
#include "spec/base/clock.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::load {

inline Instant at_ms(std::int64_t ms) {
    return Instant(std::chrono::milliseconds(ms));
}

inline std::int64_t ns(Duration time) {
    return time.count();
}

/// One chunk of the transfer coding.
inline std::string chunk(std::string_view bytes) {
    return fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
}
inline const std::string kLastChunk = "0\r\n\r\n";
inline const std::string kStreamHead =
    "HTTP/1.1 200 OK\r\nServer: sample\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: "
    "chunked\r\n\r\n";

inline std::string event(std::string_view type, std::string_view data) {
    return fmt::format("event: {}\ndata: {}\n\n", type, data);
}
inline std::string first_event() {
    return event("metadata", R"({"run_id":"1","attempt":1})");
}
inline std::string token(std::string_view content) {
    return event("messages", fmt::format(R"([{{"content":"{}"}},{{}}])", content));
}

/// Bytes of a response with their delay after the request.
struct DelayedBytes {
    Duration after{};
    std::string bytes{};
    bool closes = false;
};

/// A server without sockets: a script defines each response, in the time of a manual clock.
class FakeTransport final : public Transport {
  public:
    /// Returns the parts of the n-th response (from 0).
    using ResponseScript = std::function<std::vector<DelayedBytes>(std::uint64_t number)>;

    FakeTransport(ManualClock& clock, ResponseScript script)
        : clock_(clock), script_(std::move(script)) {}

    void send(const SerializedRequest& request, ResponseTracker& response) override {
        requests.push_back(request.request.target);
        for (DelayedBytes& part : script_(count_++)) {
            const Instant at = clock_.now() + part.after;
            scheduled_.emplace(at, ScheduledBytes{&response, std::move(part)});
        }
    }
    void cancel(ResponseTracker& response) override { discard(response); }
    void run_until(Instant until, const CompletionCallback& on_finished) override {
        while (!scheduled_.empty() && scheduled_.begin()->first <= until) {
            const Instant at = scheduled_.begin()->first;
            const ScheduledBytes due = std::move(scheduled_.begin()->second);
            scheduled_.erase(scheduled_.begin());
            if (at > clock_.now()) clock_.set(at);
            ++counters_.reads;
            ++counters_.wakeups;
            auto progress = ResponseTracker::ResponseProgress::kIncomplete;
            if (due.part.closes) {
                due.response->on_closed(at);
                progress = ResponseTracker::ResponseProgress::kCloseConnection;
            } else {
                progress = due.response->feed(due.part.bytes, clock_.now());
            }
            if (progress == ResponseTracker::ResponseProgress::kIncomplete) continue;
            discard(*due.response);
            on_finished(*due.response);
        }
        if (until > clock_.now()) clock_.set(until);
    }
    [[nodiscard]] TransportCounters counters() const override { return counters_; }

    std::vector<std::string> requests;  ///< their targets, in order

  private:
    struct ScheduledBytes {
        ResponseTracker* response;
        DelayedBytes part;
    };

    void discard(const ResponseTracker& response) {
        std::erase_if(scheduled_,
                      [&](const auto& one) { return one.second.response == &response; });
    }

    ManualClock& clock_;
    ResponseScript script_;
    std::multimap<Instant, ScheduledBytes> scheduled_;
    std::uint64_t count_ = 0;
    TransportCounters counters_;
};

}  // namespace plumbline::load
