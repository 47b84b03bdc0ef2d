#pragma once
// Small suites over a small API, and matchers for their problems.

#include "conformance/workflow/lint.hpp"
#include "conformance/workflow/load.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// Returns the API documents of the tests by the file name of the URL: `things.yaml`, `others.yaml`
/// (which also has getThing, and security schemes) and `mock_control.openapi.yaml`. Any other URL
/// is not found.
[[nodiscard]] Result<std::shared_ptr<const ApiDocument>> test_source(const std::string& name,
                                                                     const std::string& url,
                                                                     const std::string& suite_file);

/// Loads or lints the text of a suite as file `test.arazzo.yaml`.
[[nodiscard]] SuiteLoadResult load_text(std::string_view yaml, const LoadOptions& options = {});
[[nodiscard]] Diagnostics lint_text(std::string_view yaml);

/// Splits the problems of lint into errors and others, as its text output does.
[[nodiscard]] Diagnostics lint_diagnostics(const std::vector<SuiteProblem>& problems);

/// Returns a suite whose one workflow `w` (line 5) has the given members; they begin on line 6,
/// indented by four.
[[nodiscard]] std::string suite_with(std::string_view workflow_members);
/// Returns a suite whose one workflow has one step, `- stepId: s` on line 7; `members` follow on
/// line 8, indented by eight.
[[nodiscard]] std::string suite_with_step(std::string_view members);
/// Returns the same with `operationId: listThings` on line 8, so that `members` follow on line 9.
[[nodiscard]] std::string suite_with_call(std::string_view members);

/// Loads a valid suite; the test fails with all errors if it is invalid.
[[nodiscard]] std::shared_ptr<const Suite> load_playable(std::string_view yaml);

/// An invalid suite and the problem that is expected.
struct InvalidSuite {
    const char* name;  ///< of the test
    std::string yaml;
    const char* position;  ///< `line:column`
    const char* message;   ///< a part of it
    const char* fix;       ///< a part of the notes, "" for none
};

inline void PrintTo(const InvalidSuite& suite, std::ostream* out) {
    *out << suite.name;
}

struct InvalidSuiteName {
    std::string operator()(const testing::TestParamInfo<InvalidSuite>& info) const {
        return info.param.name;
    }
};

/// Matches a list of errors that contains one at the position, with the message and the fix.
MATCHER_P(HasProblem, suite, std::string("has at ") + suite.position + ": " + suite.message) {
    const std::string start = std::string("test.arazzo.yaml:") + suite.position + ": ";
    for (const Error& error : arg) {
        const std::string text = to_text(error);
        const bool found = text.rfind(start, 0) == 0 &&
                           error.message.find(suite.message) != std::string::npos &&
                           text.find(suite.fix) != std::string::npos;
        if (found) return true;
        *result_listener << "\n" << text;
    }
    return false;
}

}  // namespace plumbline::workflow
