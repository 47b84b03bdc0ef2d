#pragma once
// The figures of a soak test and their bounds.

#include "benchmarks/load/result/result.hpp"
#include "benchmarks/soak/connections.hpp"
#include "benchmarks/soak/resource_use.hpp"
#include "benchmarks/soak/rest_calls.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace plumbline::soak {

/// What was measured.
struct SoakFigures {
    load::Level streams{};
    ConnectionFigures connections{};
    RestFigures rest{};
    ResourceTrend trend{};
    double descriptors_before = 0;  ///< before the first connection
    double descriptors_after = 0;   ///< after the last one was closed
    double other_cores = 0;         ///< cores that other programs used
    std::string mock_end{};         ///< how the mock ended by itself, "" if it did not
};

/// Returns whether other programs used the cores: then time and the number of open connections
/// describe them.
[[nodiscard]] bool is_disturbed(const SoakFigures& figures);
/// Returns a sentence for each bound that the figures violate.
[[nodiscard]] std::vector<std::string> violated_bounds(const SoakFigures& figures,
                                                       double max_rest_p99_ms);
/// Returns a line for each figure.
[[nodiscard]] std::string figures_text(const SoakFigures& figures);

}  // namespace plumbline::soak
