#include "conformance/deviations/proposed_entries.hpp"

#include "reports/reports.hpp"

#include <gmock/gmock.h>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;
using reports::Finding;
using reports::RunResult;
using reports::Verdict;
using testing::ElementsAre;
using testing::IsEmpty;

class ProposedEntries : public testing::Test {
  protected:
    void add_scenario(const std::string& name,
                      const std::vector<std::string>& broken,
                      Verdict verdict = Verdict::kFailed) {
        reports::ScenarioResult& scenario = result_.scenarios.emplace_back();
        scenario.name = name;
        Finding finding;
        finding.code = "criterion";
        finding.verdict = verdict;
        finding.requirements = broken;
        scenario.steps.emplace_back().findings = {finding};
    }
    void add_passed(const std::string& name) {
        reports::ScenarioResult& scenario = result_.scenarios.emplace_back();
        scenario.name = name;
        scenario.steps.emplace_back();
    }
    void add_requirement(const std::string& id,
                         std::vector<std::string> scenarios,
                         const std::string& basis = "stated") {
        reports::RequirementResult& row = result_.requirements.emplace_back();
        row.id = id;
        row.basis = basis;
        row.scenarios = std::move(scenarios);
    }
    /// Returns what the entries cover.
    std::vector<std::string> proposed(const ProposalOptions& options = {}) {
        std::vector<std::string> texts;
        for (const DeviationEntry& entry : proposed_entries(result_, options))
            texts.push_back(reports::coverage_text(entry));
        return texts;
    }

    RunResult result_;
};

TEST_F(ProposedEntries, NameOneFailedScenario) {
    add_scenario("a/one", {"R-1"});
    add_requirement("R-1", {"a/one"});
    EXPECT_THAT(proposed(), ElementsAre("R-1, code criterion, scenario a/one"));
}

TEST_F(ProposedEntries, NameNoScenarioIfAllFailed) {
    add_scenario("a/one", {"R-1"});
    add_scenario("b/one", {"R-1"});
    add_requirement("R-1", {"a/one", "b/one"});
    EXPECT_THAT(proposed(), ElementsAre("R-1, code criterion"));
}

TEST_F(ProposedEntries, NameFoldersWithoutPassedScenarios) {
    for (const char* name : {"a/one", "a/two", "b/one", "c/one", "c/two"})
        add_scenario(name, {"R-1"});
    add_passed("c/three");
    add_requirement("R-1", {"a/one", "a/two", "b/one", "c/one", "c/two", "c/three"});
    EXPECT_THAT(proposed(),
                ElementsAre("R-1, code criterion, scenario a/*",
                            "R-1, code criterion, scenario b/one",
                            "R-1, code criterion, scenario c/one",
                            "R-1, code criterion, scenario c/two"));
}

TEST_F(ProposedEntries, AreOnePerRequirementAndCode) {
    add_scenario("a/one", {"R-2", "R-1"});
    result_.scenarios[0].steps[0].findings.push_back(result_.scenarios[0].steps[0].findings[0]);
    result_.scenarios[0].steps[0].findings[1].code = "schema";
    EXPECT_THAT(proposed(),
                ElementsAre("R-2, code criterion, scenario a/one",
                            "R-1, code criterion, scenario a/one",
                            "R-2, code schema, scenario a/one",
                            "R-1, code schema, scenario a/one"));
}

TEST_F(ProposedEntries, CoverFindingsWithoutRequirementsByTheirCode) {
    add_scenario("a/one", {});
    add_scenario("a/two", {});
    add_passed("b/one");
    EXPECT_THAT(proposed(), ElementsAre("code criterion, scenario a/*"));
}

TEST_F(ProposedEntries, LeaveOutOpenRequirements) {
    add_scenario("a/one", {"R-1", "O-1"});
    add_requirement("O-1", {"a/one"}, "open");
    EXPECT_THAT(proposed(), ElementsAre("R-1, code criterion, scenario a/one"));
}

TEST_F(ProposedEntries, LeaveOutWhatDoesNotFail) {
    add_scenario("a/one", {"R-1"}, Verdict::kWarned);
    add_scenario("a/two", {"R-1"}, Verdict::kDeviated);
    add_scenario("a/three", {"R-1"}, Verdict::kNotRun);
    EXPECT_THAT(proposed(), IsEmpty());
}

TEST_F(ProposedEntries, CoverWarningsOfFailedRequirements) {
    add_scenario("a/one", {"R-1", "R-2"}, Verdict::kWarned);
    add_requirement("R-1", {"a/one"});
    result_.requirements[0].outcome = "failed";
    EXPECT_THAT(proposed(), ElementsAre("R-1, code criterion, scenario a/one"));
}

TEST_F(ProposedEntries, CoverOnlySelectedScenarios) {
    add_scenario("a/one", {"R-1"});
    add_scenario("a/two", {"R-1"});
    add_scenario("a/three", {"R-1"});
    add_requirement("R-1", {"a/one", "a/two", "a/three"});
    EXPECT_THAT(proposed({.only = {"a/t*"}}),
                ElementsAre("R-1, code criterion, scenario a/three",
                            "R-1, code criterion, scenario a/two"));
}

TEST_F(ProposedEntries, CoverOnlySelectedRequirements) {
    add_scenario("a/one", {"R-1", "R-2"});
    add_scenario("a/two", {});
    EXPECT_THAT(proposed({.requirements = {"R-2"}}),
                ElementsAre("R-2, code criterion, scenario a/one"));
}

TEST_F(ProposedEntries, ContainWhatIsKnownOfThem) {
    add_scenario("a/one", {"R-1"});
    const auto entries = proposed_entries(
        result_,
        {.reason = "r", .issue = "https://i.example", .owner = "o", .until = "2027-01-01"});
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(reports::reason_text(entries[0]), "r, owner o, until 2027-01-01, https://i.example");
}

}  // namespace
}  // namespace plumbline::deviations
