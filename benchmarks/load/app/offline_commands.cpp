// plumbline-load compare, merge and report: results again, without measuring.

#include "benchmarks/load/app/commands.hpp"
#include "benchmarks/load/result/compare.hpp"
#include "benchmarks/load/result/html.hpp"
#include "benchmarks/load/result/result_file.hpp"
#include "benchmarks/load/result/text.hpp"
#include "spec/base/file.hpp"

#include <filesystem>
#include <system_error>

namespace plumbline::load {

int tell_broken(const Error& error, std::ostream& err) {
    err << "plumbline-load: " << to_text(error) << '\n';
    const bool is_away = error.code == ErrorCode::kUnreachable || error.code == ErrorCode::kTimeout;
    return is_away ? kNothingAnswered : kBroken;
}

Result<void> write_reports(const LoadResult& result, const std::string& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        return fail(ErrorCode::kIo, "cannot make the folder " + folder + ": " + problem.message());
    auto written = write_file(folder + "/result.json", render_json(result));
    if (!written) return written;
    return write_file(folder + "/report.html", render_html(result));
}

bool tell_gates(const std::vector<GateCondition>& gates,
                const LoadResult& result,
                std::ostream& out) {
    bool is_against = false;
    for (const GateCondition& gate : gates) {
        for (const GateFinding& finding : judge_gate(gate, result)) {
            if (!finding.is_against()) continue;
            is_against = true;
            out << "FAILED: " << finding.text << '\n';
        }
    }
    if (!gates.empty() && !is_against) out << "no condition of --fail-if is met\n";
    return is_against;
}

int compare_command(const CompareCommand& command, std::ostream& out, std::ostream& err) {
    const auto a = read_result(command.a);
    if (!a) return tell_broken(a.error(), err);
    const auto b = read_result(command.b);
    if (!b) return tell_broken(b.error(), err);
    const auto comparison = compare(*a, *b);
    if (!comparison) return tell_broken(comparison.error(), err);
    out << render_comparison(*comparison);
    return comparison->exit_code();
}

int merge_command(const MergeCommand& command, std::ostream& out, std::ostream& err) {
    std::vector<LoadResult> shards;
    for (const std::string& file : command.files) {
        auto shard = read_result(file);
        if (!shard) return tell_broken(shard.error(), err);
        shards.push_back(std::move(*shard));
    }
    const auto merged = merge(shards);
    if (!merged) return tell_broken(merged.error(), err);
    auto written = write_reports(*merged, command.report_dir);
    if (!written) return tell_broken(written.error(), err);
    out << render_summary(*merged) << "report: " << command.report_dir << "/report.html\n";
    return kFine;
}

int report_command(const ReportCommand& command, std::ostream& out, std::ostream& err) {
    const auto result = read_result(command.file);
    if (!result) return tell_broken(result.error(), err);
    out << render_summary(*result);
    if (!command.out.empty()) {
        auto written = write_file(command.out, render_html(*result));
        if (!written) return tell_broken(written.error(), err);
    }
    return tell_gates(command.gates, *result, out) ? kViolated : kFine;
}

}  // namespace plumbline::load
