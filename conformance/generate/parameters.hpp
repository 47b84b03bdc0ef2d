#pragma once
// Cases from what the contract says of path and query parameters.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// A call with one parameter that is just inside or just outside of what it may be.
struct ParameterCase {
    const Operation* operation = nullptr;
    const Parameter* parameter = nullptr;
    std::string rule;  ///< what the name ends with, e.g. `minimum-outside`
    SharedJson value;
    bool is_refused = false;
    std::vector<std::string> verifies;
};

/// Returns the name of a case's scenario: `generated/<operation>/<in>/<parameter>/<rule>`.
[[nodiscard]] std::string name_of(const ParameterCase& one);

/// Cases of parameters, and why others are left out: kInvalid (a case that cannot be proven), what
/// compiling the schema fails with.
struct ParameterCases {
    std::vector<ParameterCase> cases;
    std::vector<Error> left_out;
};

/// Returns the cases of all operations of a document, each proven by the parameter's schema. Of a
/// path only what is refused: what is taken every other case shows.
[[nodiscard]] ParameterCases parameter_cases(const ApiDocument& api);

}  // namespace plumbline::generate
