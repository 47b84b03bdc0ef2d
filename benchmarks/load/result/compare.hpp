#pragma once
// Reports whether one load result is better or worse than another, or whether that is undecidable.

#include "benchmarks/load/result/compare/confidence.hpp"
#include "benchmarks/load/result/conditions/scale.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

enum class ChangeVerdict {
    kBetter,
    kWorse,
    kSame,       ///< the change and its uncertainty are within the tolerance
    kUndecided,  ///< the noise is too large to decide
};
[[nodiscard]] std::string_view to_text(ChangeVerdict change);

/// The change of one figure of a level from A to B.
struct FigureChange {
    std::string name;  ///< name of the figure, as `--fail-if` names it
    FigureScale scale = FigureScale::kTime;
    std::optional<double> a{};  ///< mean of the repetitions; nothing if one of them has no value
    std::optional<double> b{};
    bool a_has_few_values = false;  ///< a percentile with too few values beyond it, undecided
    bool b_has_few_values = false;
    /// (b - a) / a; for a figure that is a share, b - a. Nothing if the noise is unknown, or if a
    /// rate is 0 in A.
    std::optional<ConfidenceInterval> change{};
    ChangeVerdict verdict = ChangeVerdict::kUndecided;
    std::string undecided_reason{};  ///< reason for kUndecided
};

/// One level of load in both results.
struct LevelChange {
    std::string name;
    double target = 0;
    std::size_t a_runs = 0;  ///< repetitions that were compared
    std::size_t b_runs = 0;
    std::string incomparable_reason{};  ///< "" if the level is comparable
    std::vector<FigureChange> figures{};
};

struct LoadComparison {
    std::string a;  ///< one line that describes the result
    std::string b;
    std::vector<LevelChange> levels{};
    std::vector<std::string> notes{};

    [[nodiscard]] std::size_t count(ChangeVerdict change) const;
    /// Returns 1 if a figure is worse, 2 if nothing could be compared, else 0.
    [[nodiscard]] int exit_code() const;
};

/// Changes that are not worth reporting. Units: 1 is 100 %.
struct CompareTolerance {
    double relative = 0.05;  ///< tolerated change of times and rates
    /// Tolerated change of the failed share, which itself is a share of the responses.
    double share = 0.002;
};

/// Compares the levels of both results that have the same target number of streams or rate. Several
/// levels with one target in a result are repetitions: their spread is the noise (Student's t on
/// logarithms). A level without repetitions has only the variation within it (binomial bounds of
/// percentiles, spread between parts of its time), which is smaller than that between runs; so its
/// change must exceed that variation by the tolerance. All intervals are 99 % confidence intervals:
///   same       the change and its interval lie within the tolerance
///   better, worse   the interval excludes 0 (single runs: the tolerance)
///   undecided  otherwise
/// A rate of 0 in A has no relative change: the change from B to A decides.
/// Repetitions in which plumbline-load itself was too slow are excluded; a level without other
/// repetitions is not comparable. Errors: kInvalid (different workload or load shape, with the
/// differences; no common target).
[[nodiscard]] Result<LoadComparison> compare(const LoadResult& a,
                                             const LoadResult& b,
                                             const CompareTolerance& tolerance = {});

/// Renders a comparison for a terminal.
[[nodiscard]] std::string render_comparison(const LoadComparison& comparison);

}  // namespace plumbline::load
