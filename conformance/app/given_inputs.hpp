#pragma once
// The inputs of scenarios that the command line gives.

#include "conformance/app/options.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"

namespace plumbline {
class OptionGroup;
}  // namespace plumbline

namespace plumbline::app {

/// Adds --input and --inputs.
void add_input_options(OptionGroup& group, RunCommand& run);

/// The inputs of the command line, by their option.
struct CommandInputs {
    runner::GivenInputs of_files;    ///< --inputs; a later file overrides an earlier one
    runner::GivenInputs of_options;  ///< --input
};

/// Reads the inputs of a command. A value of --input is `@FILE`, `env:VARIABLE` (both secret), JSON
/// or text; a backslash before `@` or `env:` makes it a text. Errors: those of input_from_file,
/// input_from_variable and read_given_inputs, and kUsage (no name); each names its option, none
/// contains a value.
[[nodiscard]] Result<CommandInputs> read_inputs(const RunCommand& command);

/// Returns the inputs of both; those of `overriding` count.
[[nodiscard]] runner::GivenInputs merged(const runner::GivenInputs& given,
                                         const runner::GivenInputs& overriding);

}  // namespace plumbline::app
