#pragma once
// The inputs of scenarios that profiles, files and the command line give.

#include "conformance/app/options.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"
#include "spec/json/document.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::app {

/// Returns the value of a text from outside: an object or array if it is one in JSON, else the
/// text. `source` names it in errors. Errors: kInvalid (not UTF-8).
[[nodiscard]] Result<Json> external_value(std::string text, const std::string& source);

/// Reads the object of inputs at a pointer of a document. A member `{env: VARIABLE}` or `{file:
/// PATH}`, relative to the document, is replaced by the value and is secret: an object or array if
/// the text is one in JSON, else the text itself, so that a secret of digits stays a text. One line
/// end at the end of a file is not part of the value. Errors, all with file:line:column: kInvalid
/// (not an object, not UTF-8), kUsage (a variable that is not set or empty, an empty file),
/// kNotFound and kIo (the file), kLimit.
[[nodiscard]] Result<runner::GivenInputs> read_given_inputs(const Document& document,
                                                            const std::string& pointer);

/// The inputs of the command line, by their option.
struct CommandInputs {
    runner::GivenInputs of_variables{};  ///< see variable_inputs.hpp
    runner::GivenInputs of_files;        ///< --inputs; a later file overrides an earlier one
    runner::GivenInputs of_options;      ///< --input
};

/// Reads the inputs of a command. A value of --input is `@FILE`, `env:VARIABLE` (both secret), JSON
/// or text; a backslash before `@` or `env:` makes it a text. Errors: those of
/// read_given_inputs, and kUsage (no name); each names its option, none contains a value.
[[nodiscard]] Result<CommandInputs> read_inputs(const RunCommand& command);

/// Returns the inputs of both; those of `overriding` count.
[[nodiscard]] runner::GivenInputs merged(const runner::GivenInputs& given,
                                         const runner::GivenInputs& overriding);

}  // namespace plumbline::app
