// Converts the result to JSON and back.

#include "reports/json_members.hpp"
#include "reports/render.hpp"
#include "reports/result.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::reports {
namespace {

// Incremented when readers of the old format would misinterpret the new one.
constexpr int kFormat = 1;

Error result_mismatch(const Json& found, std::string_view pointer, std::string_view expected) {
    return Error{ErrorCode::kInvalid,
                 fmt::format("result, at \"{}\": found {}, expected {}; use a result.json that "
                             "this version of plumbline wrote",
                             pointer,
                             to_short_text(found, 60),
                             expected),
                 {},
                 {}};
}
constexpr JsonForm kRunResultForm{result_mismatch};

}  // namespace

void visit_members(auto& archive, Is<SourceRef> auto& where) {
    archive.member("file", where.file);
    archive.member("line", where.line);
    archive.member("column", where.column);
}

void visit_members(auto& archive, Is<DeviationEntry> auto& entry) {
    archive.member("requirement", entry.requirement);
    archive.member("scenario", entry.scenario);
    archive.member("code", entry.code);
    archive.member("reason", entry.reason);
    archive.member("issue", entry.issue);
    archive.member("owner", entry.owner);
    archive.member("until", entry.until);
    archive.member("scope", entry.scope);
    archive.member("where", entry.where);
}

void visit_members(auto& archive, Is<DeviationResult> auto& deviation) {
    visit_members(archive, deviation.entry);
    archive.member("status", deviation.status);
    archive.member("detail", deviation.detail);
    archive.member("findings", deviation.findings);
    archive.member("scenarios", deviation.scenarios);
}

void visit_members(auto& archive, Is<Finding> auto& finding) {
    archive.member("code", finding.code);
    archive.member("verdict", finding.verdict);
    archive.member("requirements", finding.requirements);
    archive.member("where", finding.where);
    archive.member("expected", finding.expected);
    archive.member("got", finding.got);
    archive.member("note", finding.note);
    archive.member("deviations", finding.deviations);
}

void visit_members(auto& archive, Is<StreamArrival> auto& arrival) {
    archive.member("at_ms", arrival.at_ms);
    archive.member("type", arrival.type);
    archive.member("mode", arrival.mode);
    archive.member("bytes", arrival.bytes);
}

void visit_members(auto& archive, Is<StreamExcerpt> auto& excerpt) {
    archive.member("code", excerpt.code);
    archive.member("at_ms", excerpt.at_ms);
    archive.member("event", excerpt.event);
    archive.member("offset", excerpt.offset);
    archive.member("begin", excerpt.begin);
    archive.member("hex", excerpt.hex);
}

void visit_members(auto& archive, Is<StreamRecord> auto& stream) {
    archive.member("events", stream.events);
    archive.member("bytes", stream.bytes);
    archive.member("first_event_ms", stream.first_event_ms);
    archive.member("end", stream.end);
    archive.member("arrivals", stream.arrivals);
    archive.member("excerpts", stream.excerpts);
}

void visit_members(auto& archive, Is<ExchangeRecord> auto& exchange) {
    archive.member("method", exchange.method);
    archive.member("url", exchange.url);
    archive.member("status", exchange.status);
    archive.member("started_ms", exchange.started_ms);
    archive.member("took_ms", exchange.took_ms);
    archive.member("curl", exchange.curl);
    archive.member("response_excerpt", exchange.response_excerpt);
    archive.member("streams", exchange.streams);
}

void visit_members(auto& archive, Is<StepResult> auto& step) {
    archive.member("id", step.id);
    archive.member("attempt", step.attempt);
    archive.member("omitted_attempts", step.omitted_attempts);
    archive.member("verdict", step.verdict);
    archive.member("cleanup", step.cleanup);
    archive.member("where", step.where);
    archive.member("exchanges", step.exchanges);
    archive.member("findings", step.findings);
    archive.member("verified", step.verified);
    archive.member("action", step.action);
}

void visit_members(auto& archive, Is<ScenarioResult> auto& scenario) {
    archive.member("name", scenario.name);
    archive.member("summary", scenario.summary);
    archive.member("area", scenario.area);
    archive.member("verdict", scenario.verdict);
    archive.member("reason", scenario.reason);
    archive.member("where", scenario.where);
    archive.member("took_ms", scenario.took_ms);
    archive.member("steps", scenario.steps);
    archive.member("replayed", scenario.replayed);
}

