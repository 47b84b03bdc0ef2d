#pragma once
// The fixtures the build put into the program (cmake/embed.cmake).

#include "spec/embedded/embedded_file.hpp"

#include <span>

namespace plumbline {

/// Returns every file the mock plays from, sorted by its path in the repository.
[[nodiscard]] std::span<const EmbeddedFile> embedded_fixtures();

}  // namespace plumbline
