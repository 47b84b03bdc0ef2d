#pragma once
// What operations do with runs: start them, stream them, join them.

#include "mock_server/engine/scene.hpp"

namespace plumbline::mock {

/// Starts a run, in the thread that the path names if it names one, and streams it.
[[nodiscard]] Reply stream_run(const Scene& scene);
/// Starts a run of the thread that nobody reads yet.
[[nodiscard]] Reply start_run(const Scene& scene);
/// Streams what a run of the thread tells from now on.
[[nodiscard]] Reply join_run(const Scene& scene);

}  // namespace plumbline::mock
