#pragma once
// A call and its outcome as the history monitor receives them.

#include "conformance/client/client.hpp"
#include "conformance/monitors/history_rules.hpp"
#include "conformance/monitors/record_history.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <string>

namespace plumbline::monitors {

/// A request mapped to its operation in the API document. All references are borrowed.
struct MonitoredCall {
    const Operation& operation;
    const ApiDocument& api;
    const client::HttpCall& call;
    const Json* path = nullptr;  ///< path parameters as {name: value}; null if there are none
    const Json* body = nullptr;  ///< null or JSON null if there is none
    std::uint64_t owner = 0;     ///< identifies the group of dependent scenarios
};

/// The outcome of a call.
struct CallOutcome {
    const client::Exchange& exchange;
    SharedJson response;  ///< the parsed JSON body; null if there is none
    SourceRef where;      ///< source location of the step
    std::string step;     ///< id of the step
};

/// Returns the value of a path parameter as an id, "" if it is unknown.
[[nodiscard]] std::string path_value(const MonitoredCall& call, const std::string& parameter);
/// Returns the API and its base URL: resources of two services are unrelated.
[[nodiscard]] std::string address_of(const MonitoredCall& call);
/// Returns the resource that the call's path names, or null if it is unknown.
[[nodiscard]] TrackedRecord* own_record(RecordHistory& history,
                                        const MonitoredCall& call,
                                        const HistoryRules& rules);

}  // namespace plumbline::monitors
