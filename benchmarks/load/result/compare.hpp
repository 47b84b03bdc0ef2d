#pragma once
// Whether one load result is better or worse than another, or whether that cannot be told.

#include "benchmarks/load/result/noise.hpp"
#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/scale.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

enum class Change {
    kBetter,
    kWorse,
    kSame,       ///< no more than the tolerance apart, noise included
    kUndecided,  ///< the noise is too large to say
};
[[nodiscard]] std::string_view to_text(Change change);

/// How one figure of a level moved from A to B.
struct FigureChange {
    std::string name;  ///< as conditions call it
    Scale scale = Scale::kTime;
    std::optional<double> a{};  ///< the mean of repetitions; nothing if one of them has no value
    std::optional<double> b{};
    /// As a part of a; of a share the difference. Nothing if the noise is not known.
    std::optional<Bounded> change{};
    Change verdict = Change::kUndecided;
    std::string why{};  ///< of kUndecided

    bool operator==(const FigureChange&) const = default;
};

/// One level of load in both results.
struct LevelChange {
    std::string name;
    std::size_t a_runs = 0;  ///< repetitions that were compared
    std::size_t b_runs = 0;
    std::string not_comparable{};  ///< why; "" if it is
    std::vector<FigureChange> figures{};

    bool operator==(const LevelChange&) const = default;
};

struct Comparison {
    std::string a;  ///< what it was, in a line
    std::string b;
    std::vector<LevelChange> levels{};
    std::vector<std::string> notes{};

    [[nodiscard]] std::size_t count(Change change) const;
    /// 1 if a figure is worse, 2 if nothing could be judged at all, else 0.
    [[nodiscard]] int exit_code() const;
    bool operator==(const Comparison&) const = default;
};

/// What is no change worth telling. Units: 1 is all.
struct CompareTolerance {
    double relative = 0.05;  ///< of times and rates
    double share = 0.002;    ///< of the failed share, itself a part of the answers
};

/// Compares level by level, matched by target. Several levels of one target in a result are
/// repetitions: their spread is the noise (Student's t on logarithms). Of single runs the noise is
/// what chance does within them (binomial bounds of percentiles, spread of slices), which is less
/// than what differs from run to run; so a change must exceed it by the tolerance. All bounds are
/// for 99 of 100 cases:
///   same       the change and its noise lie within the tolerance
///   better, worse   the change is beyond 0 with its noise (single runs: beyond the tolerance)
///   undecided  all else
/// Repetitions in which the client was the bound are left out; a level with nothing else is not
/// comparable. Errors: kInvalid (another workload or load shape: says in what; no common target).
[[nodiscard]] Result<Comparison> compare(const LoadResult& a,
                                         const LoadResult& b,
                                         const CompareTolerance& tolerance = {});

/// Renders a comparison for a terminal.
[[nodiscard]] std::string render_comparison(const Comparison& comparison);

}  // namespace plumbline::load
