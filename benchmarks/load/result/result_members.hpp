#pragma once
// The members of a result in JSON, each type's listed once for writing and reading. An archive has
// `member(key, value)`, and `gaps(key, histogram)` for what is left out if it is empty.

#include "benchmarks/load/result/result.hpp"

#include <concepts>
#include <type_traits>

namespace plumbline::load {

/// `T` or `const T`, so that one list of members serves reading and writing.
template <typename Given, typename T>
concept Is = std::same_as<std::remove_const_t<Given>, T>;

void members(auto& archive, Is<Counts> auto& counts) {
    archive.member("attempted", counts.attempted);
    archive.member("completed", counts.completed);
    archive.member("bounded", counts.bounded);
    archive.member("incomplete", counts.incomplete);
    archive.member("failed", counts.failed);
    archive.member("events", counts.events);
    archive.member("bytes", counts.bytes);
    archive.member("good", counts.good);
    archive.member("gaps_of_zero", counts.gaps_of_zero);
    archive.member("json_checked", counts.json_checked);
    archive.member("contract_checked", counts.contract_checked);
}

void members(auto& archive, Is<Slice> auto& slice) {
    archive.member("begin_s", slice.second);
    archive.member("events", slice.events);
    archive.member("bytes", slice.bytes);
    archive.member("completed", slice.completed);
    archive.member("failed", slice.failed);
    archive.gaps("gap", slice.gaps);
}

void members(auto& archive, Is<ClientHealth> auto& client) {
    archive.member("cpu_cores", client.cpu);
    archive.member("waited_share", client.waited);
    archive.member("reads_per_wakeup", client.reads_per_wakeup);
    archive.member("loop_lag_p99_ns", client.loop_lag_p99);
    archive.member("bound", client.bound);
    archive.member("why", client.why);
}

void members(auto& archive, Is<Level> auto& level) {
    archive.member("target", level.target);
    archive.member("achieved_per_s", level.achieved);
    archive.member("window_s", level.seconds);
    archive.member("in_flight_mean", level.in_flight_mean);
    archive.member("in_flight_peak", level.in_flight_peak);
    archive.member("counts", level.counts);
    archive.member("metrics", level.metrics);
    archive.member("slices", level.slices);
    archive.member("client", level.client);
    archive.member("server_cpu_cores", level.server_cpu);
    archive.member("verdict", level.verdict);
    archive.member("examples", level.examples);
}

void members(auto& archive, Is<Workload> auto& workload) {
    archive.member("kind", workload.kind);
    archive.member("operation", workload.operation);
    archive.member("path", workload.path);
    archive.member("modes", workload.modes);
    archive.member("body", workload.body);
}

void members(auto& archive, Is<LoadShape> auto& load) {
    archive.member("loop", load.loop);
    archive.member("arrival", load.arrival);
    archive.member("seed", load.seed);
    archive.member("warmup_s", load.warmup_s);
    archive.member("window_s", load.window_s);
    archive.member("drain_s", load.drain_s);
    archive.member("max_events", load.max_events);
    archive.member("max_answer_s", load.max_seconds);
    archive.member("max_in_flight", load.max_in_flight);
    archive.member("goodput", load.goodput);
}

void members(auto& archive, Is<Validation> auto& validation) {
    archive.member("framing", validation.framing);
    archive.member("json_sample", validation.json_sample);
    archive.member("contract_sample", validation.contract_sample);
}

void members(auto& archive, Is<Host> auto& host) {
    archive.member("cpu", host.cpu);
    archive.member("cores", host.cores);
    archive.member("kernel", host.kernel);
    archive.member("pinning", host.pinning);
}

void members(auto& archive, Is<Saturation> auto& saturation) {
    archive.member("load", saturation.load);
    archive.member("reason", saturation.reason);
    archive.member("found", saturation.found);
}

void members(auto& archive, Is<LoadResult> auto& result) {
    archive.member("tool_version", result.tool_version);
    archive.member("build", result.build);
    archive.member("started", result.started);
    archive.member("url", result.url);
    archive.member("server", result.server);
    archive.member("host", result.host);
    archive.member("workload", result.workload);
    archive.member("load", result.load);
    archive.member("validation", result.validation);
    archive.member("levels", result.levels);
    archive.member("saturation", result.saturation);
    archive.member("floors", result.floors);
    archive.member("notes", result.notes);
    archive.member("shards", result.shards);
}

}  // namespace plumbline::load
