#pragma once
// The suites that are built into the program.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <vector>

namespace plumbline {

/// Returns the embedded suites in the order of their names. A failed Result means a broken build.
[[nodiscard]] std::vector<Result<Document>> embedded_suites();

}  // namespace plumbline
