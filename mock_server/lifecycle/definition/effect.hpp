#pragma once
// Effects: what happens to records when a request or a transition succeeds, as fixtures define it.

#include "mock_server/lifecycle/definition/condition.hpp"
#include "mock_server/lifecycle/definition/placeholders.hpp"
#include "mock_server/store/fixture_value.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <string>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// A pointer into the record.
struct EffectPointer {
    JsonPointer pointer;  ///< without placeholders
    std::string text;     ///< alternatively, a text with placeholders
};

// The kinds of effects. Values may contain placeholders.

/// Sets the value at `pointer`.
struct SetValue {
    EffectPointer pointer;
    SharedJson value;
};
/// Adds `number` to the number at `pointer`; an absent number counts as 0.
struct AddNumber {
    EffectPointer pointer;
    SharedJson number;
};
/// Appends `item` to the array at `pointer`.
struct AppendItem {
    EffectPointer pointer;
    SharedJson item;
};
/// Sets the value at `pointer` to `of` * `done` / `parts` in whole numbers. All three are pointers
/// into the record.
struct SetPortion {
    EffectPointer pointer;
    std::string of;
    std::string done;
    std::string parts;
};
/// Creates records as children of this record.
struct CreateChildren {
    std::string collection;
    SharedJson times;            ///< their number, null for one
    JsonPointer number_pointer;  ///< where a child contains its number, empty for nowhere
};
/// Sends an event to the machine, after all other effects have run.
struct QueueEvent {
    std::string event;
};
/// Cancels an alarm.
struct StopAlarm {
    std::string alarm;
};

/// One effect. A fault refers to it by its id.
struct Effect {
    std::string id;
    RecordRelation on = RecordRelation::kSelf;
    bool needs_trigger = false;         ///< runs only if the patch creates a new revision
    std::vector<RecordCondition> when;  ///< all must be met
    std::variant<SetValue, AddNumber, AppendItem, SetPortion, CreateChildren, QueueEvent, StopAlarm>
        action;
    SourceRef where;
};

/// Reads the effects in an array; none if there is no array. Errors: kInvalid (a placeholder that
/// is not available in `scope`), with position.
[[nodiscard]] Result<std::vector<Effect>> read_effects(
    const FixtureValue& list, PlaceholderScope scope = PlaceholderScope::kRecord);

}  // namespace plumbline::mock
