#pragma once
// The scales of figures in conditions.

#include <span>
#include <string>
#include <string_view>

namespace plumbline::load {

/// kTime is in ns; for kShare 1 is 100 %, for kCores one core.
enum class FigureScale { kTime, kShare, kRate, kCount, kCores };

struct ScaleUnit {
    std::string_view name;
    double factor;
};

/// Returns the units of a scale, in conditions and on the command line. Only "" is no unit.
[[nodiscard]] std::span<const ScaleUnit> units_of(FigureScale scale);
/// Returns the largest value that a figure of the scale can have; infinity if there is none.
[[nodiscard]] double max_of(FigureScale scale);
/// Returns what messages expect of a figure, e.g. `a share, as in 0.1% or 0.001`.
[[nodiscard]] std::string_view expected_text(FigureScale scale);
/// Returns a value as shown in messages, e.g. `12.3 ms`, `0.12%`, `480/s`.
[[nodiscard]] std::string scaled_text(double value, FigureScale scale);

}  // namespace plumbline::load
