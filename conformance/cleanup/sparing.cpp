#include "conformance/cleanup/sparing.hpp"

#include <map>
#include <memory>

namespace plumbline::cleanup {
namespace {

/// What came of the last calls to one base URL.
struct Silence {
    int timeouts = 0;  ///< in a row
    std::optional<Error> failure;

    void note(const client::Exchange& exchange) {
        failure = exchange.failure;
        timeouts = failure && failure->code == ErrorCode::kTimeout ? timeouts + 1 : 0;
    }
    [[nodiscard]] bool is_final() const {
        return timeouts >= kPatience || (failure && failure->code == ErrorCode::kUnreachable);
    }
};

}  // namespace

client::Send sparing(client::Send send) {
    const auto silences = std::make_shared<std::map<std::string, Silence>>();
    return [send = std::move(send), silences](const client::Call& call) {
        Silence& silence = (*silences)[call.base_url];
        if (silence.is_final()) {
            Error error = *silence.failure;
            error.message = "not sent, because of what came before: " + error.message;
            return client::not_sent(call, std::move(error));
        }
        client::Exchange exchange = send(call);
        silence.note(exchange);
        return exchange;
    };
}

}  // namespace plumbline::cleanup
