#pragma once
// The deliberate faults of the mock that break each requirement.

#include "spec/base/result.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline::app {

/// Returns the ids of the faults in `fixtures/faults` by requirement id. Together with the mock
/// itself, which conforms, a fault shows a requirement from both sides: it holds and it is broken.
/// Errors: kInvalid.
[[nodiscard]] Result<std::map<std::string, std::vector<std::string>>> requirement_faults();

}  // namespace plumbline::app
