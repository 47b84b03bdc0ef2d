// Implements `plumbline report`.

#include "conformance/app/commands.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/read_result.hpp"
#include "conformance/app/selection.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/results/merge_results.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::app {
namespace {

constexpr int kShowsExchanges = 2;

Result<int> render_result(const RunReportCommand& command, std::ostream& out) {
    const auto form = reports::find_format(command.format);
    if (!form) return fail(form.error());
    const reports::ReportFile file{*form, command.output.empty() ? "-" : command.output};
    if (file.is_standard_output() && (*form)->render == nullptr)
        return usage_error(command.format + " is a folder of files; name it with --output",
                           "for example: --output " + std::string((*form)->file));
    const auto result = read_result(command.results.front());
    if (!result) return fail(result.error());
    if (auto written = reports::write_report_files(*result, {file}, out); !written)
        return fail(written.error());
    return kConforms;
}

Result<int> show_scenarios(const RunReportCommand& command, std::ostream& out) {
    const auto result = read_result(command.results.front());
    if (!result) return fail(result.error());
    std::vector<std::string> names;
    for (const auto& scenario : result->scenarios) names.push_back(scenario.name);
    if (auto known = check_globs("--only", command.only, names, "of the result "); !known)
        return fail(known.error());
    for (const auto& scenario : result->scenarios) {
        const auto matches = [&](const auto& glob) { return matches_glob(scenario.name, glob); };
        if (!command.only.empty() && !std::ranges::any_of(command.only, matches)) continue;
        out << reports::render_scenario(
            scenario, result->requirements, {.verbosity = kShowsExchanges});
        if (scenario.verdict != reports::Verdict::kPassed)
            out << reports::render_exchanges(scenario);
    }
    return kConforms;
}

Result<int> merge_shards(const RunReportCommand& command, std::ostream& out) {
    if (auto known = reports::check_formats(command.formats); !known) return fail(known.error());
    std::vector<results::ShardResult> shards;
    for (const std::string& file : command.results) {
        auto result = read_result(file);
        if (!result) return fail(result.error());
        shards.push_back({file, std::move(*result)});
    }
    auto merged = results::merge_results(std::move(shards));
    if (!merged) return fail(merged.error());
    if (!command.baseline.empty()) {
        const auto former = read_whole_result(command.baseline);
        if (!former) return fail(error_about("--baseline", former.error()));
        reports::mark_known(*former, command.baseline, *merged);
    }
    if (command.verbosity < kShowsExchanges) reports::drop_details_of_passed(*merged);
    Result<void> written;
    if (!command.report_dir.empty())
        written = reports::write_reports(*merged, command.report_dir, command.formats);
    out << reports::render_text(*merged, {false, command.quiet ? -1 : command.verbosity});
    if (!written) return fail(written.error());
    return merged->exit_code();
}

Result<int> compare(const RunReportCommand& command, std::ostream& out) {
    const auto before = read_whole_result(command.results[0]);
    if (!before) return fail(before.error());
    const auto after = read_whole_result(command.results[1]);
    if (!after) return fail(after.error());
    const reports::ResultDifference difference = reports::compare_results(*before, *after);
    out << (command.format == "json" ? to_text(to_json(difference)) + '\n'
                                     : reports::render_difference(difference));
    return difference.newly_failing.empty() ? kConforms : kDoesNotConform;
}

Result<int> perform(const RunReportCommand& command, std::ostream& out) {
    switch (command.action) {
        case ReportAction::kRender:
            return render_result(command, out);
        case ReportAction::kShow:
            return show_scenarios(command, out);
        case ReportAction::kMerge:
            return merge_shards(command, out);
        case ReportAction::kDiff:
            return compare(command, out);
    }
    return kConforms;
}

}  // namespace

int report_command(const RunReportCommand& command, std::ostream& out, std::ostream& err) {
    const auto code = perform(command, out);
    return code ? *code : report_setup_error(code.error(), err);
}

}  // namespace plumbline::app
