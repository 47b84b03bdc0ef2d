#pragma once
// Loads a mock and checks that it loses nothing, does not grow and stays fast.

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace plumbline::soak {

struct SoakOptions {
    std::uint64_t seconds = 60;
    std::uint64_t streams = 5'000;   ///< at the same time
    std::uint64_t connects = 2'000;  ///< per second
    std::uint64_t silent = 100;      ///< clients that do not read
    std::uint64_t pause_ms = 1'000;  ///< between two events of a stream
    /// Measured: 16 ms. Not judged beside other programs.
    double rest_p99_ms = 100;
    std::string mock{};  ///< program; "" for plumbline-mock beside this one
    std::vector<std::string> mock_options{};
};

/// Loads a mock of its own, prints the figures and each violated bound. Returns the exit code: 0
/// if all bounds hold, 1 if one is violated, 2 if the mock cannot be loaded. Blocks for `seconds`
/// and the time of a stream.
[[nodiscard]] int run_soak(const SoakOptions& options, std::ostream& out, std::ostream& err);

}  // namespace plumbline::soak
