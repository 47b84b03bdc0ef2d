#include "conformance/runner/with_name_mapping.hpp"

namespace plumbline::runner {
namespace {

client::Exchange mapped_exchange(const Send& send,
                                 const NameMapping& name_mapping,
                                 const client::HttpCall& call) {
    http::Request ours = call.request;
    ours.target = call.url.substr(call.base_url.size());
    const Operation* operation = name_mapping.find_operation(call.area, ours);
    client::HttpCall theirs = call;
    if (operation) {
        theirs.request =
            name_mapping.translate(*operation, std::move(ours), NameDirection::kToTarget);
        theirs.url = call.base_url + theirs.request.target;
    } else {
        theirs.request.headers =
            name_mapping.translate(std::move(theirs.request.headers), NameDirection::kToTarget);
    }
    const auto wire = std::make_shared<const client::Exchange>(send(theirs));
    client::Exchange exchange = *wire;
    exchange.call = call;
    if (operation && exchange.response) {
        exchange.response = name_mapping.translate(
            *operation, std::move(*exchange.response), NameDirection::kToContract);
    }
    exchange.wire = wire;
    return exchange;
}

}  // namespace

Send with_name_mapping(Send send, std::shared_ptr<const NameMapping> name_mapping) {
    if (!name_mapping) return send;
    return [send = std::move(send),
            name_mapping = std::move(name_mapping)](const client::HttpCall& call) {
        return name_mapping->covers(call.area) ? mapped_exchange(send, *name_mapping, call)
                                               : send(call);
    };
}

}  // namespace plumbline::runner
