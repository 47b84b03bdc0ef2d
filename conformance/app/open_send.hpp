#pragma once
// The way to the target: a client of this program.

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/clock.hpp"

namespace plumbline::app {

/// Makes a client that trusts as the target says and returns what sends with it. One thread at a
/// time.
[[nodiscard]] client::Send open_send(const runner::Target& target, const Clock& clock);

}  // namespace plumbline::app
