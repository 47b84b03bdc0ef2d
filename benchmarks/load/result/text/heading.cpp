// The description of a run, common to all renderings.

#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/units.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

std::string seconds_text(double seconds) {
    return digits_text(seconds) + " s";
}

std::string run_line(const LoadResult& result) {
    std::string line = fmt::format("plumbline-load {} ({}), {}, {}",
                                   result.tool_version,
                                   result.build,
                                   result.started,
                                   result.url);
    if (!result.server.empty()) line += fmt::format(" ({})", result.server);
    if (result.shards > 1) line += fmt::format(", {} shards merged", result.shards);
    return line;
}

std::string workload_line(const Workload& workload) {
    std::string line = fmt::format("{} {}, {}", workload.kind, workload.operation, workload.path);
    if (!workload.modes.empty()) line += ", modes " + join(workload.modes, ", ");
    return line;
}

std::string load_line(const LoadShape& load) {
    std::string line = load.loop + " loop";
    if (!load.arrival.empty())
        line += fmt::format(", {} arrival, seed {}", load.arrival, load.seed);
    if (load.think_s > 0) line += ", mean think time " + seconds_text(load.think_s);
    if (load.turns > 0) line += fmt::format(", {} turns per thread", load.turns);
    if (!load.stages.empty()) line += ", stages " + load.stages;
    line += fmt::format("; warm-up {}, window {}, drain {}",
                        seconds_text(load.warmup_s),
                        seconds_text(load.window_s),
                        seconds_text(load.drain_s));
    if (load.max_events > 0) line += fmt::format("; at most {} events per stream", load.max_events);
    if (load.max_response_s > 0)
        line += fmt::format("; at most {} per response", seconds_text(load.max_response_s));
    if (load.max_in_flight > 0) line += fmt::format("; at most {} in flight", load.max_in_flight);
    if (!load.goodput.empty()) line += "; good: " + load.goodput;
    return line;
}

std::string client_line(const LoadResult& result) {
    const ClientHost& host = result.host;
    return fmt::format("client on {}, {} cores (uses {}), {}; checked: {}",
                       host.cpu,
                       host.cores,
                       host.pinning.empty() ? "all" : host.pinning,
                       host.kernel,
                       checks_text(result.validation));
}

}  // namespace

std::vector<std::string> heading_lines(const LoadResult& result) {
    return {run_line(result),
            workload_line(result.workload),
            load_line(result.load),
            client_line(result)};
}

std::string checks_text(const ValidationSettings& checks) {
    return fmt::format("framing {}, JSON {}, contract {}",
                       checks.framing ? "yes" : "no",
                       share_text(checks.json_sample),
                       share_text(checks.contract_sample));
}

std::string saturation_text(const LoadResult& result) {
    if (!result.saturation) return "";
    const Saturation& saturation = *result.saturation;
    const std::string load = target_text(result.load, saturation.load);
    const std::string reason = saturation.reason.empty() ? "" : ": " + saturation.reason;
    if (saturation.found) return fmt::format("the server is saturated above {}{}", load, reason);
    if (saturation.load == 0)
        return "the sweep ended before a level was complete and sustained" + reason;
    return fmt::format("the server sustained {}, the end of the sweep{}", load, reason);
}

std::string failures_text(const LevelCounts& counts) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < kFailureCount; ++i) {
        if (counts.failed[i] > 0)
            texts.push_back(
                fmt::format("{} {}", to_text(static_cast<FailureClass>(i)), counts.failed[i]));
    }
    return join(texts, ", ");
}

}  // namespace plumbline::load
