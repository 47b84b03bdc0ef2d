#pragma once
// Data that the generated scenarios need and the contract does not have: examples.yaml.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::generate {

/// A valid body that cases start from.
struct BaseBody {
    std::string name;
    std::string source;
    std::vector<std::string> hostings;  ///< where it is valid, and for which its cases are verified
    std::map<std::string, std::vector<std::string>> required_inputs;  ///< input → its members
    SharedJson body;
};

/// Values that satisfy or violate a rule of x-rules. The pointers start at the rule's object.
struct RuleExamples {
    std::string rule;
    std::vector<std::map<std::string, SharedJson>> valid;
    std::map<std::string, SharedJson> invalid;  ///< changes the first of `valid`
};

struct GeneratorExamples {
    SharedJson parameters;  ///< parameters of every step, in the form of Arazzo
    SharedJson inputs;      ///< properties of every workflow's inputs
    SharedJson wait_step;   ///< the step that waits until the created record is deployed
    std::string revision;   ///< pointer of a record's latest revision
    std::vector<BaseBody> bases;
    SharedJson placeholders;  ///< placeholder values for the inputs
    /// Compute kinds of the listeners among the inputs.
    std::map<std::string, std::string> compute_kinds;
    std::map<std::string, std::string, std::less<>> existing;  ///< location of a body → an input
    std::vector<RuleExamples> rule_examples;
    std::map<std::string, std::vector<std::string>, std::less<>> requirements;
    std::map<std::string, std::string, std::less<>>
        skipped_operations;  ///< operations without cases → reason

    [[nodiscard]] const BaseBody* find_base(std::string_view name) const;
    [[nodiscard]] const RuleExamples* find_rule_examples(std::string_view rule) const;
    /// Returns the input for a location whose value must exist at the target; null if any value is
    /// accepted.
    [[nodiscard]] const std::string* existing_at(std::string_view location) const;
    /// Returns the ledger ids of a check around cases; none for an unknown name.
    [[nodiscard]] std::vector<std::string> requirements_of(std::string_view what) const;

    /// Errors: kInvalid, with position.
    [[nodiscard]] static Result<GeneratorExamples> load(const Document& document);
};

/// Loads the embedded examples.
[[nodiscard]] Result<GeneratorExamples> load_examples();

}  // namespace plumbline::generate
