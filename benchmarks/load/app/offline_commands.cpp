// plumbline-load compare, merge and report: commands on existing results.

#include "benchmarks/load/app/commands.hpp"
#include "benchmarks/load/result/load_output.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace plumbline::load {

int report_error(const Error& error, std::ostream& err) {
    err << "plumbline-load: " << to_text(error) << '\n';
    const bool is_unreachable =
        error.code == ErrorCode::kUnreachable || error.code == ErrorCode::kTimeout;
    return is_unreachable ? kNoResponse : kError;
}

Result<void> write_reports(const LoadResult& result, const std::string& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        return fail(ErrorCode::kIo,
                    "cannot create the folder " + folder + ": " + problem.message());
    // A failure of one does not prevent the other.
    auto written = write_file(folder + "/result.json", render_json(result));
    auto page = write_file(folder + "/report.html", render_html(result));
    return written ? page : written;
}

bool report_gates(const std::vector<GateCondition>& gates,
                  const LoadResult& result,
                  std::ostream& out) {
    bool is_violated = false;
    const auto report = [&](const std::vector<GateFinding>& findings) {
        for (const GateFinding& finding : findings) {
            if (!finding.is_failure()) continue;
            is_violated = true;
            out << "FAILED: " << finding.text << '\n';
        }
    };
    report(unconditional_failures(result));
    for (const GateCondition& gate : gates) report(check_gate(gate, result));
    if (!gates.empty() && !is_violated) out << "no --fail-if condition is met\n";
    return is_violated;
}

Result<void> write_junit(const std::vector<GateCondition>& gates,
                         const LoadResult& result,
                         const std::string& file) {
    if (file.empty()) return {};
    return write_file(file, render_junit(gates, result));
}

int compare_command(const CompareCommand& command, std::ostream& out, std::ostream& err) {
    const auto a = read_result(command.a);
    if (!a) return report_error(a.error(), err);
    const auto b = read_result(command.b);
    if (!b) return report_error(b.error(), err);
    const auto comparison = compare(*a, *b);
    if (!comparison) return report_error(comparison.error(), err);
    out << render_comparison(*comparison);
    if (!command.html_file.empty()) {
        auto written = write_file(command.html_file, render_comparison_html(*comparison, *a, *b));
        if (!written) return report_error(written.error(), err);
    }
    return comparison->exit_code();
}

namespace {

/// Notes the shards that a result lacks. Errors: kInvalid (some are missing, without --partial).
Result<void> note_missing_shards(LoadResult& result, bool is_partial) {
    std::vector<std::string> missing;
    for (const std::uint64_t number : missing_shards(result))
        missing.push_back(fmt::to_string(number));
    if (missing.empty()) return {};
    const std::string text = fmt::format("of {} shards, {} {} missing",
                                         result.shard_set->of,
                                         join(missing, ", "),
                                         missing.size() == 1 ? "is" : "are");
    if (!is_partial)
        return fail(ErrorCode::kInvalid,
                    text,
                    {},
                    {"give the results of all shards; --partial accepts a smaller load"});
    result.notes.push_back(text + ": the load was smaller than planned");
    return {};
}

}  // namespace

int merge_command(const MergeCommand& command, std::ostream& out, std::ostream& err) {
    std::vector<LoadResult> shards;
    for (const std::string& file : command.files) {
        auto shard = read_result(file);
        if (!shard) return report_error(shard.error(), err);
        shards.push_back(std::move(*shard));
    }
    auto merged = merge(shards);
    if (!merged) return report_error(merged.error(), err);
    if (auto noted = note_missing_shards(*merged, command.is_partial); !noted)
        return report_error(noted.error(), err);
    if (shards.size() > 1) {
        auto windows = compare_windows(shards);
        if (!windows) return report_error(windows.error(), err);
        merged->notes.insert(merged->notes.end(), windows->begin(), windows->end());
    }
    auto written = write_reports(*merged, command.report_dir);
    if (!written) return report_error(written.error(), err);
    out << render_summary(*merged) << "report: " << command.report_dir << "/report.html\n";
    return report_gates({}, *merged, out) ? kViolated : kSuccess;
}

int report_command(const ReportCommand& command, std::ostream& out, std::ostream& err) {
    const auto result = read_result(command.file);
    if (!result) return report_error(result.error(), err);
    out << render_summary(*result);
    if (!command.html_file.empty()) {
        auto written = write_file(command.html_file, render_html(*result));
        if (!written) return report_error(written.error(), err);
    }
    auto written = write_junit(command.gates, *result, command.junit_file);
    if (!written) return report_error(written.error(), err);
    return report_gates(command.gates, *result, out) ? kViolated : kSuccess;
}

}  // namespace plumbline::load
