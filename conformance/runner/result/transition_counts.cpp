#include "conformance/runner/result/transition_counts.hpp"

#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::runner {
namespace {

using reports::MachineTransitions;

const Json& list_at(const Json& object, std::string_view name) {
    static const Json kNone = Json::array();
    const Json* list = member(object, name);
    return list && list->is_array() ? *list : kNone;
}

}  // namespace

void TransitionCounts::fetch(const Environment& environment,
                             const Target& target,
                             const Send& send) {
    if (environment.workspace_url.empty()) return;
    client::HttpCall call;
    call.url = environment.workspace_url + "/coverage";
    call.request = {"GET", "", control_headers(target), ""};
    call.timeout = target.timeout;
    const client::Exchange exchange = send(call);
    if (!exchange.response || exchange.response->status != 200) return;
    if (const auto coverage = parse_json(exchange.response->body)) add(*coverage);
}

void TransitionCounts::add(const Json& coverage) {
    std::vector<MachineTransitions> more;
    for (const Json& machine : list_at(coverage, "machines")) {
        MachineTransitions& read = more.emplace_back();
        read.machine = string_or(machine, "machine", "");
        for (const Json& one : list_at(machine, "transitions")) {
            if (!one.is_object()) continue;
            read.transitions.push_back({string_or(one, "from", ""),
                                        string_or(one, "to", ""),
                                        string_or(one, "cause", ""),
                                        static_cast<int>(integer_or(one, "taken", 0))});
        }
    }
    std::erase_if(more, [](const auto& one) { return one.machine.empty(); });
    const std::lock_guard lock(mutex_);
    reports::add_transitions(machines_, more);
}

std::vector<MachineTransitions> TransitionCounts::take() {
    const std::lock_guard lock(mutex_);
    return std::move(machines_);
}

}  // namespace plumbline::runner
