#pragma once
// A life with everything that machines can have: slots, alarms, limits, incidents; for tests.

#include "mock_server/lifecycle/testing.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Orders, and the jobs that they are made of. Of a tenant's orders two are worked on at once, of
/// an order's jobs two.
inline constexpr std::string_view kWorkshop = R"({
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
  "limits": {"orders_at_once": 2, "patience": "PT1H"},
  "slots": {"orders_at_once": {"of_one": "tenant", "held_in": ["WORKING"]}},
  "states": {
    "OPEN": {},
    "WORKING": {"alarms": {"patience": {"after": {"limit": "patience"}, "effects": [{"fire": "give_up"}]}}},
    "DONE": {"final": true},
    "DROPPED": {"final": true, "on_enter": [{"on": "children", "fire": "drop"}]}
  },
  "transitions": [
    {"from": "OPEN", "to": "WORKING", "after": "PT1S", "when_free": "orders_at_once"},
    {"from": "WORKING", "to": "DONE", "on": "job_done", "when": [{"on": "children", "state": ["DONE"]}]},
    {"from": ["OPEN", "WORKING"], "to": "DROPPED", "on": "give_up"}
  ]
})";

inline constexpr std::string_view kJobMachine = R"({
  "machine": "job", "source": "test", "field": "/status", "initial": "WAITING",
  "limits": {"jobs_at_once": 2, "rest": "PT5S", "tries": 3},
  "slots": {"jobs_at_once": {"of_one": "parent", "held_in": ["AT_WORK"],
                             "when": [{"id": "only_of_working", "on": "parent", "state": ["WORKING"]}]}},
  "states": {
    "WAITING": {},
    "AT_WORK": {
      "on_enter": [{"add": "/tried", "by": 1}],
      "alarms": {
        "tap": {"every": "PT10S", "when": [{"any_of": ["/lazy"], "missing": true}],
                "effects": [{"add": "/taps", "by": 1}, {"append": "/log", "item": "tap {body:/taps}"},
                            {"portion": "/share", "of": "/whole", "done": "/taps", "parts": "/parts"},
                            {"fire": "tapped"}]}
      }
    },
    "DONE": {"final": true, "on_enter": [{"on": "parent", "fire": "job_done"}]},
    "BROKEN": {"final": true, "on_enter": [{"id": "spoils_all", "on": "parent", "fire": "give_up"}]},
    "DROPPED": {"final": true}
  },
  "transitions": [
    {"from": "WAITING", "to": "AT_WORK", "after": {"limit": "rest"}, "when_free": "jobs_at_once",
     "when": [{"any_of": ["/tried"], "at_least": 1}]},
    {"from": "WAITING", "to": "AT_WORK", "when_free": "jobs_at_once"},
    {"from": "AT_WORK", "to": "DONE", "on": "tapped", "when": [{"any_of": ["/taps"], "at_least": 2}]},
    {"from": "AT_WORK", "to": "BROKEN", "on": "slip", "when": [{"any_of": ["/tried"], "at_least": {"limit": "tries"}}]},
    {"from": "AT_WORK", "to": "WAITING", "on": "slip"},
    {"from": "*", "to": "DROPPED", "on": "drop"}
  ]
})";

inline constexpr std::string_view kSlip = R"({
  "incident": "slip", "source": "test", "collection": "jobs", "states": ["AT_WORK"], "after": "PT2S",
  "effects": [{"set": "/slipped", "to": true}, {"fire": "slip"}]
})";

inline constexpr std::string_view kNap = R"({
  "incident": "nap", "source": "test", "collection": "jobs", "states": ["AT_WORK"], "after": "PT2S",
  "effects": [{"stop": "tap"}]
})";

/// Returns the laws of the workshop, with other machines where given.
inline Result<std::shared_ptr<const Laws>> workshop_laws(std::string_view order = kOrderMachine,
                                                         std::string_view job = kJobMachine,
                                                         std::string_view slip = kSlip,
                                                         std::string_view workshop = kWorkshop) {
    const FixtureFolder folder;
    folder.write("machines/order.json", order);
    folder.write("machines/job.json", job);
    write_incidents(folder, "jobs", "WAITING");
    folder.write("incidents/slip.json", slip);
    folder.write("incidents/nap.json", kNap);
    return Laws::load(*Fixtures::with_folder(folder.path()), fixture(workshop));
}

/// A life in the workshop.
struct Workshop {
    explicit Workshop(const Switches& switches = {}, std::string_view world = kVillage)
        : life(birth(switches, world), machine) {}

    [[nodiscard]] static Birth birth(const Switches& switches, std::string_view world) {
        static const auto laws = workshop_laws();
        return {*laws,
                std::make_shared<const World>(*World::load(fixture(world))),
                {{"main", "T", "K"}, {"other", "O", "L"}},
                switches,
                1,
                {}};
    }

    [[nodiscard]] RecordRef order(int size, const std::string& tenant = "T") {
        const RecordNumber made = life.create(
            {"orders", 0, tenant, std::make_shared<const Json>(Json{{"size", size}}), ""});
        return life.store().find(made)->ref;
    }
    [[nodiscard]] RecordRef job(const RecordRef& order, std::size_t number) const {
        return jobs_of(order).at(number)->ref;
    }
    [[nodiscard]] RecordNumber number_of(const RecordRef& ref) const {
        return life.store().find(ref)->number;
    }
    [[nodiscard]] std::vector<const Record*> jobs_of(const RecordRef& order) const {
        return life.store().children("jobs", *life.store().find(order));
    }
    [[nodiscard]] const Json& body(const RecordRef& ref) const {
        return *life.store().find(ref)->body;
    }
    [[nodiscard]] std::string status(const RecordRef& ref) const {
        return std::string(life.store().find(ref)->state);
    }
    [[nodiscard]] std::vector<std::string> jobs(const RecordRef& order) const {
        std::vector<std::string> states;
        for (const Record* job : jobs_of(order)) states.emplace_back(job->state);
        return states;
    }
    void wait(Duration time) { (void)life.advance(time); }
    [[nodiscard]] Result<void> strike(const std::string& incident,
                                      const RecordRef& ref,
                                      std::size_t times = 1) {
        return life.strike(life.laws().incidents.find(incident)->second, number_of(ref), times);
    }

    ManualClock machine;
    Life life;
};

}  // namespace plumbline::mock
