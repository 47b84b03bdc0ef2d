// plumbline deviations add and prune: what they write and print.

#include "conformance/app/commands.hpp"
#include "reports/reports.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

namespace plumbline::app {
namespace {

using reports::DeviationEntry;
using reports::DeviationStatus;
using reports::Verdict;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class DeviationsCommandTest : public testing::Test {
  protected:
    DeviationsCommandTest() {
        command_.result = folder_ + "/result.json";
        command_.file = folder_ + "/d.yaml";
        command_.proposal.reason = "it's old";
        reports::ScenarioResult& scenario = result_.scenarios.emplace_back();
        scenario.name = "a/one";
        scenario.verdict = Verdict::kFailed;
        reports::Finding& finding = scenario.steps.emplace_back().findings.emplace_back();
        finding.code = "criterion";
        finding.requirements = {"R-1", "R-2"};
    }

    int run(DeviationsAction action = DeviationsAction::kAdd) {
        EXPECT_THAT(write_file(command_.result, reports::render_json(result_)), IsOk());
        std::ostringstream out;
        std::ostringstream err;
        command_.action = action;
        const int code = deviations_command(command_, out, err);
        out_ = out.str();
        err_ = err.str();
        return code;
    }
    void write(const std::string& text) { EXPECT_THAT(write_file(command_.file, text), IsOk()); }
    [[nodiscard]] std::string text() const { return read_file(command_.file).value_or("no file"); }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path();
    DeviationsCommand command_;
    reports::RunResult result_;
    std::string out_;
    std::string err_;
};

const std::string kBothEntries =
    "- requirement: 'R-1'\n  code: 'criterion'\n  scenario: 'a/one'\n  reason: 'it''s old'\n"
    "- requirement: 'R-2'\n  code: 'criterion'\n  scenario: 'a/one'\n  reason: 'it''s old'\n";

TEST_F(DeviationsCommandTest, CreatesAFileWithAnEntryForEachFailure) {
    EXPECT_EQ(run(), kConforms);
    EXPECT_EQ(text(), kBothEntries);
    EXPECT_THAT(out_,
                AllOf(HasSubstr("added R-1, code criterion, scenario a/one\n"),
                      HasSubstr("added 2 entries to ")));
}

TEST_F(DeviationsCommandTest, WritesAllThatIsKnown) {
    command_.proposal.issue = "https://issues.example/1";
    command_.proposal.owner = "us";
    command_.proposal.until = "2199-12-31";
    command_.proposal.requirements = {"R-2"};
    EXPECT_EQ(run(), kConforms);
    EXPECT_THAT(text(),
                AllOf(HasSubstr("  issue: 'https://issues.example/1'\n  owner: 'us'\n"
                                "  until: '2199-12-31'\n"),
                      Not(HasSubstr("R-1"))));
}

TEST_F(DeviationsCommandTest, KeepsWhatTheFileHas) {
    const std::string before =
        "# mine\n- requirement: R-1\n  code: criterion\n  scenario: a/one\n  reason: mine\n";
    write(before);
    EXPECT_EQ(run(), kConforms);
    EXPECT_EQ(text(), before + kBothEntries.substr(kBothEntries.find("- requirement: 'R-2'")));
    EXPECT_THAT(out_, HasSubstr("d.yaml:2:3: R-1, code criterion, scenario a/one\n"));
    const std::string complete = text();
    EXPECT_EQ(run(), kConforms);
    EXPECT_EQ(text(), complete);
    EXPECT_THAT(out_, HasSubstr("nothing to add: the file has all entries"));
}

TEST_F(DeviationsCommandTest, AsksToExtendAnExpiredEntry) {
    write(
        "- {requirement: R-1, code: criterion, scenario: a/one, reason: r, until: '2001-01-01'}\n");
    EXPECT_EQ(run(), kDoesNotConform);
    EXPECT_THAT(out_, HasSubstr("which expired on 2001-01-01: extend its `until` or remove it\n"));
    EXPECT_THAT(text(), HasSubstr("R-2"));
}

TEST_F(DeviationsCommandTest, WritesNothingInADryRun) {
    command_.dry_run = true;
    EXPECT_EQ(run(), kConforms);
    EXPECT_EQ(text(), "no file");
    EXPECT_THAT(out_, HasSubstr("would add 2 entries to "));
}

TEST_F(DeviationsCommandTest, AddsNothingIfNothingFailed) {
    result_.scenarios.clear();
    EXPECT_EQ(run(), kConforms);
    EXPECT_EQ(text(), "no file");
    EXPECT_THAT(out_, HasSubstr("nothing to add: no finding that an entry can cover failed\n"));
}

TEST_F(DeviationsCommandTest, NeedsAReason) {
    command_.proposal.reason = " ";
    EXPECT_EQ(run(), kInvalidSetup);
    EXPECT_THAT(err_, HasSubstr("--reason is missing"));
}

TEST_F(DeviationsCommandTest, RefusesInvalidOptions) {
    command_.proposal.until = "31.12.2027";
    EXPECT_EQ(run(), kInvalidSetup);
    EXPECT_THAT(err_, HasSubstr("--until: found \"31.12.2027\", expected a day"));
    command_.proposal.until = "";
    command_.proposal.issue = "12";
    EXPECT_EQ(run(), kInvalidSetup);
    EXPECT_THAT(err_, HasSubstr("--issue: found \"12\", expected a URL"));
    command_.proposal.issue = "";
    command_.proposal.only = {"b/*"};
    EXPECT_EQ(run(), kInvalidSetup);
    EXPECT_THAT(err_, HasSubstr("--only 'b/*': no scenario of the result matches"));
    command_.proposal.only = {};
    command_.proposal.requirements = {"R-11"};
    EXPECT_EQ(run(), kInvalidSetup);
    EXPECT_THAT(err_, HasSubstr("--requirement R-11: no finding of the result fails for it; did"));
    EXPECT_EQ(text(), "no file");
}

TEST_F(DeviationsCommandTest, RefusesAFileThatItCannotExtend) {
    write("[{code: json, reason: r}]\n");
    EXPECT_EQ(run(), kInvalidSetup);
    EXPECT_THAT(err_, HasSubstr("d.yaml:1:2: cannot change this file"));
    EXPECT_EQ(text(), "[{code: json, reason: r}]\n");
}

TEST_F(DeviationsCommandTest, RefusesAnotherResult) {
    command_.result = folder_ + "/other.json";
    ASSERT_THAT(write_file(command_.result, "{}"), IsOk());
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(deviations_command(command_, out, err), kInvalidSetup);
    EXPECT_THAT(err.str(), HasSubstr("other.json: "));
}

class PruneTest : public DeviationsCommandTest {
  protected:
    PruneTest() { write(kFile); }

