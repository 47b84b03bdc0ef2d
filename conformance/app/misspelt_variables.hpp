#pragma once
// Environment variables whose names are nearly those of variables that plumbline reads.

#include "conformance/runner/target.hpp"
#include "spec/base/error.hpp"

#include <string>
#include <vector>

namespace plumbline::app {

/// Returns a warning for each of the `given` variables that is none of `known`, but has nearly such
/// a name. Variables of inputs are not judged here, see read_variable_inputs.
[[nodiscard]] std::vector<Error> misspelt_variables(const std::vector<std::string>& given,
                                                    const std::vector<std::string>& known);

/// Returns these warnings for the environment. Known are those that give options or credentials,
/// that `repeat` commands use, and that the target names.
[[nodiscard]] std::vector<Error> misspelt_variables(const runner::Target& target);

}  // namespace plumbline::app
