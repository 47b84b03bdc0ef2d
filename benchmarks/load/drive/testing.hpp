#pragma once
// What the tests of this module share: answers as bytes, and a server that plays them in virtual
// time.

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

/// A piece of an answer: what comes how long after the request.
struct Piece {
    Duration after{};
    std::string bytes{};
    bool closes = false;
};

/// A server without sockets: each request is answered by a script, in the time of a manual clock.
class FakeTransport final : public Transport {
  public:
    /// Gives the pieces of the n-th answer (from 0).
    using Script = std::function<std::vector<Piece>(std::uint64_t number)>;

    FakeTransport(ManualClock& clock, Script script) : clock_(clock), script_(std::move(script)) {}

    void send(const Prepared& request, Answer& answer) override {
        requests.push_back(request.request.target);
        for (Piece& piece : script_(count_++)) {
            const Instant at = clock_.now() + piece.after;
            due_.emplace(at, Due{&answer, std::move(piece)});
        }
    }
    void leave(Answer& answer) override { forget(answer); }
    void run_until(Instant until, const Over& over) override {
        while (!due_.empty() && due_.begin()->first <= until) {
            const Instant at = due_.begin()->first;
            const Due due = std::move(due_.begin()->second);
            due_.erase(due_.begin());
            if (at > clock_.now()) clock_.set(at);
            ++health_.reads;
            ++health_.wakeups;
            auto progress = Answer::Progress::kGoesOn;
            if (due.piece.closes) {
                due.answer->closed(at);
                progress = Answer::Progress::kClosing;
            } else {
                progress = due.answer->take(due.piece.bytes, clock_.now());
            }
            if (progress == Answer::Progress::kGoesOn) continue;
            forget(*due.answer);
            over(*due.answer);
        }
        if (until > clock_.now()) clock_.set(until);
    }
    [[nodiscard]] TransportHealth health() const override { return health_; }

    std::vector<std::string> requests;  ///< targets, in their order

  private:
    struct Due {
        Answer* answer;
        Piece piece;
    };

    void forget(const Answer& answer) {
        std::erase_if(due_, [&](const auto& one) { return one.second.answer == &answer; });
    }

    ManualClock& clock_;
    Script script_;
    std::multimap<Instant, Due> due_;
    std::uint64_t count_ = 0;
    TransportHealth health_;
};

}  // namespace plumbline::load
