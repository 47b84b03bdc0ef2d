#pragma once
// The memory that a value takes.

#include "spec/json/json_fwd.hpp"

#include <cstddef>

namespace plumbline {

/// Returns about how many bytes of memory a value takes; stops counting beyond `enough`.
[[nodiscard]] std::size_t size_in_memory(const Json& value, std::size_t enough);

}  // namespace plumbline
