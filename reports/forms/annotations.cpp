// Renders commands that GitHub Actions shows as annotations.

#include "reports/forms/case_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

namespace plumbline::reports {
namespace {

constexpr std::size_t kMaxAnnotations = 10;  ///< of a level; more of a step are not shown

struct Annotation {
    std::string title;
    std::string message;
    std::string file{};  ///< in the user's repository, else ""
    int line = 0;
};

std::string command_data(std::string_view text) {
    const std::string percent = replace_all(text, "%", "%25");
    return replace_all(replace_all(percent, "\r", "%0D"), "\n", "%0A");
}

std::string command_property(std::string_view text) {
    return replace_all(replace_all(command_data(text), ":", "%3A"), ",", "%2C");
}

std::string command_line(std::string_view level, const Annotation& annotation) {
    std::string properties = "title=" + command_property(annotation.title);
    if (!annotation.file.empty())
        properties += fmt::format(
            ",file={},line={}", command_property(annotation.file), std::max(1, annotation.line));
    return fmt::format("::{} {}::{}\n", level, properties, command_data(annotation.message));
}

Annotation cause_annotation(const RunResult& result,
                            const FailureCause& cause,
                            const RequirementIndex& index) {
    const ScenarioResult& scenario = *cause.scenarios.front();
    const std::vector<FindingOfStep> located = findings_worst_first(scenario);
    Annotation annotation{std::string(to_text(cause.verdict)), verdict_line(scenario)};
    SourceRef where = scenario.where;
    if (!located.empty()) {
        const Finding& finding = *located.front().finding;
        if (finding.where.line > 0) where = finding.where;
        const auto& ids = finding.requirements;
        annotation.title += ": " + (ids.empty() ? finding.code : ids.front());
        const auto row = ids.empty() ? index.end() : index.find(ids.front());
        if (row != index.end())
            annotation.message =
                one_line(row->second->statement, kMaxReason) + '\n' + annotation.message;
    }
    annotation.message += "\nscenario " + one_line(scenario.name);
    if (cause.scenarios.size() > 1)
        annotation.message += fmt::format(" and {} more", cause.scenarios.size() - 1);
    annotation.file = repository_path(result, where);
    annotation.line = where.line;
    return annotation;
}

/// Returns the commands of one level; the last one counts those that are not shown.
std::string level_lines(std::string_view level, const std::vector<Annotation>& annotations) {
    const bool fits = annotations.size() <= kMaxAnnotations;
    const std::size_t shown = fits ? annotations.size() : kMaxAnnotations - 1;
    std::string lines;
    for (std::size_t i = 0; i < shown; ++i) lines += command_line(level, annotations[i]);
    if (!fits)
        lines += command_line(level,
                              {fmt::format("{} more causes", annotations.size() - shown),
                               "the output of the run has them"});
    return lines;
}

}  // namespace

std::string render_annotations(const RunResult& result) {
    std::vector<Annotation> errors;
    std::vector<Annotation> warnings;
    for (const CaseEntry& entry : case_entries(result)) {
        if (entry.scenario != nullptr || !entry.fails()) continue;
        errors.push_back({entry.area + ": " + entry.name,
                          entry.message,
                          repository_path(result, entry.where),
                          entry.where.line});
    }
    const RequirementIndex index = index_requirements(result);
    for (const FailureCause& cause : failure_causes(result)) {
        if (cause.known) continue;
        if (fails_run(cause.verdict)) errors.push_back(cause_annotation(result, cause, index));
        if (cause.verdict == Verdict::kWarned)
            warnings.push_back(cause_annotation(result, cause, index));
    }
    return printable_lines(level_lines("error", errors) + level_lines("warning", warnings));
}

}  // namespace plumbline::reports
