#pragma once
// Target profiles: everything about a target that does not change from run to run, in a file.

#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::app {

/// Reads a profile (YAML or JSON; its shape stands in target_profile.schema.json) as the target it
/// is in one of its `regions`, or by itself (""). Secrets come from the environment variables it
/// names; files it names lie beside it. Errors: kNotFound, kSyntax, kInvalid (all with
/// file:line:column), kUsage (a named variable is not set; no such region).
[[nodiscard]] Result<runner::Target> load_profile(const std::string& path,
                                                  const std::string& region = "");

}  // namespace plumbline::app
