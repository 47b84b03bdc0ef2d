#include "conformance/runner/cleanup_tracker.hpp"

#include "conformance/runner/testing.hpp"
#include "spec/base/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <limits>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Pair;
using ::testing::StartsWith;

const std::string kWithoutCleanup = R"(  - workflowId: no-cleanup
    inputs: { type: object, properties: { name: { type: string } } }
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { payload: { name: $inputs.name } }
        successCriteria: [ { condition: $statusCode == 201 } ]
)";

const std::string kSignedIn = R"(  - workflowId: signed_in
    parameters: [ { name: Authorization, in: header, value: Basic eDp5 } ]
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { payload: { name: mine } }
        successCriteria: [ { condition: $statusCode == 201 } ]
)";

/// A run at a target without a control interface, with a journal in its own folder.
class CleanupTrackerTest : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("POST /things", {{201, R"({"id":"a"})"}});
        fake_.on("DELETE /things/a", {{204, "", {}}});
    }
    reports::ScenarioResult play_without_cleanup(const std::string& workflows = kWithoutCleanup) {
        options_.seed = 5;
        const Suites suites{suite_of(workflows)};
        const auto header = journal_header(
            things_target(), suites, options_, "11111111-2222-4333-8444-555555555555", {});
        auto journal = cleanup::Journal::create(folder_.path(), header);
        EXPECT_THAT(journal, IsOk());
        options_.journal = journal->get();
        options_.cleanup_command = "plumbline cleanup here";
        const auto result =
            run_suites(target_, suites, {}, options_, [this] { return fake_.send(); }, clock_, {});
        entries_ = (*journal)->entries();
        return result.scenarios.at(0);
    }

    TemporaryFolder folder_;
    FakeTarget fake_;
    Target target_ = things_target();
    InterruptingClock clock_;
    RunOptions options_;
    std::vector<cleanup::JournalEntry> entries_;
};

std::string name_in_run(std::uint64_t seed, const std::string& scenario) {
    RunOptions options;
    options.seed = seed;
    return record_name(options, scenario);
}

TEST(RecordName, IsShortAndOfTheSameLengthForEveryScenario) {
    const auto newest = std::numeric_limits<std::uint64_t>::max();
    for (const std::string& scenario : {std::string(), std::string("a/b"), std::string(200, 'x')})
        EXPECT_THAT(name_in_run(newest, scenario),
                    MatchesRegex("plumbline-[0-9a-z]{13}-[0-9a-z]{8}"));
}

TEST(RecordName, DistinguishesRunsAndScenarios) {
    EXPECT_NE(name_in_run(5, "things/a"), name_in_run(5, "things/b"));
    EXPECT_NE(name_in_run(5, "things/a"), name_in_run(6, "things/a"));
    EXPECT_EQ(name_in_run(5, "things/a"), name_in_run(5, "things/a"));
}

TEST(RecordName, BeginsWithTheRunsPrefix) {
    EXPECT_THAT(name_in_run(36, "things/a"), StartsWith("plumbline-10-"));
}

TEST_F(CleanupTrackerTest, AppliesKnownDeviations) {
    fake_.on("DELETE /things/a", {{500, "{}"}});
    options_.severity.strict_cleanup = true;
    reports::DeviationEntry entry;
    entry.code = reports::kCleanupCode;
    entry.reason = "things cannot be deleted";
    options_.deviations = {entry};
    const auto scenario = play_without_cleanup();
    EXPECT_EQ(scenario.verdict, Verdict::kDeviated);
    EXPECT_EQ(scenario.steps.back().verdict, Verdict::kDeviated);
}

TEST_F(CleanupTrackerTest, DeletesWhatAScenarioLeavesAndReportsIt) {
    const auto scenario = play_without_cleanup();
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "clean-up"));
    EXPECT_TRUE(scenario.steps[1].cleanup);
    EXPECT_EQ(scenario.steps[1].exchanges.at(0).method, "DELETE");
    EXPECT_EQ(fake_.calls().back(), "DELETE /things/a");
    EXPECT_EQ(entries_.at(0).stage, cleanup::ResourceStage::kClosed);
    EXPECT_EQ(entries_[0].name, record_name(options_, "things/no-cleanup"));
    EXPECT_EQ(entries_[0].scenario, "things/no-cleanup");
}

TEST_F(CleanupTrackerTest, DeletesWhatAnInterruptLeavesDuringARateLimitWait) {
    target_.max_rate = 0.1;
    options_.stop = &clock_.interrupted;
    const auto scenario = play_without_cleanup();
    EXPECT_TRUE(clock_.interrupted);
    EXPECT_EQ(fake_.calls().back(), "DELETE /things/a");
    EXPECT_EQ(entries_.at(0).stage, cleanup::ResourceStage::kClosed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "clean-up"));
}

TEST_F(CleanupTrackerTest, WarnsOfAResourceThatIsLeft) {
    fake_.on("DELETE /things/a", {{500, "{}"}});
    const auto scenario = play_without_cleanup();
    EXPECT_EQ(scenario.verdict, Verdict::kWarned);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("clean-up/clean-up"));
    const reports::Finding& finding = scenario.steps[1].findings[0];
    EXPECT_EQ(finding.got, "thing a (" + entries_[0].name + "): DELETE returned 500");
    EXPECT_THAT(finding.note, EndsWith("try again with: plumbline cleanup here"));
    EXPECT_EQ(entries_.at(0).stage, cleanup::ResourceStage::kCreated);
}

