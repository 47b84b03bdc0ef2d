// Converts the result to JSON and back.

#include "reports/causes.hpp"
#include "reports/json_members.hpp"
#include "reports/result.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::reports {
namespace {

// Incremented when readers of the old format would misinterpret the new one.
constexpr int kVersion = 2;

constexpr const char* kRemedy =
    "repeat the run with this version of plumbline, or use the version that wrote it";

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

/// Checks the version before anything else: all other members depend on it.
Result<void> check_version(const Json& json) {
    const auto found = json.find("version");
    if (found != json.end() && *found == kVersion) return {};
    const auto former = json.find("format");  // the member's name in version 1
    const bool is_former = found == json.end() && former != json.end();
    const std::string text = is_former             ? "version " + to_short_text(*former, 60)
                             : found != json.end() ? to_short_text(*found, 60)
                                                   : "no version";
    return fail(
        ErrorCode::kInvalid,
        fmt::format("result, at \"/version\": found {}, expected {}; {}", text, kVersion, kRemedy));
}

bool has_findings(const ScenarioResult& scenario) {
    return std::any_of(scenario.steps.begin(), scenario.steps.end(), [](const StepResult& step) {
        return !step.findings.empty();
    });
}

}  // namespace

// A position is `[index of the file in "texts", line, column]`.
void write_form(JsonWriter& out, const SourceRef& where) {
    out.start_array();
    out.append().write_text(where.file);
    out.append().write(where.line);
    out.append().write(where.column);
}
void read_form(JsonReader& in, SourceRef& where) {
    constexpr std::size_t kItems = 3;
    if (in.array_size() != kItems) return in.mismatch("a position: [file, line, column]");
    in.item(0).read_text(where.file);
    in.item(1).read(where.line);
    in.item(2).read(where.column);
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
    archive.optional_member("where", entry.where);
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
    archive.optional_member("where", finding.where);
    archive.member("expected", finding.expected);
    archive.member("got", finding.got);
    archive.optional_member("note", finding.note);
    archive.optional_member("deviations", finding.deviations);
    archive.optional_member("known", finding.known);
    archive.cause([&] { return cause_text(finding); });
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
    archive.optional_member("arrivals", stream.arrivals);
    archive.optional_member("excerpts", stream.excerpts);
}

void visit_members(auto& archive, Is<ExchangeRecord> auto& exchange) {
    archive.member("method", exchange.method);
    archive.member("url", exchange.url);
    archive.member("status", exchange.status);
    archive.member("started_ms", exchange.started_ms);
    archive.member("took_ms", exchange.took_ms);
    archive.optional_member("curl", exchange.curl);
    archive.optional_member("response_excerpt", exchange.response_excerpt);
    archive.optional_member("record_deleted", exchange.record_deleted);
    archive.optional_member("streams", exchange.streams);
}

void visit_members(auto& archive, Is<StepResult> auto& step) {
    archive.member("id", step.id);
    archive.optional_member("attempt", step.attempt, 1);
    archive.optional_member("omitted_attempts", step.omitted_attempts);
    archive.member("verdict", step.verdict);
    archive.optional_member("cleanup", step.cleanup);
    archive.optional_member("where", step.where);
    archive.member("exchanges", step.exchanges);
    archive.member("findings", step.findings);
    archive.optional_texts("verified", step.verified);
    archive.optional_member("action", step.action);
}

void visit_members(auto& archive, Is<ScenarioResult> auto& scenario) {
    archive.member("name", scenario.name);
    archive.member("summary", scenario.summary);
    archive.member("area", scenario.area);
    archive.member("verdict", scenario.verdict);
    archive.optional_member("reason", scenario.reason);
    archive.optional_member("where", scenario.where);
    archive.member("took_ms", scenario.took_ms);
    archive.member("steps", scenario.steps);
    archive.optional_member("replayed", scenario.replayed);
    archive.optional_member("known", scenario.known);
    if (scenario.verdict == Verdict::kNotRun && !has_findings(scenario))
        archive.cause([&] { return cause_text(scenario); });
}

