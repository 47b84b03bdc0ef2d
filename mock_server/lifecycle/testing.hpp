#pragma once
// Simulations of a small invented model, for tests.

#include "mock_server/lifecycle/simulation.hpp"
#include "mock_server/store/testing.hpp"
#include "spec/json/testing.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Two collections with machines: houses, whose states are NEW and BUILT, and their rooms, whose
/// states are A, B and C.
inline constexpr std::string_view kRoomsOperations = R"({
  "collections": {
    "houses": {"title": "House", "machine": "house",
      "on_create": [{"set": "/id", "to": "{id}"}, {"set": "/made", "to": "{now}"}]},
    "rooms": {"title": "Room", "parent": "houses", "machine": "room",
      "on_create": [
        {"set": "/id", "to": "{id}"},
        {"set": "/of", "to": "{parent_id}"},
        {"id": "counts_room", "on": "parent", "set": "/last_room", "to": "{id}"}]},
    "stones": {"title": "Stone"}
  },
  "events": {
    "storm": {"collection": "houses",
      "when": [{"id": "only_there", "any_of": ["/street"], "event": "/street"},
               {"any_of": ["/door"], "is": [true, "ajar"]}],
      "effects": [{"id": "floods_room", "create": "rooms"}, {"set": "/wet", "to": "{now}"}]}
  }
})";

inline constexpr std::string_view kHouseMachine = R"({
  "machine": "house", "source": "test", "field": "/status", "initial": "NEW",
  "states": {"NEW": {}, "BUILT": {}, "FALLING": {"stops_children": true}},
  "on_change": [{"set": "/moved", "to": "{now}"}],
  "transitions": [
    {"from": "NEW", "to": "BUILT", "after": "PT10S"},
    {"from": "*", "to": "FALLING", "on": "delete"},
    {"from": "FALLING", "removes": true, "after": "PT1S"}
  ]
})";

inline constexpr std::string_view kRoomMachine = R"({
  "machine": "room", "source": "test", "field": "/status", "initial": "A",
  "states": {"A": {}, "B": {}, "C": {"final": true,
    "on_enter": [{"id": "opens_house", "on": "parent", "set": "/open", "to": true}]}, "BAD": {"final": true}},
  "transitions": [
    {"from": "A", "to": "B", "after": "PT4S"},
    {"from": "B", "to": "BAD", "after": "PT2S", "when": [{"any_of": ["/color"], "in_list": "bad_colors"}]},
    {"from": "B", "to": "C", "after": "PT4S"}
  ]
})";

inline constexpr std::string_view kRoomsWorld = R"({
  "world": "rooms", "summary": "s", "hosting": "cloud", "start": "2026-01-05T09:00:00Z", "tenants": ["main"],
  "lists": {"bad_colors": ["pink"]}
})";

/// Replaces the built-in incidents, whose collection does not exist in this model, by incidents
/// without effects.
inline void replace_built_in_incidents(const FixtureFolder& folder,
                                       const std::string& collection,
                                       const std::string& state) {
    std::string name = "harmless_";
    for (const std::string& path : Fixtures().list("incidents")) {
        name += 'x';
        folder.write(path,
                     R"({"incident":")" + name + R"(","source":"test","collection":")" +
                         collection + R"(","states":[")" + state +
                         R"("],"after":"PT1S","effects":[]})");
    }
}

/// Returns the state model defined by `operations` and the two machines.
inline Result<std::shared_ptr<const StateModel>> load_rooms_model(
    std::string_view operations,
    std::string_view house = kHouseMachine,
    std::string_view room = kRoomMachine) {
    const FixtureFolder folder;
    folder.write("machines/house.json", house);
    folder.write("machines/room.json", room);
    replace_built_in_incidents(folder, "rooms", "A");
    return StateModel::load(*Fixtures().with_folder(folder.path()), fixture(operations));
}

/// Returns the state model of houses and rooms. It is loaded once, as loading takes longer than
/// most tests.
inline std::shared_ptr<const StateModel> rooms_model() {
    static const auto model = load_rooms_model(kRoomsOperations);
    return model.value_or(nullptr);
}

/// A simulation of houses and rooms.
struct RoomsWorld {
    explicit RoomsWorld(const FaultOverrides& overrides = {},
                        const ClockSetting& clock = {},
                        std::string_view world = kRoomsWorld)
        : simulation({rooms_model(),
                      std::make_shared<const World>(*World::load(fixture(world))),
                      {{"main", "T", "K"}},
                      overrides,
                      1,
                      clock},
                     host_clock) {}

    [[nodiscard]] std::optional<Instant> due_of(const RecordRef& ref) const {
        return simulation.timers.due_of(number_of(ref));
    }
    [[nodiscard]] RecordRef add_house(const Json& body = Json::object()) {
        return ref_of(
            create_record(simulation, {"houses", 0, "T", std::make_shared<const Json>(body), ""}));
    }
    [[nodiscard]] RecordRef add_room(const RecordRef& house, const Json& body = Json::object()) {
        return ref_of(create_record(
            simulation, {"rooms", number_of(house), "T", std::make_shared<const Json>(body), ""}));
    }
    [[nodiscard]] RecordRef ref_of(RecordNumber number) const {
        return simulation.store.find(number)->ref;
    }
    [[nodiscard]] RecordNumber number_of(const RecordRef& ref) const {
        return simulation.store.find(ref)->number;
    }
    [[nodiscard]] std::size_t room_count(const RecordRef& house) const {
        return simulation.store.children("rooms", *simulation.store.find(house)).size();
    }
    [[nodiscard]] const Json& body(const RecordRef& ref) const {
        return *simulation.store.find(ref)->body;
    }
    [[nodiscard]] bool holds(const std::vector<RecordCondition>& conditions,
                             const RecordRef& ref) const {
        return mock::holds(simulation, conditions, *simulation.store.find(ref));
    }
    [[nodiscard]] std::string status(const RecordRef& ref) const {
        return body(ref).value("status", "");
    }

    ManualClock host_clock;
    Simulation simulation;
};

}  // namespace plumbline::mock