    void add(const std::string& code, DeviationStatus status) {
        reports::DeviationResult& one = result_.deviations.emplace_back();
        one.entry.code = code;
        one.entry.reason = "r";
        one.entry.where = {"elsewhere/d.yaml", 9, 3};
        one.status = status;
    }

    const std::string kFile =
        "# all\n- {code: json, reason: r}\n- {code: body, reason: r}\n# of schema\n"
        "- {code: schema, reason: r}\n- {code: status, reason: r}\n";
};

TEST_F(PruneTest, RemovesFixedAndExpiredEntries) {
    add("json", DeviationStatus::kApplied);
    add("body", DeviationStatus::kFixed);
    add("schema", DeviationStatus::kExpired);
    add("status", DeviationStatus::kNotExercised);
    EXPECT_EQ(run(DeviationsAction::kPrune), kConforms);
    EXPECT_EQ(text(),
              "# all\n- {code: json, reason: r}\n# of schema\n- {code: status, reason: r}\n");
    EXPECT_THAT(out_,
                AllOf(HasSubstr("d.yaml:3:3: code body (fixed)\n"),
                      HasSubstr("d.yaml:5:3: code schema (expired)\n"),
                      HasSubstr("removed 2 entries from ")));
}

TEST_F(PruneTest, WritesNothingInADryRun) {
    add("body", DeviationStatus::kFixed);
    command_.dry_run = true;
    EXPECT_EQ(run(DeviationsAction::kPrune), kConforms);
    EXPECT_EQ(text(), kFile);
    EXPECT_THAT(out_, HasSubstr("would remove 1 entry from "));
}

TEST_F(PruneTest, KeepsAnEntryThatWasChangedSince) {
    add("body", DeviationStatus::kExpired);
    result_.deviations[0].entry.until = "2001-01-01";
    EXPECT_EQ(run(DeviationsAction::kPrune), kConforms);
    EXPECT_EQ(text(), kFile);
    EXPECT_THAT(out_,
                AllOf(HasSubstr("d.yaml: elsewhere/d.yaml:9:3: code body (expired)\n"),
                      HasSubstr("nothing to remove from ")));
}

TEST_F(PruneTest, NeedsTheFile) {
    command_.file = folder_ + "/none.yaml";
    EXPECT_EQ(run(DeviationsAction::kPrune), kInvalidSetup);
}

}  // namespace
}  // namespace plumbline::app
