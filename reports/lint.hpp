#pragma once
// The findings of lint and their formats: one for people, two for programs.

#include "spec/base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// The level of a finding: an error makes lint fail, the others are suggestions.
enum class LintLevel { kError, kWarning, kNote };

/// A kind of finding. The ids are stable: other tools count, sort and suppress findings by them.
struct LintRule {
    std::string_view id;
    LintLevel level = LintLevel::kError;
    std::string_view meaning;
};

/// Returns all rules.
[[nodiscard]] const std::vector<LintRule>& lint_rules();
/// Returns the rule with this id, the rule `invalid` if there is none.
[[nodiscard]] const LintRule& lint_rule(std::string_view id);

/// One finding of lint: its rule, and an error with its position and, as notes, its fix.
struct LintFinding {
    LintRule rule;
    std::string
        file;  ///< the suite, even if the error has no position because its message names it
    Error error;

    [[nodiscard]] bool is_error() const { return rule.level == LintLevel::kError; }
};

/// All findings of lint, in the order in which they are reported.
struct LintResult {
    std::string tool_version;
    std::string folder;      ///< folder in which lint ran; files are relative to it or absolute
    std::size_t suites = 0;  ///< the number of suites that could be read
    std::vector<LintFinding> findings;

    [[nodiscard]] std::size_t errors() const;
    [[nodiscard]] std::size_t suggestions() const { return findings.size() - errors(); }
};

[[nodiscard]] std::string render_lint_text(const LintResult& result);
/// Renders JSON as described by reports/schema/lint.schema.json.
[[nodiscard]] std::string render_lint_json(const LintResult& result);
/// Renders SARIF 2.1.0.
[[nodiscard]] std::string render_lint_sarif(const LintResult& result);

/// An output format of `lint --format`.
struct LintFormat {
    std::string_view name;
    std::string (*render)(const LintResult&);
};
/// Returns all formats, the one for people first.
[[nodiscard]] const std::vector<LintFormat>& lint_formats();

}  // namespace plumbline::reports
