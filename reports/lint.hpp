#pragma once
// What lint has to say of suites, and the forms it is told in: one for people, two for programs.

#include "spec/base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// How much a finding weighs: an error makes lint fail, the others are advice.
enum class LintLevel { kError, kWarning, kNote };

/// A kind of finding. The ids are stable: other tools count, sort and silence by them.
struct LintRule {
    std::string_view id;
    LintLevel level = LintLevel::kError;
    std::string_view meaning;
};

/// Returns all rules.
[[nodiscard]] const std::vector<LintRule>& lint_rules();
/// Returns the rule with this id; that of what is invalid if there is none.
[[nodiscard]] const LintRule& lint_rule(std::string_view id);

/// One thing that lint found: what it is, its place, and as notes how to mend it.
struct LintFinding {
    LintRule rule;
    std::string file;  ///< the suite, also where the error has no place as its message names it
    Error error;

    [[nodiscard]] bool is_error() const { return rule.level == LintLevel::kError; }
};

/// All that lint found, in the order in which it is told.
struct LintResult {
    std::string tool_version;
    std::string folder;      ///< where lint ran; files are relative to it or absolute
    std::size_t suites = 0;  ///< how many could be read
    std::vector<LintFinding> findings;

    [[nodiscard]] std::size_t errors() const;
    [[nodiscard]] std::size_t advice() const { return findings.size() - errors(); }
};

[[nodiscard]] std::string render_lint_text(const LintResult& result);
/// As reports/schema/lint.schema.json describes it.
[[nodiscard]] std::string render_lint_json(const LintResult& result);
/// As SARIF 2.1.0 has it.
[[nodiscard]] std::string render_lint_sarif(const LintResult& result);

/// A form as `lint --format` names it.
struct LintForm {
    std::string_view name;
    std::string (*render)(const LintResult&);
};
/// Returns all forms, the one for people first.
[[nodiscard]] const std::vector<LintForm>& lint_forms();

}  // namespace plumbline::reports
