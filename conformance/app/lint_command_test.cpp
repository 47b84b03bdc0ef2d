#include "conformance/app/commands.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace plumbline::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kSuiteToLint = R"(arazzo: 1.1.0
info: {title: t, version: '1'}
sourceDescriptions: [{name: control_plane, type: openapi, url: control_plane.openapi.yaml}]
workflows:
  - workflowId: w
    steps:
      - stepId: s
        operationId: listDeployments
        )";

/// The output and exit code of a lint.
struct LintRun {
    int exit_code = 0;
    std::string out;
    std::string err;
};

class LintCommandTest : public testing::Test {
  protected:
    [[nodiscard]] std::string suite(std::string_view members, std::string_view name = "a") const {
        const std::string file = folder_ + '/' + std::string(name) + ".arazzo.yaml";
        EXPECT_THAT(write_file(file, std::string(kSuiteToLint) + std::string(members) + '\n'),
                    IsOk());
        return file;
    }

    static LintRun lint(std::vector<std::string> files, std::string format, bool verbose = false) {
        std::ostringstream out;
        std::ostringstream err;
        const LintCommand command{.files = std::move(files),
                                  .contract = {},
                                  .format = std::move(format),
                                  .verbose = verbose};
        const int code = lint_command(command, out, err);
        return {code, out.str(), err.str()};
    }

    static Json read(const std::string& text) {
        const auto json = parse_json(text);
        EXPECT_THAT(json, IsOk());
        return json ? *json : Json{};
    }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path();
};

TEST_F(LintCommandTest, ReportsTheRuleOfEachFinding) {
    const LintRun linted = lint({suite("timeout: x"),
                                 suite("sumary: a", "b"),
                                 suite("x-ct-verifies: [NONE]", "c"),
                                 suite("onFailure: [{name: a, type: retry}]", "d"),
                                 suite("parameters: [{name: z, in: query, value: 1}]", "e")},
                                "json");
    const Json found = read(linted.out);
    EXPECT_EQ(linted.exit_code, kInvalidSetup);
    EXPECT_EQ(found["suites"], 5);
    std::vector<std::string> rules;
    for (const Json& finding : found["findings"])
        rules.push_back(finding["severity"].get<std::string>() + ' ' +
                        finding["rule"].get<std::string>());
    EXPECT_THAT(rules,
                testing::IsSupersetOf({"error invalid",
                                       "error tolerated",
                                       "error not_found",
                                       "suggestion doubtful",
                                       "suggestion portability"}));
}

TEST_F(LintCommandTest, ListsErrorsBeforeSuggestions) {
    const Json found = read(
        lint({suite("onFailure: [{name: a, type: retry}]"), suite("timeout: x", "b")}, "json").out);
    ASSERT_GE(found["findings"].size(), 2U);
    EXPECT_EQ(found["findings"].front()["severity"], "error");
    EXPECT_EQ(found["findings"].back()["severity"], "suggestion");
    EXPECT_EQ(found["errors"], 1);
    EXPECT_EQ(found["suggestions"], found["findings"].size() - 1);
}

TEST_F(LintCommandTest, ReportsUnreadableFilesAsFindings) {
    const std::string broken = folder_ + "/broken.arazzo.yaml";
    ASSERT_THAT(write_file(broken, "arazzo: [\n"), IsOk());
    const LintRun linted = lint({broken, folder_ + "/gone.arazzo.yaml"}, "json");
    const Json findings = read(linted.out)["findings"];
    EXPECT_EQ(linted.exit_code, kInvalidSetup);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0]["rule"], "syntax");
    EXPECT_EQ(findings[0]["file"], broken);
    EXPECT_EQ(findings[1]["rule"], "not_found");
    EXPECT_EQ(findings[1]["file"], folder_ + "/gone.arazzo.yaml");
}

TEST_F(LintCommandTest, ReportsApiProblemsInTheApiDocument) {
    const std::string api = folder_ + "/things.yaml";
    ASSERT_THAT(
        write_file(api,
                   "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /a:\n    get:\n"
                   "      operationId: getA\n      responses:\n        '200':\n"
                   "          description: a\n          content: {application/json: {schema: "
                   "{$recursiveRef: x}}}\n"),
        IsOk());
    const std::string file = folder_ + "/a.arazzo.yaml";
    ASSERT_THAT(
        write_file(file,
                   "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions: [{name: "
                   "things, type: openapi, url: things.yaml}]\nworkflows: [{workflowId: w, "
                   "steps: [{stepId: s, operationId: getA}]}]\n"),
        IsOk());
    const Json findings = read(lint({file}, "json").out)["findings"];
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0]["file"], api);
    EXPECT_EQ(findings[0]["line"], 10);
}

TEST_F(LintCommandTest, PrintsNothingElseWithMachineReadableOutput) {
    const LintRun linted = lint({suite("description: d")}, "sarif", true);
    EXPECT_EQ(linted.exit_code, kConforms);
    EXPECT_EQ(read(linted.out)["version"], "2.1.0");
    EXPECT_THAT(linted.err, HasSubstr("source control_plane is"));
}

TEST_F(LintCommandTest, PrintsTheSourcesBeforeTheTextOutput) {
    const LintRun linted = lint({suite("description: d")}, "text", true);
    EXPECT_THAT(linted.out, HasSubstr("source control_plane is"));
    EXPECT_THAT(linted.out, testing::EndsWith("1 suite, 0 errors, 0 suggestions\n"));
    EXPECT_THAT(linted.err, IsEmpty());
}

}  // namespace
}  // namespace plumbline::app
