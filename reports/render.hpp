#pragma once
// Renders a result. Each form is one file of this folder and one row of the table in render.cpp.

#include "reports/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// How text is written for a terminal or a log.
struct TextStyle {
    bool color = false;
    bool list_passed = true;      ///< one line per passed scenario
    bool tells_scenarios = true;  ///< false: what does not come by reason was told as it ended
};

[[nodiscard]] std::string render_text(const RunResult& result, const TextStyle& style = {});
[[nodiscard]] std::string render_json(const RunResult& result);
[[nodiscard]] std::string render_junit(const RunResult& result);
/// Renders one scenario as render_text does, for progress while the run goes on; render_text is
/// then told so by `tells_scenarios`.
[[nodiscard]] std::string render_scenario(const ScenarioResult& scenario,
                                          const std::vector<RequirementResult>& requirements,
                                          const TextStyle& style);

/// A report form as `--format` names it.
struct Form {
    std::string_view name;
    std::string_view file;  ///< name of the file in the report folder
    std::string (*render)(const RunResult&);
};
[[nodiscard]] const std::vector<Form>& forms();

/// Checks names of forms before a run that would end with none of them written. Errors: kUsage (an
/// unknown form; lists the known).
[[nodiscard]] Result<void> check_forms(const std::vector<std::string>& names);

/// Makes `folder` if it is missing and proves that files can be written there, before a run that
/// would be for nothing. Errors: kIo.
[[nodiscard]] Result<void> check_folder(const std::string& folder);

/// Writes the named forms, or all if none is named, into `folder`, which is made if it is missing.
/// Errors: those of check_forms, kIo.
[[nodiscard]] Result<void> write_reports(const RunResult& result,
                                         const std::string& folder,
                                         const std::vector<std::string>& names);

}  // namespace plumbline::reports
