#pragma once
// Loads that change in the course of a level.

#include "spec/base/clock.hpp"

#include <optional>
#include <vector>

namespace plumbline::load {

/// A part of a load, in which it changes linearly from that of the stage before, at first 0, to
/// `target`: requests per second, or requests in flight. A length of 0 is a step.
struct LoadStage {
    Duration length{};
    double target = 0;

    bool operator==(const LoadStage&) const = default;
};

/// Returns whether the load changes: over a ramp, also one from 0, or by a step after the begin.
[[nodiscard]] bool is_changing(const std::vector<LoadStage>& stages);
[[nodiscard]] Duration length_of(const std::vector<LoadStage>& stages);
/// Returns the load at a time after the start; after the last stage its target.
[[nodiscard]] double load_at(const std::vector<LoadStage>& stages, Duration at);
/// Returns the sum of the load over all stages: the number of requests, if it is a rate.
[[nodiscard]] double sum_of(const std::vector<LoadStage>& stages);
/// Returns when the sum of the load reaches `sum`; nothing if it never does.
[[nodiscard]] std::optional<Duration> time_of_sum(const std::vector<LoadStage>& stages, double sum);

}  // namespace plumbline::load
