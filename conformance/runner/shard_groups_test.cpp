#include "conformance/runner/shard_groups.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

/// A scenario with so many steps.
std::string scenario(const std::string& id, int steps, const std::string& extra = "") {
    std::string text = "  - workflowId: " + id + "\n" + extra + "    steps:\n";
    for (int i = 0; i < steps; ++i)
        text += "      - { stepId: s" + std::to_string(i) + ", operationId: listThings }\n";
    return text;
}

Suites suites() {
    return {suite_of(scenario("a", 1) + scenario("b", 5) +
                     scenario("c", 1, "    dependsOn: [b]\n") + scenario("d", 4) +
                     scenario("e", 2))};
}

std::vector<std::string> names_of(int number,
                                  int count,
                                  const std::map<std::string, double>& times_ms = {}) {
    RunOptions options;
    options.shard = ShardOptions{number, count, times_ms, ""};
    return selected_scenarios(suites(), options);
}

TEST(GroupsOfShard, AreBalancedBySteps) {
    EXPECT_THAT(names_of(1, 2), ElementsAre("things/a", "things/b", "things/c"));
    EXPECT_THAT(names_of(2, 2), ElementsAre("things/d", "things/e"));
}

/// A scenario with so many steps and one that shares a call with other scenarios.
std::string sharing(const std::string& id, int steps) {
    return scenario(id, steps) +
           "      - { stepId: create, workflowId: make, x-ct-shared: things, "
           "parameters: [ { name: unset, value: 1 } ] }\n";
}

TEST(GroupsOfShard, KeepScenariosThatShareACallTogether) {
    const Suites suites{
        suite_of(sharing("a", 1) + scenario("b", 1) + sharing("c", 1) +
                 scenario("make",
                          1,
                          "    inputs: { type: object, required: [unset], properties: { unset: {} "
                          "} }\n"))};
    RunOptions options;
    options.shard = ShardOptions{1, 2, {}, ""};
    EXPECT_THAT(selected_scenarios(suites, options), ElementsAre("things/a", "things/c"));
    options.shard->number = 2;
    EXPECT_THAT(selected_scenarios(suites, options), ElementsAre("things/b"));
    options.shard = ShardOptions{1, 1, {}, ""};
    EXPECT_THAT(selected_scenarios(suites, options),
                ElementsAre("things/a", "things/b", "things/c"));
}

TEST(GroupsOfShard, AreBalancedByTimesIfThereAreAny) {
    const std::map<std::string, double> times{
        {"things/a", 900}, {"things/b", 10}, {"things/c", 10}, {"things/d", 10}, {"things/e", 10}};
    EXPECT_THAT(names_of(1, 2, times), ElementsAre("things/a"));
    EXPECT_THAT(names_of(2, 2, times), ElementsAre("things/b", "things/c", "things/d", "things/e"));
}

TEST(GroupsOfShard, EstimateUnknownTimesByTheirSteps) {
    // 10 ms per step, so `d` is expected to take 40 ms, and `e` 20 ms.
    const std::map<std::string, double> times{{"things/a", 10}, {"things/b", 50}, {"things/c", 10}};
    EXPECT_THAT(names_of(1, 2, times), ElementsAre("things/a", "things/b", "things/c"));
}

TEST(GroupsOfShard, AreAllScenariosOnce) {
    for (const int count : {1, 2, 3, 7}) {
        std::vector<std::string> all;
        for (int number = 1; number <= count; ++number) {
            const auto names = names_of(number, count);
            all.insert(all.end(), names.begin(), names.end());
        }
        EXPECT_THAT(all, UnorderedElementsAreArray(selected_scenarios(suites(), {}))) << count;
    }
    EXPECT_THAT(names_of(5, 7), IsEmpty());
}

TEST(GroupsOfShard, AreSpreadIfTheyTakeNoTime) {
    const std::map<std::string, double> times{
        {"things/a", 0}, {"things/b", 0}, {"things/c", 0}, {"things/d", 0}, {"things/e", 0}};
    EXPECT_EQ(names_of(1, 4, times).size(), 1U);
    EXPECT_EQ(names_of(2, 4, times).size(), 2U);
}

TEST(Shard, IsRecordedInTheResult) {
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}, {200, "[]"}});
    RunOptions options;
    options.shard = ShardOptions{2, 2, {}, "f00d"};
    options.gates.fail_on_skipped = true;
    const auto result = play(scenario("x", 1) + scenario("z", 1), fake, options);
    ASSERT_TRUE(result.shard.has_value());
    EXPECT_EQ(result.shard->number, 2);
    EXPECT_EQ(result.shard->suites, "f00d");
    EXPECT_THAT(result.shard->scenarios, ElementsAre("things/x", "things/z"));
    ASSERT_EQ(result.scenarios.size(), 1U);
    EXPECT_EQ(result.scenarios[0].name, "things/z");
    EXPECT_TRUE(result.gates.at(0).met);
}

}  // namespace
}  // namespace plumbline::runner
