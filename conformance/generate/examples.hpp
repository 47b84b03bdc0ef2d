#pragma once
// What the generated scenarios need and the contract does not say: examples.yaml.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::generate {

/// A valid body that cases start from.
struct Base {
    std::string name;
    std::string source;
    std::vector<std::string> hostings;  ///< on which it is valid, and cases of it are proven
    std::map<std::string, std::vector<std::string>> needs;  ///< input → its members
    SharedJson body;
};

/// How a rule of x-rules is kept and broken. Pointers are those of values in the rule's object.
struct Condition {
    std::string rule;
    std::vector<std::map<std::string, SharedJson>> holds;
    std::map<std::string, SharedJson> broken;  ///< changes the first of `holds`
};

struct Examples {
    SharedJson parameters;  ///< of every step, as Arazzo writes them
    SharedJson inputs;      ///< properties of every workflow's inputs
    SharedJson settle;      ///< the step that waits until what was created is deployed
    std::string revision;   ///< pointer of a record's latest revision
    std::vector<Base> bases;
    SharedJson stand_ins;                                      ///< for the inputs
    std::map<std::string, std::string> compute_kinds;          ///< of the listeners among them
    std::map<std::string, std::string, std::less<>> existing;  ///< place of a body → an input
    std::vector<Condition> conditions;
    std::map<std::string, std::vector<std::string>, std::less<>> requirements;
    std::map<std::string, std::string, std::less<>>
        passed_over;  ///< operations that no cases are made for → why

    [[nodiscard]] const Base* find_base(std::string_view name) const;
    [[nodiscard]] const Condition* find_condition(std::string_view rule) const;
    /// Returns the input with what has to exist where the target is, to stand at a place; null
    /// where any value does.
    [[nodiscard]] const std::string* existing_at(std::string_view place) const;
    /// Returns the ledger ids of what is looked at around cases; none for an unknown name.
    [[nodiscard]] std::vector<std::string> requirements_of(std::string_view what) const;

    /// Errors: kInvalid, with position.
    [[nodiscard]] static Result<Examples> load(const Document& document);
};

/// Loads the embedded examples.
[[nodiscard]] Result<Examples> load_examples();

}  // namespace plumbline::generate
