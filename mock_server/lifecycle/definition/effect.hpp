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

/// A pointer into the record: one of the two is set.
struct EffectPointer {
    JsonPointer pointer;  ///< a pointer without placeholders
    std::string text;     ///< a pointer with placeholders, which are replaced first
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
/// Sets the value at `pointer` to the product of two numbers divided by a third, rounded down: the
/// rows of a run that are exported when `done` of `parts` files are. All three are pointers into
/// the record.
struct SetPortion {
    EffectPointer pointer;
    std::string of;
    std::string done;
    std::string parts;
};
/// Creates records as children of this record.
struct CreateChildren {
    std::string collection;
    SharedJson times;            ///< how many; null for one
    JsonPointer number_pointer;  ///< member of a child that is set to its index; may be empty
};
/// Sends an event to the record's state machine, after all other effects.
struct QueueEvent {
    std::string event;
};
/// Cancels an alarm (the timer of a limit, such as that of an attempt).
struct StopAlarm {
    std::string alarm;
};

/// One effect. A fault refers to it by its id.
struct Effect {
    std::string id;
    RecordRelation on = RecordRelation::kSelf;
    bool needs_trigger = false;  ///< only for a patch of a field that `creates_revision` lists
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
