#pragma once
// Renders a result. Each format is one file in reports/ or reports/forms/, and one row of the table
// in reports/render.cpp.

#include "reports/forms/forms.hpp"
#include "reports/result.hpp"

#include <functional>
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
    bool lists_passed = true;  ///< false if passed scenarios were shown when they ended
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

/// Rounds all times as result.json has them, so that `report render` writes the same forms later.
void round_times(RunResult& result);

/// A report format of `--format` and `--report`.
struct ReportFormat {
    std::string_view name;
    std::string_view file;  ///< name of the file, or of the folder, in the report folder
    std::string (*render)(const RunResult&) = nullptr;  ///< null for a folder
    bool is_default = false;                            ///< written if `--format` names none
    std::vector<FolderFile> (*render_folder)(const RunResult&) = nullptr;
};
[[nodiscard]] const std::vector<ReportFormat>& report_formats();
/// Returns the format of this name. Errors: kUsage (an unknown name; lists the known ones).
[[nodiscard]] Result<const ReportFormat*> find_format(const std::string& name);
/// Adds the error of one of several reports, if any: the first error counts, the messages of later
/// ones become its notes.
void add_failure(Result<void>& all, const Result<void>& one);
/// Writes reports, each by a thread of its own, since rendering takes most of the time. A failure
/// does not prevent the others. Errors: those of `writes` (the first one; its notes are the
/// others).
[[nodiscard]] Result<void> write_all(const std::vector<std::function<Result<void>()>>& writes);
/// Writes one report to `path`, a file or a folder. Errors: kIo.
[[nodiscard]] Result<void> write_report(const ReportFormat& form,
                                        const RunResult& result,
                                        const std::string& path);

/// Returns the named formats, or the default ones if none is named.
[[nodiscard]] std::vector<const ReportFormat*> selected_formats(
    const std::vector<std::string>& names);

/// Checks the names of formats before a run, so that its reports can be written. Errors: kUsage (an
/// unknown format; lists the known ones).
[[nodiscard]] Result<void> check_formats(const std::vector<std::string>& names);

/// Creates `folder` if it is missing and checks that it is writable, before a run whose reports
/// would be lost. Errors: kIo.
[[nodiscard]] Result<void> check_writable_folder(const std::string& folder);

/// Removes reports that a killed run was writing into `folder`; returns their names.
std::vector<std::string> remove_incomplete_reports(const std::string& folder);

/// Removes the files of a former run that write_reports would replace, so that a run that ends
/// before it has a result does not leave those of another one.
void remove_former_reports(const std::string& folder, const std::vector<std::string>& names);
/// Removes a file, unless it is a link, a device or a folder.
void remove_former_report(const std::string& path);

/// Writes the named formats, or the default ones if none is named, into `folder`; creates it if it
/// is missing. All are tried. Errors: those of check_formats, kIo (the first one; its notes are the
/// others).
[[nodiscard]] Result<void> write_reports(const RunResult& result,
                                         const std::string& folder,
                                         const std::vector<std::string>& names);

}  // namespace plumbline::reports
