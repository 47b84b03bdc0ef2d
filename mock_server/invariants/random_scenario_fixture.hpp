#pragma once
// A simulation with random exports, incidents, cancellations and waits, reproducible by its number.

#include "mock_server/engine/mock_engine.hpp"
#include "mock_server/lifecycle/simulation.hpp"
#include "spec/base/ids.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// A random scenario.
class RandomScenario {
  public:
    /// Uses the model of `definitions` and the world `cloud` without its history.
    RandomScenario(const EngineDefinitions& definitions,
                   std::uint64_t number,
                   const FaultOverrides& overrides = {})
        : random_(number), simulation_(setup(definitions, number, overrides), host_clock_) {}

    /// Performs the next random action and returns its description.
    std::string step() {
        const std::uint64_t kind = below(10);
        if (kind < 2) return create_export();
        if (kind < 6) return advance();
        if (kind < 8) return inject_incident();
        return kind < 9 ? cancel_export() : set_limit();
    }
    [[nodiscard]] Simulation& simulation() { return simulation_; }
    [[nodiscard]] const std::vector<RecordNumber>& exports() const { return exports_; }

  private:
    static SimulationSetup setup(const EngineDefinitions& definitions,
                                 std::uint64_t number,
                                 const FaultOverrides& overrides) {
        auto world = std::make_shared<World>(*definitions.worlds.at("cloud"));
        world->history.clear();
        world->incidents.clear();
        return {definitions.model,
                std::move(world),
                {{"main", "T", "K"}, {"other", "O", "L"}},
                overrides,
                number,
                {}};
    }
    std::uint64_t below(std::uint64_t end) { return (random_.next() >> 11U) % end; }

    std::string create_export() {
        // Small exports: ten thousand scenarios should take seconds. With a limit of one, few
        // partitions are enough.
        const Json request{{"partitions", 1 + below(2) + (below(4) == 0 ? 1 : 0)},
                           {"rows_per_partition", below(100)},
                           {"files_per_partition", 1 + below(2)}};
        exports_.push_back(create_record(simulation_,
                                         {"bulk_exports",
                                          0,
                                          below(4) == 0 ? "O" : "T",
                                          std::make_shared<const Json>(Json{{"_order", request}}),
                                          ""}));
        return "create " + request.dump();
    }
    std::string advance() {
        // From a second to about a day: short times are as likely as long ones.
        const auto time = std::chrono::seconds(1 + below(std::uint64_t(1) << (1 + below(17))));
        (void)advance_clock(simulation_, time);
        return "advance " + std::to_string(time.count()) + " s";
    }
    RecordNumber any_export() { return exports_.at(below(exports_.size())); }

    std::string inject_incident() {
        if (exports_.empty()) return create_export();
        auto incident = simulation_.model().incidents.begin();
        std::advance(incident, below(simulation_.model().incidents.size()));
        RecordNumber target = any_export();
        const Record& record = *simulation_.store.find(target);
        if (incident->second.collection != record.ref.collection) {
            const auto children = simulation_.store.children(incident->second.collection, record);
            target = children.at(below(children.size()))->number;
        }
        const std::uint64_t times = below(5) == 0 ? 1000 : 1 + below(3);
        const bool done =
            mock::inject_incident(simulation_, incident->second, target, times).has_value();
        return "inject " + incident->first + (done ? "" : ", refused");
    }
    std::string cancel_export() {
        if (exports_.empty()) return create_export();
        send_event(simulation_, "cancel", any_export());
        return "cancel";
    }
    std::string set_limit() {
        const std::string name = below(2) == 0 ? "exports_per_workspace" : "runs_per_export";
        const auto value = static_cast<std::int64_t>(1 + below(3));
        mock::set_limit(simulation_, name, value);
        return name + " " + std::to_string(value);
    }

    IdSource random_;
    ManualClock host_clock_;
    Simulation simulation_;
    std::vector<RecordNumber> exports_;
};

}  // namespace plumbline::mock
