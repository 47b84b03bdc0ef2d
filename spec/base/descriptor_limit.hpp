#pragma once
// The limit of open files of this process and of the processes it starts.

#include <cstdint>

namespace plumbline {

/// Raises the limit of open files to the hard limit, as each connection needs one. Returns the
/// limit afterwards; 0 if the system does not tell it.
std::uint64_t raise_descriptor_limit();

}  // namespace plumbline
