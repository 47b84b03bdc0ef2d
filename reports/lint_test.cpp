#include "reports/lint.hpp"

#include "spec/base/file.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/schema/schema.hpp"
#include "spec/schema/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace plumbline::reports {
namespace {

using testing::IsEmpty;

std::string lint_file(std::string_view path) {
    return (std::filesystem::path(__FILE__).parent_path() / path).string();
}

LintFinding lint_finding(std::string_view rule,
                         std::string message,
                         const SourceRef& where,
                         std::vector<std::string> notes = {}) {
    return {lint_rule(rule),
            where.file,
            {ErrorCode::kInvalid, std::move(message), where, std::move(notes)}};
}

LintFinding lint_of_unread_file() {
    return {lint_rule("io"), "gone", {ErrorCode::kIo, "cannot open gone: no permission", {}, {}}};
}

/// Findings with and without a position and a fix, of each level.
LintResult sample_lint() {
    LintResult result;
    result.tool_version = "0.0.0";
    result.folder = "/home/me/project";
    result.suites = 2;
    result.findings = {
        lint_of_unread_file(),
        lint_finding("not_found",
                     "no source description has an operation getThin",
                     {"suites/my things.arazzo.yaml", 8, 9},
                     {"did you mean \"getThing\"?"}),
        lint_finding("tolerated",
                     "step has the unknown key \"sumary\"",
                     {"/home/me/project/suites/ä.arazzo.yaml", 9, 0},
                     {"two", "lines"}),
        lint_finding("doubtful", "action a is there twice", {"/elsewhere/b.arazzo.yaml", 1, 1}),
        lint_finding("portability", "== ignores case", {"./c.arazzo.yaml", 0, 0}),
    };
    return result;
}

class LintApprovedReport : public testing::TestWithParam<LintFormat> {};

// With PLUMBLINE_APPROVE set (scripts/approve), the test writes the sample instead of comparing it.
TEST_P(LintApprovedReport, HasNotChanged) {
    const std::string file = lint_file("approved/lint." + std::string(GetParam().name));
    const std::string rendered = GetParam().render(sample_lint());
    if (std::getenv("PLUMBLINE_APPROVE") != nullptr) {
        ASSERT_THAT(write_file(file, rendered), IsOk());
    }
    EXPECT_THAT(read_file(file), testing::Optional(rendered))
        << "if the change is intended: run scripts/approve, then review the diff of " << file;
}

INSTANTIATE_TEST_SUITE_P(Form,
                         LintApprovedReport,
                         testing::ValuesIn(lint_formats()),
                         [](const auto& test) { return std::string(test.param.name); });

std::vector<Violation> schema_violations(const Json& json) {
    auto document = load_document(lint_file("schema/lint.schema.json"));
    if (!document) return {{"", "schema", "", to_text(document.error())}};
    SchemaCompiler compiler(*std::move(document), SchemaStrictness::kTolerant);
    const auto schema = compiler.compile("");
    if (!schema) return {{"", "schema", "", to_text(schema.error())}};
    return schema->evaluate(json);
}

TEST(LintSchema, MatchesTheSample) {
    const auto json = parse_json(render_lint_json(sample_lint()));
    ASSERT_THAT(json, IsOk());
    EXPECT_THAT(schema_violations(*json), IsEmpty());
}

TEST(LintSchema, ListsExactlyTheRules) {
    Json json = *parse_json(render_lint_json(sample_lint()));
    for (const LintRule& rule : lint_rules()) {
        json["findings"][0]["rule"] = rule.id;
        EXPECT_THAT(schema_violations(json), IsEmpty()) << rule.id;
    }
    json["findings"][0]["rule"] = "fine";
    EXPECT_THAT(schema_violations(json), HasViolationAt("/findings/0/rule", "enum"));
}

/// Returns the URIs of all results in a SARIF log, "" for none.
std::vector<std::string> uris(const Json& log) {
    std::vector<std::string> found;
    for (const Json& result : log["runs"][0]["results"]) {
        const Json::json_pointer uri("/locations/0/physicalLocation/artifactLocation/uri");
        found.push_back(result.contains(uri) ? result[uri].get<std::string>() : "");
    }
    return found;
}

TEST(LintSarif, UsesRelativeUrisWherePossible) {
    const Json log = *parse_json(render_lint_sarif(sample_lint()));
    EXPECT_THAT(uris(log),
                testing::ElementsAre("gone",
                                     "suites/my%20things.arazzo.yaml",
                                     "suites/%C3%A4.arazzo.yaml",
                                     "file:///elsewhere/b.arazzo.yaml",
                                     "c.arazzo.yaml"));
}

TEST(LintSarif, DeclaresTheRuleOfEachResult) {
    const Json log = *parse_json(render_lint_sarif(sample_lint()));
    std::vector<std::string> declared;
    for (const Json& rule : log["runs"][0]["tool"]["driver"]["rules"])
        declared.push_back(rule["id"].get<std::string>());
    for (const Json& result : log["runs"][0]["results"])
        EXPECT_THAT(declared, testing::Contains(result["ruleId"].get<std::string>()));
}

TEST(LintSarif, OmitsUnknownPartsOfAPosition) {
    const Json log = *parse_json(render_lint_sarif(sample_lint()));
    const Json& results = log["runs"][0]["results"];
    const Json::json_pointer region("/locations/0/physicalLocation/region");
    EXPECT_EQ(results[1][region], Json::parse(R"({"startLine": 8, "startColumn": 9})"));
    EXPECT_EQ(results[2][region], Json::parse(R"({"startLine": 9})"));
    EXPECT_FALSE(results[4].contains(region));
}

TEST(LintFormats, AreValidWithoutFindings) {
    const LintResult empty{"0.0.0", "/", 1, {}};
    EXPECT_EQ(render_lint_text(empty), "1 suite, 0 errors, 0 suggestions\n");
    EXPECT_EQ((*parse_json(render_lint_json(empty)))["findings"], Json::array());
    EXPECT_EQ((*parse_json(render_lint_sarif(empty)))["runs"][0]["results"], Json::array());
}

}  // namespace
}  // namespace plumbline::reports
