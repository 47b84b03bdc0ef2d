#pragma once
// The forms for CI services and other tools, except JUnit (render.hpp).

#include "reports/result.hpp"

#include <string>
#include <vector>

namespace plumbline::reports {

/// A file of a form that is a folder.
struct FolderFile {
    std::string name;
    std::string text;
};

/// Renders a summary in Markdown of at most kMaxMarkdown bytes: what did not pass first.
[[nodiscard]] std::string render_markdown(const RunResult& result);
inline constexpr std::size_t kMaxMarkdown = std::size_t{64} * 1024U;

/// Renders one command of GitHub Actions (`::error ...`) per cause, which is shown as an
/// annotation; at most ten errors and ten warnings, as no more are shown.
[[nodiscard]] std::string render_annotations(const RunResult& result);

/// Renders a SARIF 2.1.0 log: one rule per requirement, or per finding code where there is none,
/// that a result names.
[[nodiscard]] std::string render_sarif(const RunResult& result);

/// Renders a GitLab code quality report.
[[nodiscard]] std::string render_code_quality(const RunResult& result);

/// Renders TAP 14: one test point per case.
[[nodiscard]] std::string render_tap(const RunResult& result);

/// Renders CTRF (Common Test Report Format) JSON: one test per case.
[[nodiscard]] std::string render_ctrf(const RunResult& result);

/// Renders Allure results: one file per case. A repeated rendering has the same names.
[[nodiscard]] std::vector<FolderFile> render_allure(const RunResult& result);

}  // namespace plumbline::reports
