// Renders how much of the contract a run verified.

#include "reports/text_format.hpp"

#include <fmt/format.h>

#include <utility>

namespace plumbline::reports {

std::string render_coverage_verdict(const RunResult& result) {
    if (result.requirements.empty()) return "";
    const CoverageCounts counts = result.coverage_counts();
    std::string lines = fmt::format("coverage: {} of {} checkable requirements verified ({} %)",
                                    counts.verified,
                                    counts.checkable,
                                    counts.verified_percent());
    for (const auto& [count, name] : {std::pair(counts.failed, "failed"),
                                      std::pair(counts.warned, "warned"),
                                      std::pair(counts.deviated, "deviated"),
                                      std::pair(counts.observed, "observed"),
                                      std::pair(counts.not_exercised, "not exercised")}) {
        if (count > 0) lines += fmt::format(", {} {}", count, name);
    }
    lines += '\n';
    for (const CoverageGate& gate : result.gates) {
        if (!gate.met)
            lines += fmt::format("gate not met: {}: {}\n", gate.gate, one_line(gate.got));
    }
    return lines;
}

}  // namespace plumbline::reports
