#pragma once
// A simulation that uses every feature of machines: slots, alarms, limits, incidents; for tests.

#include "mock_server/lifecycle/testing.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Orders and their jobs. Two orders of a tenant and two jobs of an order can be in progress at the
/// same time.
inline constexpr std::string_view kOrdersOperations = R"({
  "collections": {
    "orders": {"title": "Order", "machine": "order",
      "on_create": [{"set": "/id", "to": "{id}"},
                    {"create": "jobs", "times": "{body:/size}", "numbered": "/number"}]},
    "jobs": {"title": "Job", "parent": "orders", "machine": "job",
      "on_create": [{"set": "/id", "to": "{id}"}, {"set": "/day", "to": "{day:/number}"}]}
  },
  "operations": {}
})";

inline constexpr std::string_view kOrderMachine = R"({
  "machine": "order", "source": "test", "field": "/status", "initial": "OPEN",
  "limits": {"orders_at_once": 2, "order_timeout": "PT1H"},
  "slots": {"orders_at_once": {"per": "tenant", "occupied_in": ["WORKING"]}},
  "states": {
    "OPEN": {},
    "WORKING": {"alarms": {"order_timeout": {"after": {"limit": "order_timeout"}, "effects": [{"send_event": "abandon"}]}}},
    "DONE": {"final": true},
    "CANCELLED": {"final": true, "on_enter": [{"on": "children", "send_event": "cancel"}]}
  },
  "transitions": [
    {"from": "OPEN", "to": "WORKING", "after": "PT1S", "requires_slot": "orders_at_once"},
    {"from": "WORKING", "to": "DONE", "on": "job_done", "when": [{"on": "children", "state": ["DONE"]}]},
    {"from": ["OPEN", "WORKING"], "to": "CANCELLED", "on": "abandon"}
  ]
})";

inline constexpr std::string_view kJobMachine = R"({
  "machine": "job", "source": "test", "field": "/status", "initial": "WAITING",
  "limits": {"jobs_at_once": 2, "job_retry_delay": "PT5S", "max_attempts": 3},
  "slots": {"jobs_at_once": {"per": "parent", "occupied_in": ["RUNNING"],
                             "when": [{"id": "only_of_working_order", "on": "parent", "state": ["WORKING"]}]}},
  "states": {
    "WAITING": {},
    "RUNNING": {
      "on_enter": [{"add": "/attempts", "by": 1}],
      "alarms": {
        "progress": {"every": "PT10S", "when": [{"any_of": ["/idle"], "missing": true}],
                "effects": [{"add": "/steps", "by": 1}, {"append": "/log", "item": "progress {body:/steps}"},
                            {"portion": "/portion", "of": "/total", "done": "/steps", "parts": "/parts"},
                            {"send_event": "progressed"}]}
      }
    },
    "DONE": {"final": true, "on_enter": [{"on": "parent", "send_event": "job_done"}]},
    "FAILED": {"final": true, "on_enter": [{"id": "fails_order", "on": "parent", "send_event": "abandon"}]},
    "CANCELLED": {"final": true}
  },
  "transitions": [
    {"from": "WAITING", "to": "RUNNING", "after": {"limit": "job_retry_delay"}, "requires_slot": "jobs_at_once",
     "when": [{"any_of": ["/attempts"], "at_least": 1}]},
    {"from": "WAITING", "to": "RUNNING", "requires_slot": "jobs_at_once"},
    {"from": "RUNNING", "to": "DONE", "on": "progressed", "when": [{"any_of": ["/steps"], "at_least": 2}]},
    {"from": "RUNNING", "to": "FAILED", "on": "failure", "when": [{"any_of": ["/attempts"], "at_least": {"limit": "max_attempts"}}]},
    {"from": "RUNNING", "to": "WAITING", "on": "failure"},
    {"from": "*", "to": "CANCELLED", "on": "cancel"}
  ]
})";

inline constexpr std::string_view kFailureIncident = R"({
  "incident": "failure", "source": "test", "collection": "jobs", "states": ["RUNNING"], "after": "PT2S",
  "effects": [{"set": "/failed", "to": true}, {"send_event": "failure"}]
})";

inline constexpr std::string_view kHangIncident = R"({
  "incident": "hang", "source": "test", "collection": "jobs", "states": ["RUNNING"], "after": "PT2S",
  "effects": [{"stop_alarm": "progress"}]
})";

/// Returns the state model of orders and jobs, with other machines if given.
inline Result<std::shared_ptr<const StateModel>> load_orders_model(
    std::string_view order = kOrderMachine,
    std::string_view job = kJobMachine,
    std::string_view failure = kFailureIncident,
    std::string_view operations = kOrdersOperations) {
    const FixtureFolder folder;
    folder.write("machines/order.json", order);
    folder.write("machines/job.json", job);
    replace_built_in_incidents(folder, "jobs", "WAITING");
    folder.write("incidents/failure.json", failure);
    folder.write("incidents/hang.json", kHangIncident);
    return StateModel::load(*Fixtures().with_folder(folder.path()), fixture(operations));
}

/// A simulation of orders and jobs.
struct OrdersWorld {
    explicit OrdersWorld(const FaultOverrides& overrides = {}, std::string_view world = kRoomsWorld)
        : simulation(setup(overrides, world), host_clock) {}

    [[nodiscard]] static SimulationSetup setup(const FaultOverrides& overrides,
                                               std::string_view world) {
        static const auto model = load_orders_model();
        return {*model,
                std::make_shared<const World>(*World::load(fixture(world))),
                {{"main", "T", "K"}, {"other", "O", "L"}},
                overrides,
                1,
                {}};
    }

    [[nodiscard]] RecordRef order(int size, const std::string& tenant = "T") {
        const RecordNumber number = create_record(
            simulation,
            {"orders", 0, tenant, std::make_shared<const Json>(Json{{"size", size}}), ""});
        return simulation.store.find(number)->ref;
    }
    [[nodiscard]] RecordRef job(const RecordRef& order, std::size_t number) const {
        return jobs_of(order).at(number)->ref;
    }
    [[nodiscard]] RecordNumber number_of(const RecordRef& ref) const {
        return simulation.store.find(ref)->number;
    }
    [[nodiscard]] std::vector<const Record*> jobs_of(const RecordRef& order) const {
        return simulation.store.children("jobs", *simulation.store.find(order));
    }
    [[nodiscard]] const Json& body(const RecordRef& ref) const {
        return *simulation.store.find(ref)->body;
    }
    [[nodiscard]] std::string status(const RecordRef& ref) const {
        return std::string(simulation.store.find(ref)->state);
    }
    [[nodiscard]] std::vector<std::string> jobs(const RecordRef& order) const {
        std::vector<std::string> states;
        for (const Record* job : jobs_of(order)) states.emplace_back(job->state);
        return states;
    }
    void advance(Duration time) { (void)advance_clock(simulation, time); }
    [[nodiscard]] Result<void> inject(const std::string& incident,
                                      const RecordRef& ref,
                                      std::size_t times = 1) {
        return inject_incident(
            simulation, simulation.model().incidents.find(incident)->second, number_of(ref), times);
    }

    ManualClock host_clock;
    Simulation simulation;
};

}  // namespace plumbline::mock
