#pragma once
// Cases for path and query parameters.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// A call with one parameter just inside or just outside of its limits.
struct ParameterCase {
    const Operation* operation = nullptr;
    const Parameter* parameter = nullptr;
    std::string rule;  ///< end of the name, e.g. `minimum-outside`
    SharedJson value;
    bool is_refused = false;
    std::vector<std::string> verifies;
};

/// Returns the name of a case's scenario: `generated/<operation>/<in>/<parameter>/<rule>`.
[[nodiscard]] std::string scenario_name(const ParameterCase& one);

/// The cases of parameters, and why others are missing: kInvalid (a case that cannot be verified),
/// the errors of compiling the schema.
struct ParameterCases {
    std::vector<ParameterCase> cases;
    std::vector<Error> omissions;
};

/// Returns the cases of all operations of a document, each verified with the parameter's schema.
/// Path parameters get only refused cases: every other case shows an accepted one.
[[nodiscard]] ParameterCases parameter_cases(const ApiDocument& api);

}  // namespace plumbline::generate
