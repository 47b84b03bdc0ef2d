// Renders what the run finds as a GitLab code quality report.

#include "reports/forms/case_entries.hpp"
#include "reports/forms/finding_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/text_format.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::reports {
namespace {

std::string_view severity_name(const FindingEntry& entry) {
    if (entry.from_baseline) return "info";
    switch (entry.verdict) {
        case Verdict::kFailed:
            return "critical";
        case Verdict::kNotRun:
        case Verdict::kFixed:
            return "major";
        case Verdict::kWarned:
            return "minor";
        default:
            return "info";
    }
}

/// Returns where an entry is shown. A path is required, so that what is in no file of the user's
/// repository has one that is equal in all runs.
Json quality_location(const RunResult& result, const FindingEntry& entry) {
    std::string path = repository_path(result, entry.where);
    const int line = path.empty() ? 1 : std::max(1, entry.where.line);
    if (path.empty())
        path = "plumbline/" +
               (entry.scenario == nullptr
                    ? entry.rule
                    : fmt::format("{}/{}", entry.scenario->area, suite_name(*entry.scenario)));
    return {{"path", std::move(path)}, {"lines", {{"begin", line}}}};
}

}  // namespace

std::string render_code_quality(const RunResult& result) {
    Json list = Json::array();
    for (const FindingEntry& entry : finding_entries(result)) {
        const std::string scenario =
            entry.scenario == nullptr ? "" : one_line(entry.scenario->name) + ": ";
        list.push_back({{"description", scenario + entry.message},
                        {"check_name", entry.rule},
                        {"fingerprint", entry.fingerprint},
                        {"severity", severity_name(entry)},
                        {"location", quality_location(result, entry)}});
    }
    return to_pretty_text(list) + '\n';
}

}  // namespace plumbline::reports
