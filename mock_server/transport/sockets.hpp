#pragma once
// Settings of sockets and of the process that a server of many connections needs.

#include <cstddef>

namespace plumbline::mock {

/// Prepares an accepted socket: small replies leave at once, dead peers are noticed, and the kernel
/// keeps no more than we mean to keep.
void set_socket_options(int fd);

/// Raises the limit of open file descriptors as far as allowed and returns it.
[[nodiscard]] std::size_t raise_descriptor_limit();

/// Returns how many descriptors the process has open.
[[nodiscard]] std::size_t open_descriptors();

}  // namespace plumbline::mock
