#pragma once
// The subcommands. Each returns the program's exit code.

#include "benchmarks/load/app/options.hpp"

#include <ostream>

namespace plumbline::load {

int drive_command(const DriveCommand& command, std::ostream& out, std::ostream& err);
int compare_command(const CompareCommand& command, std::ostream& out, std::ostream& err);
int merge_command(const MergeCommand& command, std::ostream& out, std::ostream& err);
int report_command(const ReportCommand& command, std::ostream& out, std::ostream& err);

/// Prints an error and returns its exit code.
int report_error(const Error& error, std::ostream& err);
/// Writes result.json and report.html into a folder and creates the folder if needed. Errors: kIo.
[[nodiscard]] Result<void> write_reports(const LoadResult& result, const std::string& folder);
/// Prints why the result fails, and the conditions that it violates; returns whether there is any.
bool report_gates(const std::vector<GateCondition>& gates,
                  const LoadResult& result,
                  std::ostream& out);
/// Writes the outcome of the conditions as JUnit XML, unless `file` is empty. Errors: kIo.
[[nodiscard]] Result<void> write_junit(const std::vector<GateCondition>& gates,
                                       const LoadResult& result,
                                       const std::string& file);

}  // namespace plumbline::load
