#pragma once
// What each subcommand does. Each returns the program's exit code.

#include "benchmarks/load/app/options.hpp"

#include <ostream>

namespace plumbline::load {

int drive_command(const DriveCommand& command, std::ostream& out, std::ostream& err);
int compare_command(const CompareCommand& command, std::ostream& out, std::ostream& err);
int merge_command(const MergeCommand& command, std::ostream& out, std::ostream& err);
int report_command(const ReportCommand& command, std::ostream& out, std::ostream& err);

/// Tells what went wrong and returns the exit code for it.
int tell_broken(const Error& error, std::ostream& err);
/// Writes result.json and report.html into a folder, which is made if need be. Errors: kIo.
[[nodiscard]] Result<void> write_reports(const LoadResult& result, const std::string& folder);
/// Shows what each condition says that is against the result; returns whether any is.
bool tell_gates(const std::vector<GateCondition>& gates,
                const LoadResult& result,
                std::ostream& out);

}  // namespace plumbline::load
