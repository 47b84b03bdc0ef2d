#pragma once
// Conditions on a record that must be met before something happens to it, as fixtures define them.

#include "mock_server/store/fixture_value.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// The records that a condition or effect is about: the record itself, its parent, its children, or
/// the other children of its parent.
enum class RecordRelation { kSelf, kParent, kChildren, kSiblings };

/// The name of a limit of the workspace.
struct LimitName {
    std::string name;
    SourceRef where;
};

/// Met if the record is, or all children are, in one of the states.
struct IsInState {
    std::vector<std::string> states;
};
/// Met if a field is absent or null.
struct IsMissing {};
/// Met if the request has the field, not null, or has not.
struct IsSent {
    bool expected = true;
};
/// Met if a field is a number of at least a number, a limit, or the value of another field.
struct IsAtLeast {
    std::variant<std::int64_t, LimitName, JsonPointer> threshold;
};
/// Met if a field is a text or boolean that differs from another field.
struct DiffersFrom {
    JsonPointer field;
};
/// Met if a field is one of the values, is in a list that the workspace's world defines, or equals
/// a value of the event that the state machine processes.
struct IsOneOf {
    std::vector<std::string> values;  ///< in the form comparable_text returns
    std::string list_name;            ///< empty if there is none
    std::optional<JsonPointer> event_pointer;
};

/// A condition.
struct RecordCondition {
    std::string id;  ///< a fault names it to disable the condition: then it is always met
    RecordRelation on = RecordRelation::kSelf;
    std::vector<JsonPointer> fields;  ///< one of them must meet the test; empty for IsInState
    std::variant<IsOneOf, IsInState, IsMissing, IsSent, IsAtLeast, DiffersFrom> test;
    SourceRef where;
};

/// Returns the relation named by the member "on" of `node`.
[[nodiscard]] RecordRelation read_relation(const FixtureValue& node);

/// Returns the text a condition compares: a string itself, "true" or "false" for a boolean, nothing
/// for other types. The text lives as long as `value`.
[[nodiscard]] std::optional<std::string_view> comparable_text(const Json& value);

/// Reads the conditions in an array; none if there is no array. The schema of the fixtures has been
/// checked before.
[[nodiscard]] std::vector<RecordCondition> read_conditions(const FixtureValue& list);

}  // namespace plumbline::mock
