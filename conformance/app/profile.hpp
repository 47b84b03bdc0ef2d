#pragma once
// Target profiles: files with the settings of a target that stay the same from run to run.

#include "conformance/deviations/deviations.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <string>

namespace plumbline::app {

/// Returns the schema of profiles. Errors: none in a built program.
[[nodiscard]] Result<Document> profile_schema();

/// Reads a profile (YAML or JSON; its schema is target_profile.schema.json) and returns the target
/// in one of its `regions`, or outside them (""). Secrets come from the environment variables that
/// it names; file names are relative to it. Errors: kNotFound, kSyntax, kInvalid (all with
/// file:line:column), kUsage (a named variable is not set; unknown region).
[[nodiscard]] Result<runner::Target> load_profile(const std::string& path,
                                                  const std::string& region = "");

/// Reads only the known deviations of a profile, its own and those in the files that it names.
/// Errors: as load_profile; those of deviations::entries_at.
[[nodiscard]] Result<deviations::WrittenEntries> load_profile_deviations(const std::string& path);

}  // namespace plumbline::app
