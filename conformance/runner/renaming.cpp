#include "conformance/runner/renaming.hpp"

namespace plumbline::runner {
namespace {

client::Exchange exchange_of(const Send& send, const Naming& naming, const client::Call& call) {
    http::Request ours = call.request;
    ours.target = call.url.substr(call.base_url.size());
    const Operation* operation = naming.operation_of(ours);
    if (!operation) return send(call);
    client::Call theirs = call;
    theirs.request = naming.translated(*operation, std::move(ours), Toward::kTheirs);
    theirs.url = call.base_url + theirs.request.target;
    const auto wire = std::make_shared<const client::Exchange>(send(theirs));
    client::Exchange exchange = *wire;
    exchange.call = call;
    if (exchange.response) {
        exchange.response =
            naming.translated(*operation, std::move(*exchange.response), Toward::kOurs);
    }
    exchange.wire = wire;
    return exchange;
}

}  // namespace

Send renamed(Send send, std::shared_ptr<const Naming> naming) {
    if (!naming) return send;
    return [send = std::move(send), naming = std::move(naming)](const client::Call& call) {
        return call.base_url.empty() ? send(call) : exchange_of(send, *naming, call);
    };
}

}  // namespace plumbline::runner
