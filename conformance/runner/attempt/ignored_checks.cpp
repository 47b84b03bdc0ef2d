#include "conformance/runner/attempt/ignored_checks.hpp"

#include "conformance/streaming/stream_checker.hpp"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

namespace plumbline::runner {
namespace {

using RequirementIds = std::set<std::string>;
using verdicts::SeverityOptions;

void add(const std::vector<std::string>& more, RequirementIds& ids) {
    ids.insert(more.begin(), more.end());
}

bool ignores_any(const SeverityOptions& severity, std::initializer_list<std::string_view> codes) {
    return std::ranges::any_of(codes,
                               [&](std::string_view code) { return severity.ignores(code); });
}

/// The requirements that the checks of conformance/checks charge.
void add_of_response(const AttemptContext& context, const AttemptData& data, RequirementIds& ids) {
    const SeverityOptions& severity = context.run.severity;
    const Operation& operation = *context.step.operation;
    const bool is_status = severity.ignores("status");
    if (is_status) {
        add(operation.requirements, ids);
        add(operation.path_requirements, ids);
    }
    if (severity.ignores("http")) add(operation.message_requirements, ids);
    if (severity.ignores("request-type") && operation.body) add(operation.body->requirements, ids);
    const bool is_content =
        ignores_any(severity, {"content-type", "content-coding", "json", "body"});
    const bool is_schema = ignores_any(severity, {"schema", "schema-unusable"});
    const SharedJson body = data.json_body();
    for (const DeclaredResponse& declared : operation.responses) {
        const bool has_headers = !declared.required_headers.empty() || !declared.headers.empty();
        if (is_status || is_schema || (severity.ignores("header") && has_headers) ||
            (is_content && declared.content_requirements.empty()))
            add(declared.requirements, ids);
        if (is_content) add(declared.content_requirements, ids);
        if (!is_schema) continue;
        add(declared.schema_requirements, ids);
        for (const MediaType& content : declared.content) {
            if (body && !content.stream && !content.schema_pointer.empty())
                add(context.step.api->applied_requirements(content.schema_pointer, *body), ids);
        }
    }
}

/// The requirements that a rule of a stream charges: those that it is based on, else those of the
/// events.
void add_of_stream_rule(const StreamContract& stream,
                        const streaming::StreamRuleRow& row,
                        RequirementIds& ids) {
    for (const std::string_view word : row.contract_rules) {
        if (const StreamRule* rule = stream.rule(word)) add(rule->requirements, ids);
    }
    if (!row.contract_rules.front().empty()) return;
    for (const DeclaredEvent* event : stream.events()) {
        add(event->requirements, ids);
        add(event->event_requirements, ids);
        ids.insert(event->schema_requirements.begin(), event->schema_requirements.end());
    }
}

/// The requirements that the rules of a stream charge.
void add_of_stream(const AttemptContext& context, RequirementIds& ids) {
    for (std::size_t i = 0; i < streaming::kStreamRuleCount; ++i) {
        const auto& row = streaming::row_of(static_cast<streaming::StreamRuleId>(i));
        if (!context.run.severity.ignores(row.code)) continue;
        for (const DeclaredResponse& declared : context.step.operation->responses) {
            for (const MediaType& content : declared.content) {
                if (content.stream) add_of_stream_rule(*content.stream, row, ids);
            }
        }
    }
}

/// The requirements that conformance/monitors/history_rules.cpp charges.
void add_of_history(const AttemptContext& context, RequirementIds& ids) {
    const SeverityOptions& severity = context.run.severity;
    struct RuleCode {
        RuleKind kind;
        std::string_view code;
    };
    constexpr RuleCode kRules[]{{RuleKind::kImmutable, "history-constant"},
                                {RuleKind::kReplace, "history-replaced"},
                                {RuleKind::kDefaultFrom, "history-default"}};
    for (const Operation& operation : context.step.api->operations()) {
        for (const HistoryRule& rule : operation.history) {
            if (severity.ignores("history-" + std::string(to_text(rule.kind))))
                add(rule.requirements, ids);
        }
        for (const Rule& rule : operation.rules) {
            for (const RuleCode& row : kRules) {
                if (rule.kind == row.kind && severity.ignores(row.code))
                    add(rule.requirements, ids);
            }
        }
    }
}

}  // namespace

void rate(const SeverityOptions& severity, reports::Verdict verdict, reports::Finding& finding) {
    finding.verdict = verdicts::changed_verdict(verdict, finding.code, severity);
    finding.ignored =
        severity.ignores(finding.code) && finding.verdict == reports::Verdict::kWarned;
}

bool drop_ignored_findings(std::vector<reports::StepResult>& steps) {
    bool has_any = false;
    for (reports::StepResult& step : steps) {
        const auto dropped =
            std::erase_if(step.findings, [](const auto& finding) { return finding.ignored; });
        if (dropped == 0) continue;
        has_any = true;
        step.verdict = verdicts::worst_verdict(step.findings);
    }
    return has_any;
}

void drop_unchecked(const AttemptContext& context,
                    const AttemptData& data,
                    EvidenceSource source,
                    std::vector<std::string>& verified) {
    const SeverityOptions& severity = context.run.severity;
    if (!severity.ignores_any() || verified.empty()) return;
    RequirementIds ids;
    if (source == EvidenceSource::kResponse) add_of_response(context, data, ids);
    if (source == EvidenceSource::kStream) add_of_stream(context, ids);
    if (source == EvidenceSource::kHistory) add_of_history(context, ids);
    std::erase_if(verified, [&](const std::string& id) { return ids.contains(id); });
}

}  // namespace plumbline::runner
