#include "conformance/app/options.hpp"

#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

PlumblineCommand parsed(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "plumbline");
    return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

TEST(CommandLine, SetsDefaultsOfRun) {
    const PlumblineCommand command = parsed({"run"});
    const auto* run = std::get_if<RunCommand>(&command);
    ASSERT_NE(run, nullptr);
    EXPECT_FALSE(run->has_target());
    EXPECT_FALSE(run->timeout_s);
    EXPECT_THAT(run->formats, IsEmpty());
}

TEST(CommandLine, ReadsTimesAndFormats) {
    const PlumblineCommand command = parsed({"run",
                                             "--timeout",
                                             "5",
                                             "--poll-interval",
                                             "0",
                                             "--poll-deadline",
                                             "60.5",
                                             "--response-memory",
                                             "64",
                                             "--format",
                                             "text,json",
                                             "--report-dir",
                                             "reports",
                                             "--report",
                                             "tap=a,b.tap",
                                             "--report",
                                             "ctrf=-"});
    const auto* run = std::get_if<RunCommand>(&command);
    ASSERT_NE(run, nullptr);
    EXPECT_THAT(run->timeout_s, Optional(5.0));
    EXPECT_THAT(run->poll_interval_s, Optional(0.0));
    EXPECT_THAT(run->response_memory_mib, Optional(64U));
    EXPECT_THAT(run->poll_deadline_s, Optional(60.5));
    EXPECT_THAT(run->formats, ElementsAre("text", "json"));
    EXPECT_THAT(run->reports, ElementsAre("tap=a,b.tap", "ctrf=-"));
}

TEST(CommandLine, ReadsQueriesStrictlyByDefault) {
    EXPECT_FALSE(std::get<RunCommand>(parsed({"run"})).lenient_jsonpath);
    EXPECT_TRUE(std::get<RunCommand>(parsed({"run", "--lenient-jsonpath"})).lenient_jsonpath);
}

TEST(CommandLine, ReadsLintAndList) {
    EXPECT_TRUE(std::holds_alternative<LintCommand>(parsed({"lint", "a.arazzo.yaml"})));
    EXPECT_TRUE(std::holds_alternative<ListCommand>(parsed({"list", "--requirements"})));
}

TEST(CommandLine, ReadsTheFormatsOfLint) {
    EXPECT_EQ(std::get<LintCommand>(parsed({"lint"})).format, "text");
    EXPECT_EQ(std::get<LintCommand>(parsed({"lint", "--format", "sarif"})).format, "sarif");
    const PlumblineCommand refused = parsed({"lint", "--format", "xml"});
    ASSERT_TRUE(std::holds_alternative<CommandLineExit>(refused));
    EXPECT_EQ(std::get<CommandLineExit>(refused).exit_code, 2);
    EXPECT_THAT(std::get<CommandLineExit>(refused).text,
                AllOf(HasSubstr("xml"), HasSubstr("text"), HasSubstr("json"), HasSubstr("sarif")));
}

TEST(CommandLine, ReadsGenerateAndGenerated) {
    const PlumblineCommand command =
        parsed({"generate", "--out", "folder", "--area", "control_plane"});
    const auto* generate = std::get_if<GenerateCommand>(&command);
    ASSERT_NE(generate, nullptr);
    EXPECT_EQ(generate->out, "folder");
    EXPECT_THAT(generate->areas, ElementsAre("control_plane"));
    const PlumblineCommand playing = parsed({"run", "--generated", "all", "--max-creates", "20"});
    const auto* run = std::get_if<RunCommand>(&playing);
    ASSERT_NE(run, nullptr);
    EXPECT_EQ(run->generated, "all");
    EXPECT_THAT(run->max_creates, Optional(20));
}

TEST(CommandLine, ReadsTargetAndJournalsOfCleanup) {
    const PlumblineCommand command =
        parsed({"cleanup", "a.jsonl", "--url", "http://a", "--dry-run"});
    const auto* cleanup = std::get_if<CleanupCommand>(&command);
    ASSERT_NE(cleanup, nullptr);
    EXPECT_THAT(cleanup->journals, ElementsAre("a.jsonl"));
    EXPECT_EQ(cleanup->target.url, "http://a");
    EXPECT_TRUE(cleanup->dry_run);
    const PlumblineCommand wrong = parsed({"cleanup", "--allow-writes"});
    ASSERT_TRUE(std::holds_alternative<CommandLineExit>(wrong));
    EXPECT_EQ(std::get<CommandLineExit>(wrong).exit_code, 2);
}

