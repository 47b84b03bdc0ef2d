#pragma once
// The connection to the target: a client of this program.

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/clock.hpp"

#include <string>

namespace plumbline::app {

/// Returns the proxies and authorities of the environment; if there is a `ca_file` (of `option`, or
/// of the profile if `option` is empty), it replaces the authorities.
[[nodiscard]] client::ConnectionSettings connection_settings(const std::string& ca_file,
                                                             const std::string& option);

/// Creates a client with the target's connection settings and TLS files and returns its send
/// function. The function is not thread-safe: it uses one client.
[[nodiscard]] client::Send make_send(const runner::Target& target,
                                     const Clock& clock,
                                     client::ClientOptions options = {});

}  // namespace plumbline::app
