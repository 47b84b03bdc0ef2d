// The forms that are JSON: SARIF, code quality, CTRF, Allure. conformance/e2e/report_forms_test.py
// validates them with their schemas and readers.

#include "reports/forms/forms.hpp"
#include "reports/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace plumbline::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Returns the first item of a list whose member has a value.
Json item_with(const auto& list, const std::string& key, const Json& value) {
    for (const Json& item : list) {
        if (item.contains(key) && item[key] == value) return item;
    }
    ADD_FAILURE() << "no item with " << key << ' ' << value;
    return {};
}

Json sarif_run(const RunResult& result) {
    return json_of(render_sarif(result))["runs"][0];
}

TEST(RunSarif, HasARulePerRequirementWithSentenceAndSection) {
    const Json rule =
        item_with(sarif_run(sample_result())["tool"]["driver"]["rules"], "id", "CP-PATCH-1");
    EXPECT_EQ(rule["shortDescription"]["text"], "A patch never changes the name");
    EXPECT_EQ(rule["properties"]["section"], "Patch a deployment");
    EXPECT_EQ(rule["properties"]["basis"], "stated");
}

TEST(RunSarif, SuppressesKnownDeviationsWithTheirReason) {
    const Json results = sarif_run(sample_result())["results"];
    const Json deviated =
        item_with(results,
                  "properties",
                  {{"verdict", "deviated"}, {"code", "status"}, {"requirements", {"CP-PATCH-1"}}});
    const Json& suppression = deviated["suppressions"][0];
    EXPECT_EQ(suppression["kind"], "external");
    EXPECT_EQ(suppression["status"], "accepted");
    EXPECT_THAT(suppression["justification"].get<std::string>(),
                HasSubstr("the release of June accepts more"));
    EXPECT_EQ(suppression["location"]["physicalLocation"]["artifactLocation"]["uri"],
              "tests/deviations.yaml");
    for (const Json& result : results)
        EXPECT_EQ(result["suppressions"].empty(), result["properties"]["verdict"] != "deviated");
}

TEST(RunSarif, HasPhysicalLocationsOfTheUserOnly) {
    RunResult result = sample_result();
    const Json built_in = item_with(sarif_run(result)["results"], "ruleId", "CP-PATCH-2");
    EXPECT_FALSE(built_in["locations"][0].contains("physicalLocation"));
    EXPECT_EQ(built_in["locations"][0]["logicalLocations"][0]["fullyQualifiedName"],
              "deployments/patch/name-is-immutable/rename");
    result.files = {{"conformance/suites/deployments.arazzo.yaml", "my suites/a.yaml"}};
    const Json own = item_with(sarif_run(result)["results"], "ruleId", "CP-PATCH-2");
    const Json& physical = own["locations"][0]["physicalLocation"];
    EXPECT_EQ(physical["artifactLocation"]["uri"], "my%20suites/a.yaml");
    EXPECT_EQ(physical["region"]["startLine"], 120);
}

TEST(RunSarif, DescribesTheInvocation) {
    const Json run = sarif_run(sample_result());
    EXPECT_EQ(run["invocations"][0]["exitCode"], 1);
    EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
    EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
              "--require AS-JOIN-1: AS-JOIN-1 is not_exercised (needs control)");
    EXPECT_EQ(run["invocations"][0]["endTimeUtc"], "2026-01-02T03:04:17.345600Z");
    EXPECT_EQ(run["tool"]["driver"]["version"], "0.1.0");
}

TEST(CodeQuality, HasPathsThatAreEqualInAllRuns) {
    RunResult result = sample_result();
    const Json entry = item_with(json_of(render_code_quality(result)), "check_name", "CP-PATCH-2");
    EXPECT_EQ(entry["location"]["path"], "plumbline/control_plane/deployments");
    EXPECT_EQ(entry["severity"], "minor");
    result.files = {{"conformance/suites/deployments.arazzo.yaml", "a.yaml"}};
    const Json own = item_with(json_of(render_code_quality(result)), "check_name", "CP-PATCH-2");
    EXPECT_EQ(own["location"], (Json{{"path", "a.yaml"}, {"lines", {{"begin", 120}}}}));
    EXPECT_EQ(own["fingerprint"], entry["fingerprint"]);
}

TEST(Ctrf, CountsTheStatuses) {
    const Json results = json_of(render_ctrf(sample_result()))["results"];
    const Json& summary = results["summary"];
    EXPECT_EQ(summary["tests"], 11);
    EXPECT_EQ(summary["passed"], 4);
    EXPECT_EQ(summary["failed"], 5);
    EXPECT_EQ(summary["skipped"], 1);
    EXPECT_EQ(summary["other"], 1);
    const Json test = item_with(results["tests"], "name", "deployments/patch/name-is-immutable");
    EXPECT_EQ(test["suite"], (Json{"control_plane", "deployments"}));
    EXPECT_EQ(test["status"], "failed");
    EXPECT_EQ(test["tags"], (Json{"CP-PATCH-1", "CP-PATCH-2", "CP-READ-1"}));
    EXPECT_FALSE(test.contains("filePath"));
}

std::vector<Json> allure_results(const RunResult& result) {
    std::vector<Json> results;
    for (const FolderFile& file : render_allure(result)) {
        if (file.name.ends_with("-result.json")) results.push_back(json_of(file.text));
    }
    return results;
}

TEST(Allure, HasOneFilePerCaseWithAStableIdentity) {
    RunResult result = sample_result();
    const auto first = allure_results(result);
    result.started = "2026-01-03T03:04:05.000000Z";
    const auto second = allure_results(result);
    ASSERT_EQ(first.size(), 11U);
    std::set<std::string> uuids;
    std::set<std::string> histories;
    for (std::size_t i = 0; i < first.size(); ++i) {
        uuids.insert(first[i]["uuid"].get<std::string>());
        histories.insert(first[i]["historyId"].get<std::string>());
        EXPECT_EQ(first[i]["historyId"], second[i]["historyId"]);
        EXPECT_NE(first[i]["uuid"], second[i]["uuid"]);
    }
    EXPECT_EQ(uuids.size(), 11U);
    EXPECT_EQ(histories.size(), 11U);
}

TEST(Allure, HasStatusesLabelsAndTimes) {
    const auto results = allure_results(sample_result());
    const Json failed = item_with(results, "name", "deployments/patch/name-is-immutable");
    EXPECT_EQ(failed["status"], "failed");
    EXPECT_EQ(failed["start"], 1'767'323'045'002);
    EXPECT_EQ(failed["steps"][1]["name"], "rename, attempt 2");
    EXPECT_EQ(item_with(failed["labels"], "name", "severity")["value"], "critical");
    EXPECT_EQ(item_with(failed["labels"], "name", "tag")["value"], "CP-PATCH-1");
    const Json deviated = item_with(results, "name", "deployments/create/path");
    EXPECT_EQ(deviated["statusDetails"]["known"], true);
    EXPECT_EQ(deviated["statusDetails"]["muted"], true);
    EXPECT_EQ(item_with(results, "name", "stream/join")["status"], "broken");
    EXPECT_EQ(item_with(results, "name", "stream/pause")["status"], "skipped");
}

}  // namespace
}  // namespace plumbline::reports
