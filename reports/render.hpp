#pragma once
// Renders a result. Each format is one file in reports/ and one row of the table in
// reports/render.cpp.

#include "reports/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// How text is written for a terminal or a log.
struct TextStyle {
    bool color = false;
    /// -1: a line per cause and the counts; 0: what did not pass, by cause; 1: also passed
    /// scenarios, every cause in full and observations; 2: also the exchanges of passed scenarios.
    int verbosity = 0;
    bool lists_passed = true;  ///< false if they were shown when they ended
};

[[nodiscard]] std::string render_text(const RunResult& result, const TextStyle& style = {});
[[nodiscard]] std::string render_json(const RunResult& result);
[[nodiscard]] std::string render_junit(const RunResult& result);
/// Renders a page that needs no network and no other file: the template in reports/html.
[[nodiscard]] std::string render_html(const RunResult& result);
/// Renders one scenario: a line, and what is needed to fix it if it did not pass.
[[nodiscard]] std::string render_scenario(const ScenarioResult& scenario,
                                          const std::vector<RequirementResult>& requirements,
                                          const TextStyle& style);

/// Renders every exchange of a scenario, as far as the result has it.
[[nodiscard]] std::string render_exchanges(const ScenarioResult& scenario);

/// A report format of `--format`.
struct ReportFormat {
    std::string_view name;
    std::string_view file;  ///< name of the file in the report folder
    std::string (*render)(const RunResult&);
};
[[nodiscard]] const std::vector<ReportFormat>& report_formats();

/// Checks the names of formats before a run, so that its reports can be written. Errors: kUsage (an
/// unknown format; lists the known ones).
[[nodiscard]] Result<void> check_formats(const std::vector<std::string>& names);

/// Creates `folder` if it is missing and checks that it is writable, before a run whose reports
/// would be lost. Errors: kIo.
[[nodiscard]] Result<void> check_writable_folder(const std::string& folder);

/// Removes reports that a killed run was writing into `folder`; returns their names.
std::vector<std::string> remove_incomplete_reports(const std::string& folder);

/// Writes the named formats, or all if none is named, into `folder`; creates it if it is missing.
/// All are tried. Errors: those of check_formats, kIo (the first one; its notes are the others).
[[nodiscard]] Result<void> write_reports(const RunResult& result,
                                         const std::string& folder,
                                         const std::vector<std::string>& names);

}  // namespace plumbline::reports
