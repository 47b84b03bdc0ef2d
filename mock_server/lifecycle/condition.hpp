#pragma once
// What must hold of a record before something happens to it, as fixtures state it.

#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Which records are meant: the record itself, the one it belongs to, those that belong to it.
enum class Subject { kSelf, kParent, kChildren };

/// A number that another one is compared with: one of the three.
struct Threshold {
    std::int64_t number = 0;
    std::string limit;    ///< or: the workspace's limit of that name
    JsonPointer pointer;  ///< or: what the record has there
};

/// Holds if one of `fields` of the subject has one of the accepted values, or (`missing`) has none,
/// or (`other_than`) has another value than a neighbour, or is a number that is `at_least` another;
/// or if the subject is, or all of its children are, in one of `states`.
struct Condition {
    std::string id;  ///< by which a fault switches it off: then it always holds
    Subject on = Subject::kSelf;
    std::vector<JsonPointer> fields;
    std::vector<std::string> values;  ///< accepted ones, as condition_text gives them
    std::string list;                 ///< or: the world's list of accepted ones
    bool missing = false;             ///< or: absent and null are accepted
    JsonPointer event;                ///< or: of the accepted one in what the event tells
    JsonPointer other_than;           ///< or: of the one that is not accepted
    std::optional<Threshold> at_least;
    std::vector<std::string> states;
};

/// Returns the subject that the member "on" of `node` names.
[[nodiscard]] Subject read_subject(const Json& node);

/// Returns the text that conditions compare of a value: of a string itself, of a boolean its name;
/// nothing of any other. It lives as long as the value.
[[nodiscard]] std::optional<std::string_view> condition_text(const Json& value);

/// Reads the conditions in the array at `pointer`, none if there is no array.
[[nodiscard]] std::vector<Condition> read_conditions(const Document& fixture,
                                                     const std::string& pointer);

}  // namespace plumbline::mock
