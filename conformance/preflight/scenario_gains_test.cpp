#include "conformance/preflight/scenario_gains.hpp"

#include <gmock/gmock.h>

namespace plumbline::preflight {
namespace {

using runner::ScenarioNeeds;
using ::testing::ElementsAre;

ScenarioNeeds needing(std::vector<std::string> inputs) {
    ScenarioNeeds needs;
    needs.inputs = std::move(inputs);
    return needs;
}

ScenarioNeeds with(ScenarioNeeds needs, bool ScenarioNeeds::*need) {
    needs.*need = true;
    return needs;
}

TEST(ScenarioGains, CountWhatIsPlayedNowAndWithWrites) {
    ScenarioNeeds other_hosting;
    other_hosting.other = "not for this target";
    const ScenarioGains gains =
        scenario_gains({needing({}),
                        with(needing({}), &ScenarioNeeds::writes),
                        with(needing({"tenant_id"}), &ScenarioNeeds::writes),
                        with(needing({"graph_steps"}), &ScenarioNeeds::control),
                        other_hosting},
                       {});
    EXPECT_EQ(gains.total, 5);
    EXPECT_EQ(gains.now, 1);
    EXPECT_EQ(gains.with_writes, 2);
    EXPECT_EQ(gains.needs_control, 1);
    ASSERT_EQ(gains.gains.size(), 1U);
    EXPECT_THAT(gains.gains[0].lines, ElementsAre("credentials:", "  tenant_id: ID"));
}

TEST(ScenarioGains, NameTheSettingThatAddsMostFirstAndCountOnTheFormer) {
    const ScenarioGains gains = scenario_gains({needing({"integration_id", "repo_url"}),
                                                needing({"integration_id", "repo_url"}),
                                                needing({"integration_id", "repo_url", "tag_ref"}),
                                                needing({"graph_chat"})},
                                               {});
    ASSERT_EQ(gains.gains.size(), 2U);
    EXPECT_EQ(gains.gains[0].scenarios, 3);
    EXPECT_THAT(
        gains.gains[0].lines,
        ElementsAre("sources:",
                    "  git_host: { integration_id: VALUE, repo_url: VALUE, tag_ref: VALUE }"));
    EXPECT_THAT(gains.gains[1].lines, ElementsAre("agent_streaming:", "  graphs: { chat: NAME }"));
}

TEST(ScenarioGains, UseTheMainSourceOfTheHosting) {
    runner::Target target;
    target.hosting = "self_hosted";
    const ScenarioGains gains = scenario_gains({needing({"listener_id"})}, target);
    EXPECT_THAT(gains.gains.at(0).lines,
                ElementsAre("sources:", "  external_container: { listener_id: VALUE }"));
}

TEST(ScenarioGains, NameMissingUrls) {
    ScenarioNeeds needs;
    needs.base_url = "unknown base URL of bulk_export: give --export-url";
    const ScenarioGains gains = scenario_gains({needs, needs}, {});
    ASSERT_EQ(gains.gains.size(), 1U);
    EXPECT_EQ(gains.gains[0].scenarios, 2);
}

}  // namespace
}  // namespace plumbline::preflight
