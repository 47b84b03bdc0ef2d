#pragma once
// Conditions under which a load run has failed, as `--fail-if` takes them.

#include "benchmarks/load/result/figure.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

enum class GateComparison { kLess, kAtMost, kMore, kAtLeast };

/// What a level must not be: a figure beyond a limit, or bound by the client.
struct GateCondition {
    std::string text;              ///< as it was written
    std::optional<Figure> figure;  ///< none: `client_bound`
    GateComparison comparison = GateComparison::kMore;
    double limit = 0;
    std::optional<double> target;  ///< only levels of this target
};

/// Reads `FIGURE <|<=|>|>= LIMIT [at TARGET]` or `client_bound [at TARGET]`, e.g.
/// `ttfc_p99 > 200ms`, `failed_share > 0.1%`, `achieved < 480/s at 500`. Limits: times in ns, us,
/// ms or s; shares plain or in %; rates plain or in /s; else plain numbers, also as 1e5. Errors:
/// kSyntax; says in which column, and which figures there are.
[[nodiscard]] Result<GateCondition> parse_gate(std::string_view written);

enum class GateOutcome {
    kPassed,
    kViolated,
    kUnknown,  ///< the figure is missing, or its samples are too few: counts as violated
};

/// What a condition says of one level.
struct GateFinding {
    GateOutcome outcome = GateOutcome::kPassed;
    std::optional<std::size_t> level{};  ///< index; none: no level was there to judge
    std::optional<double> value{};
    std::string text{};  ///< one sentence: the condition, the level, the value, the limit

    [[nodiscard]] bool is_against() const { return outcome != GateOutcome::kPassed; }
    bool operator==(const GateFinding&) const = default;
};

/// Judges every level that the condition is for, in their order. A result in which there is none
/// is one kUnknown: a gate that saw nothing must not pass.
[[nodiscard]] std::vector<GateFinding> judge_gate(const GateCondition& condition,
                                                  const LoadResult& result);

}  // namespace plumbline::load
