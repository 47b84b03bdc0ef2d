#pragma once
// A life in which exports are made, struck, cancelled and left alone, all by chance: the same for
// the same number.

#include "mock_server/engine/assemble.hpp"
#include "mock_server/lifecycle/life.hpp"
#include "spec/base/ids.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// What chance decides about a life.
class Interleaving {
  public:
    /// `stock` holds the laws; the world is `cloud` without its past.
    Interleaving(const Stock& stock, std::uint64_t number, const Switches& switches = {})
        : chance_(number), life_(birth(stock, number, switches), machine_) {}

    /// Does the next thing and says what it was.
    std::string step() {
        const std::uint64_t kind = below(10);
        if (kind < 2) return make();
        if (kind < 6) return wait();
        if (kind < 8) return strike();
        return kind < 9 ? cancel() : limit();
    }
    [[nodiscard]] Life& life() { return life_; }
    [[nodiscard]] const std::vector<RecordNumber>& exports() const { return exports_; }

  private:
    static Birth birth(const Stock& stock, std::uint64_t number, const Switches& switches) {
        auto world = std::make_shared<World>(*stock.worlds.at("cloud"));
        world->past.clear();
        world->incidents.clear();
        return {stock.laws,
                std::move(world),
                {{"main", "T", "K"}, {"other", "O", "L"}},
                switches,
                number,
                {}};
    }
    std::uint64_t below(std::uint64_t end) { return (chance_.next() >> 11U) % end; }

    std::string make() {
        // Small ones: ten thousand lives should take seconds. Few partitions are many at a limit of
        // one.
        const Json order{{"partitions", 1 + below(2) + (below(4) == 0 ? 1 : 0)},
                         {"rows_per_partition", below(100)},
                         {"files_per_partition", 1 + below(2)}};
        exports_.push_back(life_.create({"bulk_exports",
                                         0,
                                         below(4) == 0 ? "O" : "T",
                                         std::make_shared<const Json>(Json{{"_order", order}}),
                                         ""}));
        return "make " + order.dump();
    }
    std::string wait() {
        // From a second to about a day: short times are as likely as long ones.
        const auto time = std::chrono::seconds(1 + below(std::uint64_t(1) << (1 + below(17))));
        (void)life_.advance(time);
        return "wait " + std::to_string(time.count()) + " s";
    }
    RecordNumber any_export() { return exports_.at(below(exports_.size())); }

    std::string strike() {
        if (exports_.empty()) return make();
        auto incident = life_.laws().incidents.begin();
        std::advance(incident, below(life_.laws().incidents.size()));
        RecordNumber struck = any_export();
        const Record& record = *life_.store().find(struck);
        if (incident->second.collection != record.ref.collection) {
            const auto children = life_.store().children(incident->second.collection, record);
            struck = children.at(below(children.size()))->number;
        }
        const std::uint64_t times = below(5) == 0 ? 1000 : 1 + below(3);
        const bool done = life_.strike(incident->second, struck, times).has_value();
        return "strike " + incident->first + (done ? "" : ", refused");
    }
    std::string cancel() {
        if (exports_.empty()) return make();
        life_.fire("cancel", any_export());
        return "cancel";
    }
    std::string limit() {
        const std::string name = below(2) == 0 ? "exports_per_workspace" : "runs_per_export";
        const auto value = static_cast<std::int64_t>(1 + below(3));
        life_.set_limit(name, value);
        return name + " " + std::to_string(value);
    }

    IdSource chance_;
    ManualClock machine_;
    Life life_;
    std::vector<RecordNumber> exports_;
};

}  // namespace plumbline::mock
