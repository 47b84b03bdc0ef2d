#include "conformance/monitors/monitored_call.hpp"

#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {

std::string path_value(const MonitoredCall& call, const std::string& parameter) {
    const Json* value = call.path && !parameter.empty() ? member(*call.path, parameter) : nullptr;
    return id_of(value);
}

std::string address_of(const MonitoredCall& call) {
    return call.api.name() + ' ' + call.call.base_url;
}

TrackedRecord* own_record(RecordHistory& history,
                          const MonitoredCall& call,
                          const HistoryRules& rules) {
    const ResourceRules* type = rules.find_for(call.operation);
    if (!type) return nullptr;
    const std::string id = path_value(call, type->id_parameter);
    return id.empty() ? nullptr : history.find(address_of(call), *type, id);
}

}  // namespace plumbline::monitors
