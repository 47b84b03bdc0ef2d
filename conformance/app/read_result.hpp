#pragma once
// Reads the result.json of a run.

#include "reports/result.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::app {

/// Errors: kNotFound, kIo, kSyntax, kInvalid (not a result, or of another version), with the file
/// and what is expected.
[[nodiscard]] Result<reports::RunResult> read_result(const std::string& path);

/// The same for a result that is compared with another. Errors: also kInvalid (a shard, or a run
/// that did not end).
[[nodiscard]] Result<reports::RunResult> read_whole_result(const std::string& path);

}  // namespace plumbline::app
