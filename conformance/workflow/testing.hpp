#pragma once
// Small suites over a small API, and matchers for what is wrong with them.

#include "conformance/workflow/lint.hpp"
#include "conformance/workflow/load.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// Gives the API documents of the tests by the file name of the URL: `things.yaml`, `others.yaml`
/// (it too has getThing, and security schemes) and `mock_control.openapi.yaml`. Any other URL is
/// not found.
[[nodiscard]] Result<std::shared_ptr<const ApiDocument>> test_source(const std::string& name,
                                                                     const std::string& url,
                                                                     const std::string& suite_file);

/// Loads or lints the text of a suite as file `test.arazzo.yaml`.
[[nodiscard]] Loaded load_text(std::string_view yaml, const LoadOptions& options = {});
[[nodiscard]] Diagnosis lint_text(std::string_view yaml);

/// Splits what lint found as its text does, into errors and advice.
[[nodiscard]] Diagnosis diagnosis_of(const std::vector<Problem>& problems);

/// Returns a suite whose one workflow `w` (line 5) has the given members; they begin on line 6,
/// indented by four.
[[nodiscard]] std::string suite_with(std::string_view workflow_members);
/// Returns a suite whose one workflow has one step, `- stepId: s` on line 7; `members` follow on
/// line 8, indented by eight.
[[nodiscard]] std::string suite_with_step(std::string_view members);
/// The same with `operationId: listThings` on line 8, so that `members` follow on line 9.
[[nodiscard]] std::string suite_with_call(std::string_view members);

/// Loads what must be playable; the test fails with all errors if it is not.
[[nodiscard]] std::shared_ptr<const Suite> playable(std::string_view yaml);

/// One wrong suite and what is to be said of it.
struct WrongSuite {
    const char* name;  ///< of the test
    std::string yaml;
    const char* place;    ///< `line:column`
    const char* message;  ///< a part of it
    const char* mend;     ///< a part of the notes, "" for none
};

inline void PrintTo(const WrongSuite& wrong, std::ostream* out) {
    *out << wrong.name;
}

struct WrongSuiteName {
    std::string operator()(const testing::TestParamInfo<WrongSuite>& info) const {
        return info.param.name;
    }
};

/// Matches a list of errors that has one at the place, with the message and the mend.
MATCHER_P(HasProblem, wrong, std::string("has at ") + wrong.place + ": " + wrong.message) {
    const std::string start = std::string("test.arazzo.yaml:") + wrong.place + ": ";
    for (const Error& error : arg) {
        const std::string text = to_text(error);
        const bool found = text.rfind(start, 0) == 0 &&
                           error.message.find(wrong.message) != std::string::npos &&
                           text.find(wrong.mend) != std::string::npos;
        if (found) return true;
        *result_listener << "\n" << text;
    }
    return false;
}

}  // namespace plumbline::workflow
