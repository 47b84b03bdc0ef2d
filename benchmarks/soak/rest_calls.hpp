#pragma once
// Creates and deletes workspaces, deployments and threads through the mock's API.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/http/url.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace plumbline::soak {

/// Measurements of sequential requests.
struct RestFigures {
    load::Histogram latency{};  ///< in ns
    std::uint64_t workspaces = 0;
    std::uint64_t deployments = 0;
    std::uint64_t failed = 0;
    std::string failure{};  ///< the first one
};

/// Creates threads in the default workspace and returns their ids. Errors: those of
/// client::Exchange, kInvalid (an unexpected status).
[[nodiscard]] Result<std::vector<std::string>> create_threads(const http::Url& mock,
                                                              std::uint64_t count,
                                                              const Clock& clock);

/// Repeats a cycle until `until`, or until `stop` is set, with a request every ten milliseconds:
/// creates a workspace and starts a stream there; creates, reads, lists and deletes a deployment
/// there and one in the default workspace; deletes the workspace, which must end the stream.
/// Blocks.
[[nodiscard]] RestFigures repeat_rest_cycle(const http::Url& mock,
                                            Instant until,
                                            Clock& clock,
                                            const std::atomic<bool>& stop);

}  // namespace plumbline::soak
