#include "benchmarks/load/result/compare/confidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace plumbline::load {
namespace {

// The two-sided 99 % quantile of the normal distribution.
constexpr double kNormalQuantile = 2.5758;
// The same of Student's t for 1 to 30 degrees of freedom; more are treated as 30.
constexpr std::array kStudentQuantiles = {63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355,
                                          3.250,  3.169, 3.106, 3.055, 3.012, 2.977, 2.947, 2.921,
                                          2.898,  2.878, 2.861, 2.845, 2.831, 2.819, 2.807, 2.797,
                                          2.787,  2.779, 2.771, 2.763, 2.756, 2.750};
constexpr double kHistogramResolution = 0.001;  // of a histogram
constexpr std::size_t kMinSlices = 5;

double student_quantile(std::size_t degrees) {
    return kStudentQuantiles[std::min(degrees, kStudentQuantiles.size()) - 1];
}

double sum_of_squares(const std::vector<double>& values, double mean) {
    double sum = 0;
    for (const double value : values) sum += (value - mean) * (value - mean);
    return sum;
}

/// Converts a change of logarithms to a relative change.
ConfidenceInterval relative_from_logarithms(const ConfidenceInterval& logarithms) {
    return {std::expm1(logarithms.value),
            std::expm1(logarithms.low - kHistogramResolution),
            std::expm1(logarithms.high + kHistogramResolution)};
}

std::vector<double> logarithms_of(const std::vector<double>& values, double least) {
    std::vector<double> logarithms;
    logarithms.reserve(values.size());
    for (const double value : values) logarithms.push_back(std::log(std::max(value, least)));
    return logarithms;
}

ConfidenceInterval logarithms_of(const ConfidenceInterval& bounded, double least) {
    const auto logarithm = [&](double value) { return std::log(std::max(value, least)); };
    return {logarithm(bounded.value), logarithm(bounded.low), logarithm(bounded.high)};
}

/// Returns successes per second in each slice, without the last one, which may be shorter.
std::vector<double> slice_rates(const Level& level) {
    std::vector<double> rates;
    for (std::size_t i = 0; i + 1 < level.slices.size(); ++i) {
        const double seconds = level.slices[i + 1].begin_s - level.slices[i].begin_s;
        if (seconds > 0) rates.push_back(static_cast<double>(level.slices[i].completed) / seconds);
    }
    return rates;
}

}  // namespace

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double geometric_mean(const std::vector<double>& values) {
    const double least = *std::min_element(values.begin(), values.end());
    return least > 0 ? std::exp(mean_of(logarithms_of(values, least))) : mean_of(values);
}

std::optional<ConfidenceInterval> percentile_interval(const Histogram& histogram,
                                                      double percent,
                                                      std::uint64_t independent) {
    const auto value = histogram.reliable_percentile(percent);
    const double share = percent / 100;
    const auto all = static_cast<double>(histogram.count());
    const double own = std::min(all, static_cast<double>(independent));
    // Rounding must not turn ten into 9.9999.
    constexpr double kRounding = 1e-9;
    if (!value || own * (1 - share) + kRounding < static_cast<double>(Histogram::kMinBeyond))
        return std::nullopt;
    const double half = kNormalQuantile * std::sqrt(share * (1 - share) / own);
    const double low = std::floor(std::max(share - half, 0.0) * all);
    const double high = std::ceil(std::min(share + half, 1.0) * all);
    return ConfidenceInterval{
        static_cast<double>(*value),
        static_cast<double>(histogram.value_at_rank(static_cast<std::uint64_t>(low))),
        static_cast<double>(histogram.value_at_rank(static_cast<std::uint64_t>(high)))};
}

std::optional<ConfidenceInterval> rate_interval(const Level& level) {
    if (level.seconds <= 0) return std::nullopt;
    if (level.achieved <= 0) return rate_of_none(level.seconds);
    const std::vector<double> rates = slice_rates(level);
    const double mean = rates.empty() ? 0 : mean_of(rates);
    if (rates.size() >= kMinSlices && mean > 0) {
        const auto count = static_cast<double>(rates.size());
        const double error = std::sqrt(sum_of_squares(rates, mean) / (count - 1) / count);
        const double factor = std::exp(student_quantile(rates.size() - 1) * error / mean);
        return ConfidenceInterval{level.achieved, level.achieved / factor, level.achieved * factor};
    }
    const double successes = level.achieved * level.seconds;
    const double squared = kNormalQuantile * kNormalQuantile;
    const double middle = successes + squared / 2;
    const double half = kNormalQuantile * std::sqrt(successes + squared / 4);
    return ConfidenceInterval{
        level.achieved, (middle - half) / level.seconds, (middle + half) / level.seconds};
}

ConfidenceInterval rate_of_none(double seconds) {
    return {0, 0, kNormalQuantile * kNormalQuantile / seconds};
}

std::optional<ConfidenceInterval> share_interval(std::uint64_t part, std::uint64_t all) {
    if (all == 0) return std::nullopt;
    const auto count = static_cast<double>(all);
    const double share = static_cast<double>(part) / count;
    const double squared = kNormalQuantile * kNormalQuantile;
    const double middle = (share + squared / (2 * count)) / (1 + squared / count);
    const double half = kNormalQuantile / (1 + squared / count) *
                        std::sqrt(share * (1 - share) / count + squared / (4 * count * count));
    return ConfidenceInterval{
        share, std::min(std::max(middle - half, 0.0), share), std::max(middle + half, share)};
}

ConfidenceInterval absolute_change(const ConfidenceInterval& a, const ConfidenceInterval& b) {
    const double change = b.value - a.value;
    return {change,
            change - std::hypot(b.value - b.low, a.high - a.value),
            change + std::hypot(b.high - b.value, a.value - a.low)};
}

ConfidenceInterval relative_change(const ConfidenceInterval& a,
                                   const ConfidenceInterval& b,
                                   double least) {
    return relative_from_logarithms(
        absolute_change(logarithms_of(a, least), logarithms_of(b, least)));
}

ConfidenceInterval absolute_change(const std::vector<double>& a, const std::vector<double>& b) {
    const double mean_a = mean_of(a);
    const double mean_b = mean_of(b);
    const auto count_a = static_cast<double>(a.size());
    const auto count_b = static_cast<double>(b.size());
    const std::size_t degrees = a.size() + b.size() - 2;
    const double variance =
        (sum_of_squares(a, mean_a) + sum_of_squares(b, mean_b)) / static_cast<double>(degrees);
    const double half =
        student_quantile(degrees) * std::sqrt(variance * (1 / count_a + 1 / count_b));
    const double change = mean_b - mean_a;
    return {change, change - half, change + half};
}

ConfidenceInterval relative_change(const std::vector<double>& a,
                                   const std::vector<double>& b,
                                   double least) {
    return relative_from_logarithms(
        absolute_change(logarithms_of(a, least), logarithms_of(b, least)));
}

}  // namespace plumbline::load
