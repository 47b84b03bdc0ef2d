#pragma once
// What happens to records when a request or a transition succeeds, as fixtures state it.

#include "mock_server/lifecycle/condition.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// A whole number's share: `of` as many parts of `parts` as are `done`. All are pointers.
struct Portion {
    std::string of;
    std::string done;
    std::string parts;
};

/// A placeholder as Life::value_of fills it: `{parent:/source}` is kParent of "/source".
struct Reference {
    enum class Word {
        kId,
        kNow,
        kTenant,
        kSha,
        kUuid,
        kParentId,
        kBody,
        kParent,
        kNamed,
        kDay,
        kRequest,
        kBefore,
    };
    Word word = Word::kId;
    std::string argument;  ///< what stands behind the colon, "" for none
};

/// Reads a placeholder's name, without its braces; nothing for one that is not Life's.
[[nodiscard]] std::optional<Reference> read_reference(std::string_view name);

/// One effect. A fault names it by its id.
struct Effect {
    enum class Kind {
        kSet,      ///< sets `pointer` of the subject to `value`
        kAdd,      ///< adds the number `value` to the one at `pointer`, which is 0 if not there
        kAppend,   ///< puts `value` behind the items of the array at `pointer`
        kPortion,  ///< sets `pointer` to `portion`
        kCreate,   ///< makes `value` records of the collection `name` that belong to this one
        kFire,     ///< gives the subject's machine the event `name`, once all else is done
        kStop,     ///< the subject's alarm `name` does not ring any more
    };
    std::string id;
    Kind kind = Kind::kSet;
    Subject on = Subject::kSelf;
    std::string pointer;   ///< may hold placeholders; kCreate: where a new record's number goes
    JsonPointer place;     ///< the same, where it holds none
    SharedJson value;      ///< may hold placeholders
    bool moves = false;    ///< the pointer does
    bool is_form = false;  ///< the value does
    std::optional<Reference> whole{};  ///< the placeholder that is the whole value, if one is
    Portion portion;
    std::string name;
    bool needs_trigger = false;   ///< only if the patch makes a new revision
    bool tells_request = false;   ///< a placeholder stands for what the request says
    std::vector<Condition> when;  ///< all must hold
};

/// Says whether one of them needs Cause::told.
[[nodiscard]] bool tell_request(const std::vector<Effect>& effects);

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

}  // namespace plumbline::mock
