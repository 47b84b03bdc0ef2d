#pragma once
// Inputs of scenarios from environment variables: PLUMBLINE_INPUT_name.

#include "conformance/app/given_inputs.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/error.hpp"
#include "spec/base/result.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace plumbline::app {

/// The inputs that variables give, and the variables whose input no suite declares.
struct VariableInputs {
    runner::GivenInputs inputs;
    std::vector<Error> warnings;
};

/// Returns the variable of an input: each character that is no letter, digit or `_` becomes `_`.
[[nodiscard]] std::string input_variable(const std::string& input);

/// Reads the inputs that the suites declare from `variables`, which are those that begin as
/// input_variable does. An input that can be a text is the text of its variable, or the object or
/// array in it; another is JSON. All are secret. Errors: as GivenInputs of `env:VARIABLE`, and
/// kUsage (an empty variable).
[[nodiscard]] Result<VariableInputs> read_variable_inputs(
    const runner::Suites& suites, const std::map<std::string, std::string>& variables);

/// Returns these variables of the environment.
[[nodiscard]] std::map<std::string, std::string> input_variables();

}  // namespace plumbline::app
