#pragma once
// The axes of plots: where values lie on them, and ticks that people would choose.

#include <string>
#include <vector>

namespace plumbline::load {

struct Tick {
    double value = 0;
    std::string label{};

    bool operator==(const Tick&) const = default;
};

/// How tick labels are written, e.g. time_text.
using TickText = std::string (*)(double);

struct Axis {
    std::string label{};
    double low = 0;
    double high = 1;
    bool is_log = false;
    std::vector<Tick> ticks{};

    /// Returns where a value lies, 0 at `low` to 1 at `high`; what is beyond lies at the edge.
    [[nodiscard]] double place(double value) const;
};

/// Returns an axis from 0 to `high` or a little more, with about five ticks 1, 2 or 5 times a power
/// of ten apart.
[[nodiscard]] Axis linear_axis(std::string label, double high, TickText text);

/// Returns a logarithmic axis from `low` to `high` or a little more, with ticks at the powers of
/// ten; at 2 and 5 times them too where there are few. What is not above 0 counts as the other, or
/// as 1.
[[nodiscard]] Axis log_axis(std::string label, double low, double high, TickText text);

/// Returns an axis of percentiles as 1 / (1 - p), logarithmic: each further nine is as wide as the
/// one before. `values` is of how many values the plot shows percentiles; it ends where fewer than
/// ten are left.
[[nodiscard]] Axis percentile_axis(double values);

}  // namespace plumbline::load
