#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;

/// Returns a suite of this Arazzo version that reads an input and an output with unusual names.
std::string suite_with_unusual_names(const std::string& version) {
    std::string suite = suite_with(
        "    inputs: {type: object, properties: {$orderby: {type: string}, a.b: {type: object}}}\n"
        "    steps:\n"
        "      - {stepId: get.first, operationId: listThings, outputs: {x.y: $response.body}}\n"
        "      - stepId: t\n"
        "        operationId: listThings\n"
        "        outputs: {a: $inputs.$orderby, b: '$inputs.a.b#/c', c: 'by {$inputs.$orderby}'}\n"
        "        successCriteria:\n"
        "          - condition: $steps.get.first.outputs.x.y[0] == $inputs.$orderby\n");
    return suite.replace(suite.find("1.1.0"), 5, version);
}

TEST(NamesOfArazzo10, MayHaveAnyCharacters) {
    const SuiteLoadResult loaded = load_text(suite_with_unusual_names("1.0.1"));
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
}

TEST(NamesOfArazzo10, AreErrorsInArazzo11) {
    EXPECT_THAT(
        load_text(suite_with_unusual_names("1.1.0")).diagnostics.errors,
        HasProblem(InvalidSuite{"", "", "11:19", "expected a name of letters", "$orderby"}));
}

TEST(NamesOfArazzo10, AreReportedIfTheyAreNotDeclared) {
    std::string suite = suite_with_unusual_names("1.0.0");
    suite.replace(suite.find("x.y:"), 3, "z.y");
    suite.replace(suite.find("$orderby:"), 8, "orderby");
    const Diagnostics found = load_text(suite).diagnostics;
    EXPECT_THAT(
        found.errors,
        HasProblem(InvalidSuite{
            "", "", "13:13", "$steps.get.first.outputs.x.y[0]: step get.first declares", "z.y"}));
    EXPECT_THAT(found.warnings,
                HasProblem(InvalidSuite{
                    "", "", "11:19", "$inputs.$orderby: workflow w declares no such input", ""}));
}

}  // namespace
}  // namespace plumbline::workflow
