#pragma once
// Socket and process settings for a server with many connections.

#include <cstddef>

namespace plumbline::mock {

/// Configures an accepted socket: small responses are sent immediately, vanished peers are
/// detected, and the kernel's send buffer is limited.
void set_socket_options(int fd);

/// Returns the number of open descriptors of the process.
[[nodiscard]] std::size_t open_descriptors();

}  // namespace plumbline::mock
