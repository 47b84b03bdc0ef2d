#pragma once
// Conditions under which a load run has failed, as in `--fail-if`.

#include "benchmarks/load/result/conditions/figure.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// A condition that no level may meet: a figure beyond a limit, or a client-bound level.
struct GateCondition {
    std::string text;                                     ///< the condition as written
    std::optional<Figure> figure;                         ///< not set for `client_bound`
    bool (*holds)(double value, double limit) = nullptr;  ///< set if `figure` is
    double limit = 0;
    std::optional<double> target;  ///< only levels with this target
};

/// Parses `FIGURE <|<=|>|>= LIMIT [at TARGET]` or `client_bound [at TARGET]`, e.g. `ttfc_p99 >
/// 200ms`, `failed_share > 0.1%`, `achieved < 480/s at 500`. Limits: times in ns, us, ms, s, m
/// or h; shares plain or in %; rates plain, in /s or /m; otherwise plain numbers, also in the form
/// 1e5. Errors: kSyntax, with the column and the known figures (also a limit that no figure can
/// exceed, such as 5 for 5%, and a condition that no result or every result meets).
[[nodiscard]] Result<GateCondition> parse_gate(std::string_view written);

enum class GateOutcome {
    kPassed,
    kViolated,
    kUnknown,  ///< the figure is missing or has too few samples: counts as violated
};

/// The result of a condition for one level.
struct GateFinding {
    GateOutcome outcome = GateOutcome::kPassed;
    std::optional<std::size_t> level{};  ///< index; not set if the result has no such level
    std::optional<double> value{};
    std::string text{};  ///< one sentence with the condition, the level, the value and the limit

    [[nodiscard]] bool is_failure() const { return outcome != GateOutcome::kPassed; }
};

/// Checks each level that the condition applies to, in order. A result without such a level yields
/// one kUnknown: a gate that checked nothing must not pass.
[[nodiscard]] std::vector<GateFinding> check_gate(const GateCondition& condition,
                                                  const LoadResult& result);

/// Returns JUnit XML with a case for each condition and level that it applies to: passed, a failure
/// (violated) or an error (unknown); also one for each of the unconditional failures, and an error
/// for each level that was interrupted or had no response, since an incomplete measurement never
/// passes.
[[nodiscard]] std::string render_junit(const std::vector<GateCondition>& conditions,
                                       const LoadResult& result);

/// Returns why a result fails without any condition: a level is undercounted (unknown), or none of
/// its requests succeeded, and some failed or none is in progress (violated; in a sweep, which
/// overloads the server on purpose: of its first level).
[[nodiscard]] std::vector<GateFinding> unconditional_failures(const LoadResult& result);

}  // namespace plumbline::load
