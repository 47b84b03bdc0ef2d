#include "benchmarks/load/drive/load_stages.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

double seconds_of(Duration time) {
    return std::chrono::duration<double>(time).count();
}

/// Returns after how many seconds a load from `begin`, with this slope per second, has the sum.
double seconds_to(double sum, double begin, double slope) {
    // This form of the root has no difference of nearly equal numbers, and allows a slope of 0.
    const double root = std::sqrt(std::max(begin * begin + 2 * slope * sum, 0.0));
    return sum > 0 ? 2 * sum / (begin + root) : 0;
}

}  // namespace

bool is_changing(const std::vector<LoadStage>& stages) {
    if (stages.empty()) return false;
    const bool begins_with_ramp = stages.front().length > Duration(0) && stages.front().target > 0;
    return begins_with_ramp ||
           std::any_of(stages.begin(), stages.end(), [&](const LoadStage& stage) {
               return stage.target != stages.front().target;
           });
}

Duration length_of(const std::vector<LoadStage>& stages) {
    Duration length{};
    for (const LoadStage& stage : stages) length += stage.length;
    return length;
}

double load_at(const std::vector<LoadStage>& stages, Duration at) {
    double before = 0;
    for (const LoadStage& stage : stages) {
        if (at < stage.length)
            return before + (stage.target - before) * seconds_of(at) / seconds_of(stage.length);
        at -= stage.length;
        before = stage.target;
    }
    return before;
}

double sum_of(const std::vector<LoadStage>& stages) {
    double sum = 0;
    double before = 0;
    for (const LoadStage& stage : stages) {
        sum += (before + stage.target) / 2 * seconds_of(stage.length);
        before = stage.target;
    }
    return sum;
}

std::optional<Duration> time_of_sum(const std::vector<LoadStage>& stages, double sum) {
    Duration begin{};
    double before = 0;
    for (const LoadStage& stage : stages) {
        const double length = seconds_of(stage.length);
        const double in_stage = (before + stage.target) / 2 * length;
        if (length > 0 && sum < in_stage) {
            const double seconds = seconds_to(sum, before, (stage.target - before) / length);
            return begin + std::chrono::round<Duration>(std::chrono::duration<double>(seconds));
        }
        sum -= in_stage;
        begin += stage.length;
        before = stage.target;
    }
    return std::nullopt;
}

}  // namespace plumbline::load
