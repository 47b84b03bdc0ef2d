#include "benchmarks/load/result/noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace plumbline::load {
namespace {

// What a normal variable exceeds in one of 200 cases, on either side.
constexpr double kNormal = 2.5758;
// The same of Student's t, for 1 to 30 degrees of freedom; more are taken for 30.
constexpr std::array kStudent = {63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355,
                                 3.250,  3.169, 3.106, 3.055, 3.012, 2.977, 2.947, 2.921,
                                 2.898,  2.878, 2.861, 2.845, 2.831, 2.819, 2.807, 2.797,
                                 2.787,  2.779, 2.771, 2.763, 2.756, 2.750};
constexpr double kResolution = 0.001;  // of a histogram
constexpr std::size_t kFewestSlices = 5;

double student(std::size_t degrees) {
    return kStudent[std::min(degrees, kStudent.size()) - 1];
}

double squares_about(const std::vector<double>& values, double mean) {
    double sum = 0;
    for (const double value : values) sum += (value - mean) * (value - mean);
    return sum;
}

/// Bounds of the difference of two means.
Bounded difference_of_means(const std::vector<double>& a, const std::vector<double>& b) {
    const double mean_a = mean_of(a);
    const double mean_b = mean_of(b);
    const auto count_a = static_cast<double>(a.size());
    const auto count_b = static_cast<double>(b.size());
    const std::size_t degrees = a.size() + b.size() - 2;
    const double variance =
        (squares_about(a, mean_a) + squares_about(b, mean_b)) / static_cast<double>(degrees);
    const double half = student(degrees) * std::sqrt(variance * (1 / count_a + 1 / count_b));
    const double change = mean_b - mean_a;
    return {change, change - half, change + half};
}

Bounded difference_of_bounds(const Bounded& a, const Bounded& b) {
    const double change = b.value - a.value;
    return {change,
            change - std::hypot(b.value - b.low, a.high - a.value),
            change + std::hypot(b.high - b.value, a.value - a.low)};
}

/// From logarithms to a part of the first value.
Bounded part_of(const Bounded& logarithms) {
    return {std::expm1(logarithms.value),
            std::expm1(logarithms.low - kResolution),
            std::expm1(logarithms.high + kResolution)};
}

std::vector<double> logarithms_of(const std::vector<double>& values, double least) {
    std::vector<double> logarithms;
    logarithms.reserve(values.size());
    for (const double value : values) logarithms.push_back(std::log(std::max(value, least)));
    return logarithms;
}

Bounded logarithms_of(const Bounded& bounded) {
    // Times below 1 ns do not exist, rates that low do not matter.
    const auto logarithm = [](double value) { return std::log(std::max(value, 1e-9)); };
    return {logarithm(bounded.value), logarithm(bounded.low), logarithm(bounded.high)};
}

/// Successes per second in each slice; the last one is left out, as it may be shorter.
std::vector<double> slice_rates(const Level& level) {
    std::vector<double> rates;
    for (std::size_t i = 0; i + 1 < level.slices.size(); ++i) {
        const double seconds = level.slices[i + 1].second - level.slices[i].second;
        if (seconds > 0) rates.push_back(static_cast<double>(level.slices[i].completed) / seconds);
    }
    return rates;
}

}  // namespace

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double geometric_mean(const std::vector<double>& values, double least) {
    return std::exp(mean_of(logarithms_of(values, least)));
}

std::optional<Bounded> bounded_percentile(const Histogram& histogram,
                                          double percent,
                                          std::uint64_t independent) {
    const auto value = histogram.settled_percentile(percent);
    const double share = percent / 100;
    const auto all = static_cast<double>(histogram.count());
    const double own = std::min(all, static_cast<double>(independent));
    // Rounding must not make 9.9999 of what are ten.
    constexpr double kRounding = 1e-9;
    if (!value || own * (1 - share) + kRounding < static_cast<double>(Histogram::kBeyond))
        return std::nullopt;
    const double half = kNormal * std::sqrt(share * (1 - share) / own);
    const double low = std::floor(std::max(share - half, 0.0) * all);
    const double high = std::ceil(std::min(share + half, 1.0) * all);
    return Bounded{static_cast<double>(*value),
                   static_cast<double>(histogram.at_rank(static_cast<std::uint64_t>(low))),
                   static_cast<double>(histogram.at_rank(static_cast<std::uint64_t>(high)))};
}

std::optional<Bounded> bounded_rate(const Level& level) {
    const std::uint64_t successes = level.counts.successes();
    if (successes == 0) return std::nullopt;
    double part = kNormal / std::sqrt(static_cast<double>(successes));
    const std::vector<double> rates = slice_rates(level);
    const double mean = rates.empty() ? 0 : mean_of(rates);
    if (rates.size() >= kFewestSlices && mean > 0) {
        const auto count = static_cast<double>(rates.size());
        const double error = std::sqrt(squares_about(rates, mean) / (count - 1) / count);
        part = student(rates.size() - 1) * error / mean;
    }
    return Bounded{
        level.achieved, level.achieved * std::max(1 - part, 0.0), level.achieved * (1 + part)};
}

std::optional<Bounded> bounded_share(std::uint64_t part, std::uint64_t all) {
    if (all == 0) return std::nullopt;
    const auto count = static_cast<double>(all);
    const double share = static_cast<double>(part) / count;
    const double squared = kNormal * kNormal;
    const double middle = (share + squared / (2 * count)) / (1 + squared / count);
    const double half = kNormal / (1 + squared / count) *
                        std::sqrt(share * (1 - share) / count + squared / (4 * count * count));
    return Bounded{
        share, std::min(std::max(middle - half, 0.0), share), std::max(middle + half, share)};
}

Bounded relative_change(const Bounded& a, const Bounded& b) {
    return part_of(difference_of_bounds(logarithms_of(a), logarithms_of(b)));
}

Bounded absolute_change(const Bounded& a, const Bounded& b) {
    return difference_of_bounds(a, b);
}

Bounded relative_change(const std::vector<double>& a, const std::vector<double>& b, double least) {
    return part_of(difference_of_means(logarithms_of(a, least), logarithms_of(b, least)));
}

Bounded absolute_change(const std::vector<double>& a, const std::vector<double>& b) {
    return difference_of_means(a, b);
}

}  // namespace plumbline::load
