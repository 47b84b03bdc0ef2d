#pragma once
// Reports that a user directs to files of any name: `--report FORM=FILE`.

#include "reports/render.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// One report and its file.
struct ReportFile {
    const ReportFormat* format = nullptr;  ///< never null
    std::string path;  ///< a file; a folder for a form of several files; `-` or `/dev/stdout`

    [[nodiscard]] bool is_standard_output() const { return path == "-" || path == "/dev/stdout"; }
};

/// Reads `FORM=FILE`. Errors: kUsage (unknown form, no file, a folder or a second report on
/// standard output).
[[nodiscard]] Result<std::vector<ReportFile>> parse_report_files(
    const std::vector<std::string>& texts);

/// Checks that each report has a file of its own, also those of `formats` that are written into
/// `folder` ("": none). Errors: kUsage, with both names.
[[nodiscard]] Result<void> check_distinct_files(const std::vector<ReportFile>& files,
                                                const std::string& folder,
                                                const std::vector<std::string>& formats);

/// Checks before a run that the files can be written. Errors: kIo (the first one; its notes are the
/// others).
[[nodiscard]] Result<void> check_report_files(const std::vector<ReportFile>& files);

/// Writes all reports; `out` is standard output. Errors: kIo (the first one; its notes are the
/// others).
[[nodiscard]] Result<void> write_report_files(const RunResult& result,
                                              const std::vector<ReportFile>& files,
                                              std::ostream& out);

/// Appends the summary in Markdown to a file that other steps of a CI job also write. Errors: kIo.
[[nodiscard]] Result<void> append_summary(const RunResult& result, const std::string& path);

}  // namespace plumbline::reports
