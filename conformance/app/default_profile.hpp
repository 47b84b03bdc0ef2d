#pragma once
// The profile that counts when no target is named.

#include "conformance/app/options.hpp"

#include <ostream>

namespace plumbline::app {

/// The file that `plumbline init` writes and that counts in the folder where it is.
inline constexpr const char* kDefaultProfile = "plumbline.yaml";
/// `--target none`: no profile, also if there is a file.
inline constexpr const char* kNoProfile = "none";

/// Returns the command with its profile: if no option names a target or is about the embedded mock,
/// the file above, if it exists, which is printed. `--target none` prevents this.
[[nodiscard]] RunCommand with_default_profile(RunCommand command, std::ostream& err);

}  // namespace plumbline::app
