#pragma once
// Checks, merges and completes requests by the rules of the contract. The mock enforces the rules
// with it; the generator verifies with it that an invalid request is invalid.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/model/rule.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One violation of a rule.
struct RuleViolation {
    const Rule* rule = nullptr;
    std::string pointer;  ///< pointer in the request
    std::string message;
};

/// Information for the rules beyond the request. An empty function accepts every value.
struct RuleContext {
    std::string hosting = "cloud";
    std::set<std::string, std::less<>> disabled_rules;  ///< ids
    std::map<std::string, std::set<std::string>, std::less<>>
        disabled_for_sources;  ///< rule id → sources for which the rule is disabled
    /// Returns whether `operation_id` has issued `value`.
    std::function<bool(std::string_view operation_id, std::string_view value)> is_issued;
    /// Returns the compute kind of a listener, "" if unknown.
    std::function<std::string(std::string_view listener_id)> compute_kind;
};

/// Returns all violations of rules by `request`, a body that matches its schema. `current` is the
/// record that a patch changes, null on create.
[[nodiscard]] std::vector<RuleViolation> check_request_rules(const Operation& operation,
                                                             const ApiDocument& api,
                                                             const Json& request,
                                                             const Json* current,
                                                             const RuleContext& context);

/// Returns whether the value of an immutable field in a patch equals that of the record.
[[nodiscard]] bool is_same_value(const Rule& immutable, const Json& held, const Json& wanted);

/// Returns the violations of derived defaults that are out of range (2 times 1e308). `effective` is
/// the record that results from the request.
[[nodiscard]] std::vector<RuleViolation> check_defaults(const Operation& operation,
                                                        const Json& effective,
                                                        const RuleContext& context);

/// Returns `current` with the patch applied. Null means "not supplied"; objects merge; lists merge
/// by the names of their items; a field with kReplace is replaced as a whole. Fields that the
/// record does not have are ignored. Immutable ids keep their spelling.
[[nodiscard]] Json merge_patch(const Operation& operation,
                               const Json& current,
                               const Json& request);

/// Returns the complete record that a create request makes. The request is an object.
[[nodiscard]] Json new_record(const Operation& operation,
                              const Json& request,
                              const RuleContext& context);
/// Does the same, but moves the values out of the request.
[[nodiscard]] Json new_record(const Operation& operation,
                              Json&& request,
                              const RuleContext& context);

/// Completes a new or changed record. Adds every missing field of the success response as null (the
/// caller sets the read-only ones), rounds decimals half away from zero, and applies defaults,
/// including derived ones; a default that is out of range stays null.
void complete_record(const Operation& operation, Json& record, const RuleContext& context);

/// Returns the pointers of the fields in the patch that create a new revision.
[[nodiscard]] std::vector<std::string> revision_triggers(const Operation& operation,
                                                         const Json& request);

}  // namespace plumbline
