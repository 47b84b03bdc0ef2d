#include "benchmarks/soak/soak_figures.hpp"

#include <fmt/format.h>

namespace plumbline::soak {
namespace {

// Caches of the allocator vary by less; a stream that is kept takes 7 kB, a deployment 5 kB.
constexpr double kMaxResidentGrowthMb = 4;
// Connections that the mock has not yet closed. Those after the last one are counted exactly.
constexpr double kMaxDescriptorGrowth = 200;
constexpr double kMaxOtherCores = 0.5;
constexpr double kPercent = 99;

double rest_p99_ms(const SoakFigures& figures) {
    constexpr double kMillisecond = 1e6;
    return static_cast<double>(figures.rest.latency.percentile(kPercent)) / kMillisecond;
}

}  // namespace

bool is_disturbed(const SoakFigures& figures) {
    return figures.other_cores > kMaxOtherCores;
}

std::vector<std::string> violated_bounds(const SoakFigures& figures, double max_rest_p99_ms) {
    const load::LevelCounts& streams = figures.streams.counts;
    const std::string example =
        figures.streams.examples.empty() ? "" : ": " + figures.streams.examples.front();
    const double growth_mb = figures.trend.second.resident_mb - figures.trend.first.resident_mb;
    const double growth = figures.trend.second.descriptors - figures.trend.first.descriptors;
    const struct {
        bool is_violated;
        std::string text;
    } bounds[] = {
        {!figures.mock_end.empty(), figures.mock_end},
        {streams.failures() > 0, fmt::format("{} streams failed{}", streams.failures(), example)},
        {streams.bounded + streams.incomplete > 0,
         fmt::format("{} streams did not end", streams.bounded + streams.incomplete)},
        {streams.completed == 0, "no stream was complete"},
        {figures.connections.failed > 0,
         fmt::format(
             "{} connections failed: {}", figures.connections.failed, figures.connections.failure)},
        {figures.rest.failed > 0,
         fmt::format("{} REST calls failed: {}", figures.rest.failed, figures.rest.failure)},
        {figures.rest.latency.empty(), "no REST call was made"},
        {!is_disturbed(figures) && rest_p99_ms(figures) > max_rest_p99_ms,
         fmt::format("REST p99 {:.1f} ms: at most {} ms", rest_p99_ms(figures), max_rest_p99_ms)},
        {growth_mb > kMaxResidentGrowthMb,
         fmt::format("memory of the mock grew from {:.1f} to {:.1f} MB: at most {} MB more",
                     figures.trend.first.resident_mb,
                     figures.trend.second.resident_mb,
                     kMaxResidentGrowthMb)},
        {!is_disturbed(figures) && growth > kMaxDescriptorGrowth,
         fmt::format("descriptors of the mock grew from {} to {}: at most {} more",
                     figures.trend.first.descriptors,
                     figures.trend.second.descriptors,
                     kMaxDescriptorGrowth)},
        {figures.descriptors_after > figures.descriptors_before,
         fmt::format("{} descriptors of the mock are left after the last connection, {} before the "
                     "first",
                     figures.descriptors_after,
                     figures.descriptors_before)},
    };
    std::vector<std::string> violated;
    for (const auto& bound : bounds) {
        if (bound.is_violated) violated.push_back(bound.text);
    }
    return violated;
}

std::string figures_text(const SoakFigures& figures) {
    const load::LevelCounts& streams = figures.streams.counts;
    const ConnectionFigures& connections = figures.connections;
    const std::string shortage =
        connections.port_shortage == 0
            ? ""
            : fmt::format(", {} not tried for lack of ports", connections.port_shortage);
    return fmt::format(
        "streams      {} complete, {} failed, {} events, {:.0f} at a time\n"
        "connections  {} ({:.0f} per second), {} reset{}\n"
        "REST         {} calls, {} workspaces, {} deployments, p99 {:.1f} ms\n"
        "memory       {:.1f} MB, later {:.1f} MB\n"
        "descriptors  {} before, {}, later {}, {} after\n"
        "cores        {:.2f} client, {:.2f} mock, {:.2f} other programs\n",
        streams.completed,
        streams.failures(),
        streams.events,
        figures.streams.in_flight_mean,
        connections.opened,
        connections.per_second,
        connections.resets,
        shortage,
        figures.rest.latency.count(),
        figures.rest.workspaces,
        figures.rest.deployments,
        rest_p99_ms(figures),
        figures.trend.first.resident_mb,
        figures.trend.second.resident_mb,
        figures.descriptors_before,
        figures.trend.first.descriptors,
        figures.trend.second.descriptors,
        figures.descriptors_after,
        figures.streams.client.cpu,
        figures.streams.server_cpu.value_or(0),
        figures.other_cores);
}

}  // namespace plumbline::soak
