#pragma once
// Judges, merges and completes requests by the contract's rules. The mock enforces with it; the
// generator proves with it that an invalid request is invalid.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/rule.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One broken rule.
struct RuleViolation {
    const Rule* rule = nullptr;
    std::string pointer;  ///< in the request
    std::string message;
};

/// What the rules must know beyond the request. Empty functions mean "anything is known".
struct Facts {
    std::string hosting = "cloud";
    std::set<std::string, std::less<>> disabled_rules;  ///< ids that are switched off
    std::map<std::string, std::set<std::string>, std::less<>>
        lifted_rules;  ///< rule id → sources for which it is switched off
    /// Says whether `operation_id` has given out `value`.
    std::function<bool(std::string_view operation_id, std::string_view value)> issued;
    /// Returns the compute kind of a listener, "" if unknown.
    std::function<std::string(std::string_view listener_id)> compute_kind;
};

/// Returns every broken rule of `request` (a body that fits its schema); `current` is the record a
/// patch changes, null on create.
[[nodiscard]] std::vector<RuleViolation> judge_rules(const Operation& operation,
                                                     const ApiDocument& api,
                                                     const Json& request,
                                                     const Json* current,
                                                     const Facts& facts);

/// Says whether a patch's value of an immutable field is the one that the record holds.
[[nodiscard]] bool is_same_value(const Rule& immutable, const Json& held, const Json& wanted);

/// Returns the violations of defaults that no number can hold (2 times 1e308); `effective` is the
/// record that the request makes.
[[nodiscard]] std::vector<RuleViolation> judge_defaults(const Operation& operation,
                                                        const Json& effective,
                                                        const Facts& facts);

/// Returns `current` with the patch applied: null means "not supplied", objects merge, lists merge
/// by the names of their items, fields with kReplace are replaced as a whole, fields the record
/// does not have are left out, immutable ones stay spelt as they are.
[[nodiscard]] Json merge_patch(const Operation& operation,
                               const Json& current,
                               const Json& request);

/// Returns the complete record that a create makes of a request, which is an object.
[[nodiscard]] Json new_record(const Operation& operation, const Json& request, const Facts& facts);
/// The same of a request that nobody needs any more.
[[nodiscard]] Json new_record(const Operation& operation, Json&& request, const Facts& facts);

/// Completes a new or changed record: every field of the success answer is there (null if it has no
/// value; the caller sets the read-only ones), decimals are rounded half away from zero, defaults
/// filled, chains included; one that no number can hold stays null.
void complete_record(const Operation& operation, Json& record, const Facts& facts);

/// Returns the pointers of the patch's fields that make a new revision, empty if none does.
[[nodiscard]] std::vector<std::string> revision_triggers(const Operation& operation,
                                                         const Json& request);

}  // namespace plumbline
