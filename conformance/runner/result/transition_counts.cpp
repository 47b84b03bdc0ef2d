#include "conformance/runner/result/transition_counts.hpp"

#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::MachineTransitions;
using reports::TransitionCoverage;

const Json& list_at(const Json& object, std::string_view name) {
    static const Json kNone = Json::array();
    const Json* list = member(object, name);
    return list && list->is_array() ? *list : kNone;
}

MachineTransitions& machine_named(std::vector<MachineTransitions>& machines,
                                  const std::string& name) {
    const auto found =
        std::ranges::find_if(machines, [&](const auto& one) { return one.machine == name; });
    return found != machines.end() ? *found : machines.emplace_back(MachineTransitions{name, {}});
}

void add_transition(std::vector<TransitionCoverage>& known, TransitionCoverage one) {
    const auto found = std::ranges::find_if(known, [&](const TransitionCoverage& other) {
        return other.from == one.from && other.to == one.to && other.cause == one.cause;
    });
    if (found == known.end()) {
        known.push_back(std::move(one));
    } else {
        found->taken += one.taken;
    }
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
    const std::lock_guard lock(mutex_);
    for (const Json& machine : list_at(coverage, "machines")) {
        const std::string name = string_or(machine, "machine", "");
        if (name.empty()) continue;
        auto& known = machine_named(machines_, name).transitions;
        for (const Json& one : list_at(machine, "transitions")) {
            if (!one.is_object()) continue;
            add_transition(known,
                           {string_or(one, "from", ""),
                            string_or(one, "to", ""),
                            string_or(one, "cause", ""),
                            static_cast<int>(integer_or(one, "taken", 0))});
        }
    }
}

std::vector<MachineTransitions> TransitionCounts::take() {
    const std::lock_guard lock(mutex_);
    std::ranges::sort(machines_,
                      [](const auto& a, const auto& b) { return a.machine < b.machine; });
    return std::move(machines_);
}

}  // namespace plumbline::runner
