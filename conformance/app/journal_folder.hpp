#pragma once
// The folder of the clean-up journals.

#include "spec/base/result.hpp"

#include <string>

namespace plumbline::app {

/// Returns the folder that --journal-dir names; without the option, `plumbline/journal` in the
/// environment's folder for state: XDG_STATE_HOME, else .local/state in HOME. Errors: kUsage.
[[nodiscard]] Result<std::string> journal_folder(const std::string& option);

}  // namespace plumbline::app
