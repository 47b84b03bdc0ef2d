// Converts a result to JSON and back.

#include "benchmarks/load/result/json/histogram_json.hpp"
#include "benchmarks/load/result/result.hpp"
#include "reports/json_members.hpp"
#include "spec/json/diff.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::load {
namespace {

using reports::JsonReader;
using reports::JsonWriter;

Error format_error(const Json& found, std::string_view pointer, std::string_view expected) {
    return Error{ErrorCode::kInvalid,
                 fmt::format("load result, at \"{}\": found {}, expected {}",
                             pointer,
                             to_short_text(found, 60),
                             expected),
                 {},
                 {"use a result that this version of plumbline-load wrote"}};
}
constexpr reports::JsonForm kLoadResultForm{.mismatch = format_error, .allows_negative = false};

}  // namespace

void write_form(JsonWriter& out, const Histogram& gaps) {
    HistogramJson::write(out, gaps, MetricUnit::kNanoseconds);
}
void read_form(JsonReader& in, Histogram& gaps) {
    HistogramJson::read(in, gaps, MetricUnit::kNanoseconds);
}

void write_form(JsonWriter& out, const Metrics& metrics) {
    out.start_object();
    for (const MetricRow& row : metric_rows()) {
        if (metrics[row.metric].empty()) continue;
        JsonWriter metric = out.child(row.name);
        HistogramJson::write(metric, metrics[row.metric], row.unit);
    }
}
void read_form(JsonReader& in, Metrics& metrics) {
    for (const std::string& name : in.keys()) {
        const auto metric = parse_metric(name);
        if (!metric) return in.mismatch(Json(name), "names of metrics such as ttfc or gap");
        JsonReader values = in.child(name);
        HistogramJson::read(values, metrics[*metric], row_of(*metric).unit);
    }
}

void visit_members(auto& archive, reports::Is<SliceLatencies> auto& latencies) {
    for (std::size_t i = 0; i < kSliceMetrics.size(); ++i)
        archive.optional_member(row_of(kSliceMetrics[i]).name, latencies[i]);
}

void visit_members(auto& archive, reports::Is<LevelCounts> auto& counts) {
    archive.member("attempted", counts.attempted);
    archive.member("carried_in", counts.carried_in);
    archive.member("cut", counts.cut);
    archive.member("reconnected", counts.reconnected);
    archive.member("completed", counts.completed);
    archive.member("bounded", counts.bounded);
    archive.member("incomplete", counts.incomplete);
    archive.optional_member("not_sent", counts.not_sent);
    archive.optional_member("in_progress", counts.in_progress);
    archive.optional_member("in_progress_due", counts.in_progress_due);
    archive.member("late", counts.late);
    archive.group("failed", [&](auto& group) {
        for (std::size_t i = 0; i < kFailureCount; ++i)
            group.member(to_text(static_cast<FailureClass>(i)), counts.failed[i]);
    });
    archive.optional_member("failed_due", counts.failed_due);
    archive.member("events", counts.events);
    archive.optional_member("tokens", counts.tokens);
    archive.member("bytes", counts.bytes);
    archive.member("good", counts.good);
    archive.member("gaps_of_zero", counts.gaps_of_zero);
    archive.member("json_checked", counts.json_checked);
    archive.member("contract_checked", counts.contract_checked);
}

void visit_members(auto& archive, reports::Is<WindowSlice> auto& slice) {
    archive.member("begin_s", slice.begin_s);
    archive.member("events", slice.events);
    archive.member("bytes", slice.bytes);
    archive.member("completed", slice.completed);
    archive.member("failed", slice.failed);
    archive.optional_member("gap", slice.gaps);
    archive.optional_member("latency", slice.latencies);
}

void visit_members(auto& archive, reports::Is<ClientHealth> auto& client) {
    archive.member("cpu_cores", client.cpu);
    archive.member("waited_share", client.waited_share);
    archive.member("reads_per_wakeup", client.reads_per_wakeup);
    archive.member("loop_lag_p99_ns", client.loop_lag_p99);
    archive.optional_member("handling_p99_ns", client.handling_p99);
    archive.member("bound", client.bound);
    archive.member("why", client.bound_reason);
    archive.optional_member("host_busy", client.host_busy);
}

