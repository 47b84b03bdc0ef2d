#pragma once
// Input values that come from files and environment variables.

#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"
#include "spec/json/document.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::app {

/// The largest file from which an input, or a file of inputs, is read. Unit: bytes.
inline constexpr std::size_t kMaxInputFile = std::size_t{1024} * 1024U;

/// Returns the value in a file or variable: an object or array if the text is one in JSON, else the
/// text itself, so that a secret of digits stays a text. One line end at the end of a file is not
/// part of the value. Errors: kUsage (a variable that is not set or empty, an empty file),
/// kNotFound and kIo (the file), kLimit, kInvalid (not UTF-8).
[[nodiscard]] Result<Json> input_from_file(const std::string& path);
[[nodiscard]] Result<Json> input_from_variable(const std::string& variable);

/// Reads the object of inputs at a pointer of a document. A member `{env: VARIABLE}` or `{file:
/// PATH}`, relative to the document, is replaced by the value and is secret. Errors: as above, and
/// kInvalid (not an object); all with file:line:column.
[[nodiscard]] Result<runner::GivenInputs> read_given_inputs(const Document& document,
                                                            const std::string& pointer);

}  // namespace plumbline::app