TEST_F(CleanupTrackerTest, DeletesWithTheCredentialThatTheScenarioSent) {
    const auto scenario = play_without_cleanup(kSignedIn);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(fake_.sent.back().request.method, "DELETE");
    EXPECT_EQ(fake_.sent.back().request.headers.joined("Authorization"), "Basic eDp5");
    EXPECT_THAT(entries_.at(0).credentials, ElementsAre(Pair("Authorization", "{}")));
}

TEST_F(CleanupTrackerTest, UsesTheCredentialsOfACalledWorkflow) {
    (void)play_without_cleanup(R"(  - workflowId: caller
    steps:
      - { stepId: call, workflowId: signed, parameters: [ { name: pw, value: hidden } ] }
  - workflowId: signed
    inputs: { type: object, properties: { pw: { type: string, format: password } } }
    steps:
      - stepId: make
        operationId: createThing
        parameters: [ { name: X-Mine, in: header, value: $inputs.pw } ]
        requestBody: { payload: { name: mine } }
)");
    EXPECT_THAT(entries_.at(0).credentials, ElementsAre(Pair("X-Mine", "{}")));
}

TEST_F(CleanupTrackerTest, FailsForALeftResourceWithStrictCleanup) {
    fake_.on("DELETE /things/a", {{500, "{}"}});
    options_.severity.strict_cleanup = true;
    EXPECT_EQ(play_without_cleanup().verdict, Verdict::kFailed);
}

TEST_F(CleanupTrackerTest, ReportsAResourceItCannotSearchFor) {
    fake_.on("POST /things", {{503, "{}"}});
    const auto scenario = play_without_cleanup();
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(scenario.steps.back().findings.at(0).got,
                HasSubstr("no operation lists it: search for it manually"));
}

TEST_F(CleanupTrackerTest, WaitsForATargetThatLimitsTheRate) {
    const http::Headers page{{"Content-Type", "text/html"}};
    fake_.on("DELETE /things/a", {{429, "{}"}, {503, "", page}, {404, "{}"}});
    const auto scenario = play_without_cleanup();
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(entries_.at(0).stage, cleanup::ResourceStage::kClosed);
    EXPECT_EQ(clock_.now().time_since_epoch(), std::chrono::seconds(1 + 2));
}

TEST_F(CleanupTrackerTest, KeepsTheEntryOfACreateThatAGatewayAnswered) {
    fake_.on("POST /things", {{503, "", {{"Content-Type", "text/html"}}}});
    const auto scenario = play_without_cleanup();
    EXPECT_EQ(scenario.verdict, Verdict::kNotRun);
    EXPECT_EQ(entries_.at(0).stage, cleanup::ResourceStage::kUnknown);
}

TEST_F(CleanupTrackerTest, ClosesTheEntryOfACreateThatTheRateLimitRefused) {
    fake_.on("POST /things", {{429, "{}"}});
    const auto scenario = play_without_cleanup();
    EXPECT_EQ(scenario.verdict, Verdict::kNotRun);
    EXPECT_EQ(entries_.at(0).stage, cleanup::ResourceStage::kClosed);
}

TEST(JournalHeader, IsNeededWithoutAWorkspace) {
    Target target = things_target();
    EXPECT_TRUE(needs_journal(target));
    target.read_only = true;
    EXPECT_FALSE(needs_journal(target));
    target = things_target();
    target.allow_writes = false;
    EXPECT_FALSE(needs_journal(target));
    target.control_url = "http://127.0.0.1:1";
    EXPECT_FALSE(needs_journal(target));
}

TEST(JournalHeader, ContainsTheWaitingTimes) {
    Target target = things_target();
    target.timeout = std::chrono::milliseconds(5'000);
    target.consistency_wait = std::chrono::milliseconds(7'000);
    const auto header = journal_header(target, {suite_of(kWithoutCleanup)}, {}, "run", {});
    EXPECT_EQ(header.timeout, target.timeout);
    EXPECT_EQ(header.consistency_wait, target.consistency_wait);
}

TEST(JournalHeader, ContainsAddressesAndCredentials) {
    Target target = things_target();
    target.credentials = {Secret("key"), "tenant"};
    const auto given = std::make_shared<const Json>(Json{{"api_key", "given"}});
    EXPECT_EQ(cleanup_credentials(target, nullptr).at("api_key").reveal(), "key");
    EXPECT_EQ(cleanup_credentials(target, given).at("api_key").reveal(), "given");
    target.server_urls["elsewhere"] = "http://127.0.0.1:2";
    const auto header = journal_header(target, {suite_of(kWithoutCleanup)}, {}, "run", {});
    EXPECT_THAT(header.urls, ElementsAre("http://127.0.0.1:1", "http://127.0.0.1:2"));
    EXPECT_EQ(header.fingerprints.at("tenant_id"), cleanup::fingerprint("run", Secret("tenant")));
    EXPECT_EQ(header.fingerprints.count("other_api_key"), 0U);
    EXPECT_EQ(header.deletable_types.at(0).type, "thing");
}

}  // namespace
}  // namespace plumbline::runner
