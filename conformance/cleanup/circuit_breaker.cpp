#include "conformance/cleanup/circuit_breaker.hpp"

#include <map>
#include <memory>

namespace plumbline::cleanup {
namespace {

/// The failures of the last calls to one base URL.
struct FailureStreak {
    int timeouts = 0;  ///< consecutive
    std::optional<Error> failure;

    void record(const client::Exchange& exchange) {
        failure = exchange.failure;
        timeouts = failure && failure->code == ErrorCode::kTimeout ? timeouts + 1 : 0;
    }
    [[nodiscard]] bool is_open() const {
        return timeouts >= kMaxTimeouts || (failure && failure->code == ErrorCode::kUnreachable);
    }
};

}  // namespace

client::Send with_circuit_breaker(client::Send send) {
    const auto streaks = std::make_shared<std::map<std::string, FailureStreak>>();
    return [send = std::move(send), streaks](const client::HttpCall& call) {
        FailureStreak& streak = (*streaks)[call.base_url];
        if (streak.is_open()) {
            Error error = *streak.failure;
            error.message = "not sent after earlier failures: " + error.message;
            return client::unsent_exchange(call, std::move(error));
        }
        client::Exchange exchange = send(call);
        streak.record(exchange);
        return exchange;
    };
}

}  // namespace plumbline::cleanup
