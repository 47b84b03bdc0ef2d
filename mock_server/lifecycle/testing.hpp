#pragma once
// Lives of small invented worlds, for tests.

#include "mock_server/lifecycle/life.hpp"
#include "mock_server/store/testing.hpp"
#include "spec/json/testing.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Two kinds of record: a house, which moves NEW, then BUILT, and its rooms, which move A, B, C.
inline constexpr std::string_view kHouses = R"({
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
    {"from": "B", "to": "BAD", "after": "PT2S", "when": [{"any_of": ["/color"], "listed": "bad_colors"}]},
    {"from": "B", "to": "C", "after": "PT4S"}
  ]
})";

inline constexpr std::string_view kVillage = R"({
  "world": "village", "summary": "s", "hosting": "cloud", "start": "2026-01-05T09:00:00Z", "tenants": ["main"],
  "lists": {"bad_colors": ["pink"]}
})";

/// Puts incidents that do nothing in the place of the built-in ones, whose collection is not there.
inline void write_incidents(const FixtureFolder& folder,
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

/// Returns the laws that `operations` and the two machines make.
inline Result<std::shared_ptr<const Laws>> laws_of(std::string_view operations,
                                                   std::string_view house = kHouseMachine,
                                                   std::string_view room = kRoomMachine) {
    const FixtureFolder folder;
    folder.write("machines/house.json", house);
    folder.write("machines/room.json", room);
    write_incidents(folder, "rooms", "A");
    return Laws::load(*Fixtures::with_folder(folder.path()), fixture(operations));
}

/// Returns the laws of the village, which are loaded once: that takes longer than most tests.
inline std::shared_ptr<const Laws> village_laws() {
    static const auto laws = laws_of(kHouses);
    return laws.value_or(nullptr);
}

/// A life in the village.
struct Village {
    explicit Village(const Switches& switches = {},
                     const ClockSetting& clock = {},
                     std::string_view world = kVillage)
        : life({village_laws(),
                std::make_shared<const World>(*World::load(fixture(world))),
                {{"main", "T", "K"}},
                switches,
                1,
                clock},
               machine) {}

    [[nodiscard]] std::optional<Instant> due_of(const RecordRef& ref) const {
        return life.timers().due_of(number_of(ref));
    }
    [[nodiscard]] RecordRef build(const Json& body = Json::object()) {
        return ref_of(life.create({"houses", 0, "T", std::make_shared<const Json>(body), ""}));
    }
    [[nodiscard]] RecordRef furnish(const RecordRef& house, const Json& body = Json::object()) {
        return ref_of(
            life.create({"rooms", number_of(house), "T", std::make_shared<const Json>(body), ""}));
    }
    [[nodiscard]] RecordRef ref_of(RecordNumber number) const {
        return life.store().find(number)->ref;
    }
    [[nodiscard]] RecordNumber number_of(const RecordRef& ref) const {
        return life.store().find(ref)->number;
    }
    [[nodiscard]] std::size_t rooms_of(const RecordRef& house) const {
        return life.store().children("rooms", *life.store().find(house)).size();
    }
    [[nodiscard]] const Json& body(const RecordRef& ref) const {
        return *life.store().find(ref)->body;
    }
    [[nodiscard]] bool holds(const std::vector<Condition>& conditions, const RecordRef& ref) const {
        return life.holds(conditions, *life.store().find(ref));
    }
    [[nodiscard]] std::string status(const RecordRef& ref) const {
        return body(ref).value("status", "");
    }

    ManualClock machine;
    Life life;
};

}  // namespace plumbline::mock
