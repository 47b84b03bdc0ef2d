#pragma once
// The fixtures that the build embeds into the program (cmake/embed.cmake).

#include "spec/embedded/embedded_file.hpp"

#include <span>

namespace plumbline {

/// Returns every embedded fixture, sorted by its path in the repository.
[[nodiscard]] std::span<const EmbeddedFile> embedded_fixtures();

}  // namespace plumbline
