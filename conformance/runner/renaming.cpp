#include "conformance/runner/renaming.hpp"

namespace plumbline::runner {
namespace {

client::Exchange exchange_of(const Send& send, const Naming& naming, const client::Call& call) {
    http::Request ours = call.request;
    ours.target = call.url.substr(call.base_url.size());
    const Operation* operation = naming.operation_of(call.area, ours);
    client::Call theirs = call;
    if (operation) {
        theirs.request = naming.translated(*operation, std::move(ours), Toward::kTheirs);
        theirs.url = call.base_url + theirs.request.target;
    } else {
        theirs.request.headers =
            naming.translated(std::move(theirs.request.headers), Toward::kTheirs);
    }
    const auto wire = std::make_shared<const client::Exchange>(send(theirs));
    client::Exchange exchange = *wire;
    exchange.call = call;
    if (operation && exchange.response) {
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
        return naming->covers(call.area) ? exchange_of(send, *naming, call) : send(call);
    };
}

}  // namespace plumbline::runner
