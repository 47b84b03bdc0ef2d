#pragma once
// Where clean-up journals lie.

#include "spec/base/result.hpp"

#include <string>

namespace plumbline::app {

/// Returns the folder that --journal-dir names; without one `plumbline/journal` in the folder that
/// the environment gives for state: XDG_STATE_HOME, else .local/state in HOME. Errors: kUsage.
[[nodiscard]] Result<std::string> journal_folder(const std::string& option);

}  // namespace plumbline::app
