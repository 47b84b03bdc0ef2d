#pragma once
// Does not wait again and again for what does not answer.

#include "conformance/client/client.hpp"

namespace plumbline::cleanup {

/// So many calls in a row may get no answer in time.
inline constexpr int kPatience = 3;

/// Sends no more to a base URL at which nothing is there (kUnreachable), or once kPatience calls in
/// a row got no answer in time (kTimeout): what else is to go there fails at once, as the last call
/// did. Thread: one thread at a time.
[[nodiscard]] client::Send sparing(client::Send send);

}  // namespace plumbline::cleanup