TEST(CommandLine, ReadsKnownDeviations) {
    const PlumblineCommand playing =
        parsed({"run", "--deviations", "a.yaml", "--deviations", "b.yaml"});
    const auto* run = std::get_if<RunCommand>(&playing);
    ASSERT_NE(run, nullptr);
    EXPECT_THAT(run->deviations, ElementsAre("a.yaml", "b.yaml"));
    const PlumblineCommand adding = parsed({"deviations", "add", "result.json", "--reason", "r"});
    const auto* add = std::get_if<DeviationsCommand>(&adding);
    ASSERT_NE(add, nullptr);
    EXPECT_EQ(add->action, DeviationsAction::kAdd);
    EXPECT_EQ(add->file, "deviations.yaml");
    const PlumblineCommand pruning =
        parsed({"deviations", "prune", "result.json", "--file", "d.yaml", "--dry-run"});
    const auto* prune = std::get_if<DeviationsCommand>(&pruning);
    ASSERT_NE(prune, nullptr);
    EXPECT_EQ(prune->action, DeviationsAction::kPrune);
    EXPECT_TRUE(prune->dry_run);
    EXPECT_TRUE(std::holds_alternative<CommandLineExit>(parsed({"deviations", "prune", "r"})));
}

TEST(CommandLine, ExitsWithZeroForHelpAndVersion) {
    for (const char* option : {"--help", "--version"}) {
        const PlumblineCommand command = parsed({option});
        const auto* ready = std::get_if<CommandLineExit>(&command);
        ASSERT_NE(ready, nullptr) << option;
        EXPECT_EQ(ready->exit_code, 0);
        EXPECT_THAT(ready->text, HasSubstr("plumbline"));
    }
}

struct RefusedValue {
    const char* option;
    const char* value;
};

void PrintTo(const RefusedValue& one, std::ostream* out) {
    *out << one.option << ' ' << one.value;
}

class RefusedValues : public testing::TestWithParam<RefusedValue> {};

TEST_P(RefusedValues, ExitWithStatus2AndNameTheOption) {
    const PlumblineCommand command = parsed({"run", GetParam().option, GetParam().value});
    const auto* ready = std::get_if<CommandLineExit>(&command);
    ASSERT_NE(ready, nullptr);
    EXPECT_EQ(ready->exit_code, 2);
    EXPECT_THAT(ready->text, HasSubstr(GetParam().option));
}

INSTANTIATE_TEST_SUITE_P(CommandLine,
                         RefusedValues,
                         testing::Values(RefusedValue{"--timeout", "nan"},
                                         RefusedValue{"--timeout", "inf"},
                                         RefusedValue{"--timeout", "0"},
                                         RefusedValue{"--timeout", "soon"},
                                         RefusedValue{"--poll-interval", "nan"},
                                         RefusedValue{"--consistency-wait", "-1"},
                                         RefusedValue{"--max-rate", "nan"},
                                         RefusedValue{"--max-rate", "-1"},
                                         RefusedValue{"--jobs", "257"},
                                         RefusedValue{"--progress", "some"},
                                         RefusedValue{"--ca-file", "/no/such.pem"},
                                         RefusedValue{"--poll-interval", "-1"},
                                         RefusedValue{"--poll-deadline", "nan"},
                                         RefusedValue{"--poll-deadline", "1e9"},
                                         RefusedValue{"--seed", "-1"},
                                         RefusedValue{"--seed", ""},
                                         RefusedValue{"--seed", "18446744073709551616"},
                                         RefusedValue{"--seed", "1.5"},
                                         RefusedValue{"--format", "json"}),
                         RowName());

TEST(ParseCommandLine, ReadsTheReportActions) {
    const PlumblineCommand merging =
        parsed({"report", "merge", "a.json", "b.json", "--report-dir", "out", "--format", "json"});
    const auto* merge = std::get_if<RunReportCommand>(&merging);
    ASSERT_NE(merge, nullptr);
    EXPECT_EQ(merge->action, ReportAction::kMerge);
    EXPECT_THAT(merge->results, ElementsAre("a.json", "b.json"));
    EXPECT_THAT(merge->formats, ElementsAre("json"));
    const PlumblineCommand rendering = parsed({"report", "render", "a.json", "--format", "junit"});
    EXPECT_EQ(std::get<RunReportCommand>(rendering).format, "junit");
    const PlumblineCommand comparing = parsed({"report", "diff", "a.json", "b.json"});
    EXPECT_EQ(std::get<RunReportCommand>(comparing).action, ReportAction::kDiff);
    const PlumblineCommand showing = parsed({"report", "show", "a.json", "--only", "x/*"});
    EXPECT_THAT(std::get<RunReportCommand>(showing).only, ElementsAre("x/*"));
    for (const std::vector<const char*>& wrong :
         {std::vector<const char*>{"report"},
          {"report", "diff", "a.json"},
          {"report", "diff", "a.json", "b.json", "c.json"},
          {"report", "diff", "a.json", "b.json", "--format", "junit"},
          {"report", "render"},
          {"report", "render", "a.json", "--format", "juint"},
          {"report", "merge", "a.json", "--format", "json"},
          {"run", "--shard-times", "a.json"}})
        EXPECT_TRUE(std::holds_alternative<CommandLineExit>(parsed(wrong)));
}

}  // namespace
}  // namespace plumbline::app