void visit_members(auto& archive, Is<RequirementResult> auto& requirement) {
    archive.member("id", requirement.id);
    archive.member("area", requirement.area);
    archive.member("section", requirement.section);
    archive.member("statement", requirement.statement);
    archive.member("basis", requirement.basis);
    archive.member("checkable", requirement.checkable);
    archive.member("outcome", requirement.outcome);
    archive.optional_member("reason", requirement.reason);
    archive.optional_member("missing", requirement.missing);
    archive.optional_member("prevented", requirement.prevented);
    archive.optional_texts("scenarios", requirement.scenarios);
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
    archive.member("where", source.where);
    archive.member("lines", source.lines);
}

void visit_members(auto& archive, Is<PlannedCheck> auto& planned) {
    archive.member("requirement", planned.requirement);
    archive.optional_texts("scenarios", planned.scenarios);
}

void visit_members(auto& archive, Is<ShardRecord> auto& shard) {
    archive.member("number", shard.number);
    archive.member("count", shard.count);
    archive.member("suites", shard.suites);
    archive.member("strict", shard.strict);
    archive.optional_texts("scenarios", shard.scenarios);
    archive.member("planned", shard.planned);
}

void visit_members(auto& archive, Is<RunResult> auto& result) {
    archive.member("tool_version", result.tool_version);
    archive.member("target", result.target);
    archive.member("started", result.started);
    archive.member("took_ms", result.took_ms);
    archive.member("seed", result.seed);
    archive.member("target_unreachable", result.target_unreachable);
    archive.member("interrupted", result.interrupted);
    archive.member("connections", result.connections);
    archive.member("notes", result.notes);
    archive.member("unjudged", result.unjudged);
    archive.member("scenarios", result.scenarios);
    archive.member("requirements", result.requirements);
    archive.member("transitions", result.transitions);
    archive.member("gates", result.gates);
    archive.member("sources", result.sources);
    archive.member("deviations", result.deviations);
    archive.optional_member("baseline", result.baseline);
    archive.optional_member("shard", result.shard);
    archive.optional_member("files", result.files);
    archive.optional_member("severity", result.severity);
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

namespace {

/// Writes what follows from the members of the result.
void write_counts(JsonWriter& writer, const RunResult& result) {
    writer.member("coverage", result.coverage_counts());
    writer.member("missing_coverage", result.missing_coverage());
    const VerdictCounts counted = result.verdict_counts();
    writer.group("tally", [&](JsonWriter& tally) {
        for (std::size_t i = 0; i < kVerdictCount; ++i)
            tally.member(to_text(static_cast<Verdict>(i)), counted.counts[i]);
        tally.member("known", counted.total_known());
    });
    writer.member("summary", summary_line(counted));
    writer.member("exit_code", result.exit_code());
}

}  // namespace

std::string json_text(const RunResult& result, const JsonTextOptions& options) {
    InternedTexts texts;
    InternedTexts causes;
    const JsonForm form{.mismatch = result_mismatch,
                        .texts = &texts,
                        .is_rounded = true,
                        .causes = &causes,
                        .max_text = options.max_text,
                        .omitted = options.omitted};
    std::string text;
    {
        JsonWriter writer(text, form);
        writer.member("version", kVersion);
        write_counts(writer, result);
        visit_members(writer, result);
        writer.member("causes", causes.texts());
        writer.member("texts", texts.texts());
    }
    return text;
}

Result<RunResult> run_result_from_json(const Json& json) {
    std::optional<Error> problem;
    InternedTexts texts;
    JsonForm form{.mismatch = result_mismatch, .texts = &texts};
    JsonReader reader(json, "", form, problem);
    if (!reader.is_object()) {
        reader.mismatch("an object");
        return fail(std::move(*problem));
    }
    if (auto version = check_version(json); !version) return fail(version.error());
    std::vector<std::string> list;
    reader.member("texts", list);
    texts = InternedTexts(std::move(list));
    RunResult result;
    visit_members(reader, result);
    if (problem) return fail(std::move(*problem));
    return result;
}

}  // namespace plumbline::reports
