#pragma once
// What happens to records when a request or a transition succeeds, as fixtures state it.

#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Whose body is meant: the record's own, or that of the record it belongs to.
enum class Subject { kSelf, kParent };

/// Holds if one of `fields` of the subject has one of the accepted values, or (`missing`) has none,
/// or (`other_than`) has another value than a neighbour.
struct Condition {
    std::string id;  ///< by which a fault switches it off: then it always holds
    Subject on = Subject::kSelf;
    std::vector<std::string> fields;  ///< pointers
    std::vector<std::string> values;  ///< accepted ones, as condition_text gives them
    std::string list;                 ///< or: the world's list of accepted ones
    bool missing = false;             ///< or: absent and null are accepted
    std::string event;                ///< or: pointer of the accepted one in what the event tells
    std::string other_than;           ///< or: pointer of the one that is not accepted
};

/// One effect. A fault names it by its id.
struct Effect {
    enum class Kind {
        kSet,     ///< sets `pointer` of the subject to `value`, placeholders filled
        kCreate,  ///< makes a record of `collection` that belongs to this one
    };
    std::string id;
    Kind kind = Kind::kSet;
    Subject on = Subject::kSelf;
    std::string pointer;
    SharedJson value;
    std::string collection;
    bool needs_trigger = false;   ///< only if the patch makes a new revision
    std::vector<Condition> when;  ///< all must hold
};

/// What fills placeholders: the record alone, the request behind an operation's effects as well, or
/// no record at all.
enum class Around { kRecord, kRequest, kNothing };

/// Reads the effects in the array at `pointer`, none if there is no array. Errors: kInvalid
/// (a placeholder that nothing fills), with position.
[[nodiscard]] Result<std::vector<Effect>> read_effects(const Document& fixture,
                                                       const std::string& pointer,
                                                       Around around = Around::kRecord);

/// Checks that the value at `pointer` holds only placeholders that Life::value_of fills there, or
/// those in `also`. Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_placeholders(const Document& fixture,
                                              const std::string& pointer,
                                              Around around = Around::kRecord,
                                              const std::vector<std::string>& also = {});

/// Returns the text that conditions compare of a value: of a string itself, of a boolean its name;
/// nothing of any other.
[[nodiscard]] std::optional<std::string> condition_text(const Json& value);

/// Reads the conditions in the array at `pointer`, none if there is no array.
[[nodiscard]] std::vector<Condition> read_conditions(const Document& fixture,
                                                     const std::string& pointer);

}  // namespace plumbline::mock