void visit_members(auto& archive, reports::Is<Level> auto& level) {
    archive.member("target", level.target);
    archive.member("achieved_per_s", level.achieved);
    archive.member("window_s", level.seconds);
    archive.optional_member("window_began", level.window_began);
    archive.optional_member("in_flight_growth", level.in_flight_growth);
    archive.member("request_s", level.request_seconds);
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

void visit_members(auto& archive, reports::Is<Workload> auto& workload) {
    archive.member("kind", workload.kind);
    archive.member("operation", workload.operation);
    archive.member("path", workload.path);
    archive.member("modes", workload.modes);
    archive.member("body", workload.body);
}

void visit_members(auto& archive, reports::Is<LoadShape> auto& load) {
    archive.member("loop", load.loop);
    archive.member("arrival", load.arrival);
    archive.optional_member("stages", load.stages);
    archive.optional_member("think_s", load.think_s);
    archive.optional_member("turns", load.turns);
    archive.member("seed", load.seed);
    archive.member("warmup_s", load.warmup_s);
    archive.member("window_s", load.window_s);
    archive.member("drain_s", load.drain_s);
    archive.member("max_events", load.max_events);
    archive.member("max_answer_s", load.max_response_s);
    archive.member("max_in_flight", load.max_in_flight);
    archive.member("goodput", load.goodput);
}

void visit_members(auto& archive, reports::Is<ValidationSettings> auto& validation) {
    archive.member("framing", validation.framing);
    archive.member("json_sample", validation.json_sample);
    archive.member("contract_sample", validation.contract_sample);
}

void visit_members(auto& archive, reports::Is<ClientHost> auto& host) {
    archive.member("cpu", host.cpu);
    archive.member("cores", host.cores);
    archive.member("kernel", host.kernel);
    archive.member("pinning", host.pinning);
}

void visit_members(auto& archive, reports::Is<Saturation> auto& saturation) {
    archive.member("load", saturation.load);
    archive.member("reason", saturation.reason);
    archive.member("found", saturation.found);
}

void visit_members(auto& archive, reports::Is<ClockSample> auto& clock) {
    archive.member("sent", clock.sent);
    archive.member("received", clock.received);
    archive.member("server", clock.server);
}

void visit_members(auto& archive, reports::Is<ShardSet> auto& shards) {
    archive.member("numbers", shards.numbers);
    archive.member("of", shards.of);
}

void visit_members(auto& archive, reports::Is<LoadResult> auto& result) {
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
    archive.member("baselines", result.baselines);
    archive.member("notes", result.notes);
    archive.optional_member("clock", result.clock);
    archive.member("shards", result.shards);
    archive.optional_member("shard_set", result.shard_set);
}

namespace {

Json value_of(const auto& write_members) {
    std::string text;
    {
        JsonWriter writer(text, kLoadResultForm);
        write_members(writer);
    }
    return Json::parse(text);
}

Json load_definition(const LoadResult& result) {
    Json json = value_of([&](JsonWriter& writer) {
        writer.member("workload", result.workload);
        writer.member("load", result.load);
    });
    json["load"].erase("seed");
    return json;
}

}  // namespace

Json to_json(const LoadResult& result) {
    return value_of([&](JsonWriter& writer) {
        writer.member("schema_version", LoadResult::kSchemaVersion);
        visit_members(writer, result);
    });
}

std::vector<std::string> load_differences(const LoadResult& a, const LoadResult& b) {
    std::vector<std::string> texts;
    for (const Difference& each : diff(load_definition(a), load_definition(b))) {
        const auto shown = [](const std::string& text) { return text.empty() ? "nothing" : text; };
        texts.push_back(fmt::format(
            "{}: {} and {}", each.pointer.substr(1), shown(each.expected), shown(each.actual)));
    }
    return texts;
}

namespace {

/// Returns what contradicts itself in a result; nothing if all is consistent.
std::optional<Error> find_contradiction(const LoadResult& result) {
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const LevelCounts& counts = result.levels[i].counts;
        const auto error =
            [&](std::string_view member, std::uint64_t found, std::string_view most) {
                return format_error(Json(found),
                                    fmt::format("/levels/{}/counts/{}", i, member),
                                    fmt::format("at most `{}`", most));
            };
        if (counts.not_sent > counts.incomplete)
            return error("not_sent", counts.not_sent, "incomplete");
        if (counts.failed_due > counts.failures())
            return error("failed_due", counts.failed_due, "failed");
    }
    if (!result.shard_set) return std::nullopt;
    std::uint64_t last = 0;
    for (const std::uint64_t number : result.shard_set->numbers) {
        if (number <= last || number > result.shard_set->of)
            return format_error(
                Json(number), "/shard_set/numbers", "ascending numbers from 1 to `of`");
        last = number;
    }
    return std::nullopt;
}

}  // namespace

Result<LoadResult> parse_result(const Json& json) {
    std::optional<Error> problem;
    JsonReader reader(json, "", kLoadResultForm, problem);
    std::uint64_t version = 0;
    reader.member("schema_version", version);
    if (!problem && version != LoadResult::kSchemaVersion) {
        Error error = format_error(
            Json(version), "/schema_version", fmt::to_string(LoadResult::kSchemaVersion));
        error.code = ErrorCode::kUnsupported;
        error.notes = {"use the version of plumbline-load that wrote it"};
        return fail(std::move(error));
    }
    LoadResult result;
    visit_members(reader, result);
    if (!problem) problem = find_contradiction(result);
    if (problem) return fail(std::move(*problem));
    return result;
}

}  // namespace plumbline::load