void visit_members(auto& archive, Is<RequirementResult> auto& requirement) {
    archive.member("id", requirement.id);
    archive.member("area", requirement.area);
    archive.member("section", requirement.section);
    archive.member("statement", requirement.statement);
    archive.member("basis", requirement.basis);
    archive.member("checkable", requirement.checkable);
    archive.member("outcome", requirement.outcome);
    archive.member("reason", requirement.reason);
    archive.member("missing", requirement.missing);
    archive.member("scenarios", requirement.scenarios);
}

void visit_members(auto& archive, Is<CoverageGate> auto& gate) {
    archive.member("gate", gate.gate);
    archive.member("got", gate.got);
    archive.member("met", gate.met);
}

void visit_members(auto& archive, Is<MissingCoverage> auto& missing) {
    archive.member("reason", missing.reason);
    archive.member("requirements", missing.requirements);
    archive.member("scenarios", missing.scenarios);
}

void visit_members(auto& archive, Is<CoverageCounts> auto& counts) {
    archive.member("checkable", counts.checkable);
    archive.member("verified", counts.verified);
    archive.member("failed", counts.failed);
    archive.member("warned", counts.warned);
    archive.member("deviated", counts.deviated);
    archive.member("observed", counts.observed);
    archive.member("not_exercised", counts.not_exercised);
}

void visit_members(auto& archive, Is<TransitionCoverage> auto& transition) {
    archive.member("from", transition.from);
    archive.member("to", transition.to);
    archive.member("cause", transition.cause);
    archive.member("taken", transition.taken);
}

void visit_members(auto& archive, Is<MachineTransitions> auto& machine) {
    archive.member("machine", machine.machine);
    archive.member("transitions", machine.transitions);
}

void visit_members(auto& archive, Is<ConnectionRecord> auto& connection) {
    archive.member("origin", connection.origin);
    archive.member("proxy", connection.proxy);
    archive.member("proxy_source", connection.proxy_source);
    archive.member("authorities", connection.authorities);
    archive.member("authorities_source", connection.authorities_source);
    archive.member("note", connection.note);
}

void visit_members(auto& archive, Is<SourceExcerpt> auto& source) {
    archive.member("file", source.file);
    archive.member("first", source.first);
    archive.member("lines", source.lines);
}

void visit_members(auto& archive, Is<RunResult> auto& result) {
    archive.member("tool_version", result.tool_version);
    archive.member("target", result.target);
    archive.member("started", result.started);
    archive.member("took_ms", result.took_ms);
    archive.member("seed", result.seed);
    archive.member("target_unreachable", result.target_unreachable);
    archive.member("connections", result.connections);
    archive.member("notes", result.notes);
    archive.member("unjudged", result.unjudged);
    archive.member("scenarios", result.scenarios);
    archive.member("requirements", result.requirements);
    archive.member("transitions", result.transitions);
    archive.member("gates", result.gates);
    archive.member("sources", result.sources);
    archive.member("deviations", result.deviations);
}

void write_form(JsonWriter& out, const Verdict& verdict) {
    out.write(to_text(verdict));
}
void read_form(JsonReader& in, Verdict& verdict) {
    in.read_name(verdict, parse_verdict, "a verdict such as passed or not_run");
}
void write_form(JsonWriter& out, const DeviationStatus& status) {
    out.write(to_text(status));
}
void read_form(JsonReader& in, DeviationStatus& status) {
    in.read_name(status, parse_deviation_status, "a status such as applied or expired");
}

Json to_json(const RunResult& result) {
    Json json;
    JsonWriter writer(json, kRunResultForm);
    writer.member("format", kFormat);
    visit_members(writer, result);
    writer.member("coverage", result.coverage_counts());
    writer.member("missing_coverage", result.missing_coverage());
    const VerdictCounts counted = result.verdict_counts();
    writer.group("tally", [&](JsonWriter& tally) {
        for (std::size_t i = 0; i < kVerdictCount; ++i)
            tally.member(to_text(static_cast<Verdict>(i)), counted.counts[i]);
    });
    writer.member("summary", summary_line(counted));
    writer.member("exit_code", result.exit_code());
    return json;
}

std::string render_json(const RunResult& result) {
    return plumbline::to_pretty_text(to_json(result)) + '\n';
}

Result<RunResult> run_result_from_json(const Json& json) {
    std::optional<Error> problem;
    JsonReader reader(json, "", kRunResultForm, problem);
    int format = 0;
    reader.member("format", format);
    if (!problem && format != kFormat) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("result, at \"/format\": found {}, expected {}; use the version "
                                "of plumbline that wrote it",
                                format,
                                kFormat));
    }
    RunResult result;
    visit_members(reader, result);
    if (problem) return fail(std::move(*problem));
    return result;
}

}  // namespace plumbline::reports
