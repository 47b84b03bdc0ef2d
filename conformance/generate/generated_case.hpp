#pragma once
// A generated case: a request, how it violates the contract, and what the response must show.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::generate {

/// A value that a response must show at a pointer.
struct ExpectedValue {
    std::string pointer;
    SharedJson value;  ///< a scalar or an expression; a null pointer accepts any value but null
    std::vector<std::string> verifies;
};

/// The expected outcome of a case; cases run in this order.
enum class ExpectedOutcome {
    kRefused,   ///< refused, and nothing has changed
    kAccepted,  ///< accepted, and the response shows it
    kNoEffect,  ///< refused or accepted, and nothing has changed
};

/// When a response must show the expected values.
enum class ValueVisibility {
    kAlways,
    kIfVisible,   ///< if the value is null, only its visibility is violated
    kIfAccepted,  ///< the case may also be refused
};

/// The expected effect on the latest revision.
enum class RevisionExpectation { kUnchecked, kNew, kSame };

/// One case of an operation with a body. Bodies may contain expressions over inputs.
struct GeneratedCase {
    std::string pointer;  ///< pointer in the body, items as `*`; empty for the whole body
    std::string rule;     ///< end of the name, e.g. `maximum-above`
    std::string base;     ///< the base that it starts from, see examples.yaml
    ExpectedOutcome outcome = ExpectedOutcome::kAccepted;
    SharedJson body;
    /// For a case that must be refused: a valid body that differs in one value.
    SharedJson valid_body;

    // What makes the body invalid: a rule of the contract or keywords of the schema.
    std::string violated_rule;                   ///< id of a rule
    std::vector<std::string> violated_keywords;  ///< one or several keywords of the schema
    std::string violation_pointer;               ///< pointer in the body
    std::string hosting;  ///< hosting where the body is invalid; if empty, where its base is valid
    std::string schema;   ///< pointer of the location's schema in the document, "" for rules

    std::vector<std::string> rules;     ///< ids of the rules that the case is about
    std::vector<std::string> verifies;  ///< requirements about the status
    std::vector<ExpectedValue> expected_values;
    ValueVisibility visibility = ValueVisibility::kAlways;
    RevisionExpectation revision = RevisionExpectation::kUnchecked;
    std::vector<std::string> revision_verifies;
    bool is_unchanged = false;  ///< accepted, and nothing has changed
    std::vector<std::string> unchanged_verifies;
    SharedJson setup_body;        ///< a body that is sent first; null if there is none
    std::string removed_pointer;  ///< the request removes the value that `setup_body` has here;
                                  ///< empty if not checked

    std::string issuer;  ///< operation that returns the value $steps.issue.outputs.value; empty if
                         ///< there is none
};

/// The expression for a value that an operation must issue first.
inline constexpr const char* kIssuedValue = "$steps.issue.outputs.value";

/// Returns a shared pointer to the value.
[[nodiscard]] SharedJson to_shared(Json value);

}  // namespace plumbline::generate
