#include "benchmarks/load/result/compare/rate_change.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace plumbline::load {
namespace {

std::vector<double> rates_of(const LevelRuns& runs) {
    std::vector<double> rates;
    rates.reserve(runs.size());
    for (const Level* const run : runs) rates.push_back(run->achieved);
    return rates;
}

bool has_zero(const std::vector<double>& rates) {
    return std::find(rates.begin(), rates.end(), 0.0) != rates.end();
}

/// Returns the change by the spread of rates. Repetitions without any success have none, so the
/// highest rate that is likely to have no success bounds the change as well. Returns nothing for
/// empty windows.
std::optional<ConfidenceInterval> repeated_change(const ComparedRuns& sides,
                                                  const std::vector<double>& a,
                                                  const std::vector<double>& b) {
    const double base = mean_of(a);
    const ConfidenceInterval spread = absolute_change(a, b);
    ConfidenceInterval change{
        spread.value / base, std::max(spread.low / base, -1.0), spread.high / base};
    if (mean_of(b) > 0) return change;
    double seconds = 0;
    for (const Level* const run : sides.b) seconds += run->seconds;
    if (seconds <= 0) return std::nullopt;
    change.high = std::max(change.high, rate_of_none(seconds).high / base - 1);
    return change;
}

}  // namespace

std::optional<ConfidenceInterval> rate_change(const ComparedRuns& sides) {
    constexpr double kLeast = std::numeric_limits<double>::min();  // all compared rates are above
    const std::vector<double> a = rates_of(sides.a);
    const std::vector<double> b = rates_of(sides.b);
    if (mean_of(a) <= 0) return std::nullopt;
    if (sides.is_repeated())
        return has_zero(a) || has_zero(b) ? repeated_change(sides, a, b)
                                          : relative_change(a, b, kLeast);
    const auto bounded_a = rate_interval(*sides.a.front());
    const auto bounded_b = rate_interval(*sides.b.front());
    if (!bounded_a || !bounded_b) return std::nullopt;
    if (bounded_b->value <= 0)
        return ConfidenceInterval{-1, -1, bounded_b->high / bounded_a->low - 1};
    return relative_change(*bounded_a, *bounded_b, kLeast);
}

}  // namespace plumbline::load
