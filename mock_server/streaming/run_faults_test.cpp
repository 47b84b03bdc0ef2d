#include "mock_server/streaming/agent_runs_fixture.hpp"

namespace plumbline::mock {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class RunFaultsTest : public AgentRunsFixture {
  protected:
    void use(RunFaults faults, std::vector<ValueChange> input_changes = {}) {
        RunLimits changed;
        changed.faults = std::move(faults);
        changed.input_changes = std::move(input_changes);
        faulty = std::make_unique<AgentRuns>(graphs(), 7, changed, clock);
    }
    std::shared_ptr<mock::AgentRun> start_faulty(const std::string& graph, Json body) {
        body["assistant_id"] = graph;
        auto run = faulty->start({thread, std::make_shared<const Json>(std::move(body)), time});
        return run.value_or(nullptr);
    }
    std::vector<StreamedEvent> faulty_events(const std::string& graph, Json body) {
        const auto run = start_faulty(graph, std::move(body));
        if (!run) return {};
        StreamClient client(run->stream_from_start());
        return client.receive_all(at(0));
    }

    std::unique_ptr<AgentRuns> faulty;
};

TEST_F(RunFaultsTest, RefuseFormsOfTheMode) {
    use({RunFault::kRefusesModeTexts});
    EXPECT_EQ(start_faulty("steps", {{"stream_mode", "values"}}), nullptr);
    use({RunFault::kRefusesModeLists});
    EXPECT_EQ(start_faulty("steps", {{"stream_mode", {"values"}}}), nullptr);
    use({RunFault::kRefusesOtherInput});
    EXPECT_EQ(start_faulty("steps", {{"input", "a text"}}), nullptr);
    EXPECT_NE(start_faulty("steps", {{"input", Json::object()}}), nullptr);
}

TEST_F(RunFaultsTest, ChangeModesAndInput) {
    use({RunFault::kFirstModeOnly});
    EXPECT_THAT(faulty_events("steps", {{"stream_mode", {"custom", "updates"}}}), SizeIs(4));
    use({RunFault::kListsOfOneAsUpdates});
    EXPECT_THAT(names_of(faulty_events("steps", {{"stream_mode", {"values"}}})),
                testing::Contains("updates"));
    use({}, {*find_value_change("makes_empty")});
    EXPECT_THAT(faulty_events("steps", {{"stream_mode", "custom"}, {"input", {{"count", 1}}}}),
                SizeIs(4));
}

TEST_F(RunFaultsTest, StreamSubgraphsWithoutRequest) {
    const auto of_subgraph = testing::Contains(testing::StartsWith("updates|outer:"));
    const Json one{{"stream_mode", "updates"}};
    use({RunFault::kSubgraphsInThreads});
    EXPECT_THAT(names_of(faulty_events("nested", one)), of_subgraph);
    use({RunFault::kSubgraphsOfModeLists});
    EXPECT_THAT(names_of(faulty_events("nested", one)), testing::Not(of_subgraph));
    EXPECT_THAT(names_of(faulty_events("nested", {{"stream_mode", {"updates", "custom"}}})),
                of_subgraph);
}

TEST_F(RunFaultsTest, MergeUpdatesOfOneStep) {
    use({RunFault::kMergesUpdates});
    const auto events = faulty_events("parallel", {{"stream_mode", "updates"}});
    ASSERT_THAT(events, SizeIs(3));
    EXPECT_EQ(events[1].data,
              Json({{"left", {{"found", {"left"}}}}, {"right", {{"found", {"right"}}}}}));
}

TEST_F(RunFaultsTest, SendStatesBeforeUpdates) {
    use({RunFault::kStatesFirst, RunFault::kOmitsFirstState});
    const auto events = faulty_events("parallel", {{"stream_mode", {"updates", "values"}}});
    ASSERT_THAT(events, SizeIs(6));
    EXPECT_EQ(events[1].name, "values");
    EXPECT_EQ(events[2].name, "updates");
}

TEST_F(RunFaultsTest, ChangeTokens) {
    const Json body{{"stream_mode", "messages-tuple"}};
    use({});
    const std::size_t tokens = faulty_events("chat", body).size() - 1;
    thread = "t-2";
    use({RunFault::kWholeMessages});
    EXPECT_THAT(faulty_events("chat", body), SizeIs(2));
    use({RunFault::kEmptyTokens});
    EXPECT_THAT(faulty_events("chat", body), SizeIs(tokens + 3));
    use({RunFault::kGroupsTokens});
    EXPECT_THAT(faulty_events("chat", body), SizeIs(1 + (tokens + 1) / 2));
    use({RunFault::kGrowingTokens});
    EXPECT_EQ(faulty_events("chat", body)[2].data[0]["content"], "This is ");
}

TEST_F(RunFaultsTest, HideNamespaces) {
    const Json body{{"stream_mode", "custom"}, {"stream_subgraphs", true}};
    use({RunFault::kNoNamespaces});
    EXPECT_EQ(faulty_events("twins", body)[1].name, "custom");
    use({RunFault::kOneNamespace});
    EXPECT_EQ(faulty_events("twins", body)[1].name, "custom|subgraph");
}

TEST_F(RunFaultsTest, ChangeJoins) {
    use({RunFault::kEmptyJoins});
    const auto run = start_faulty("gated", {{"stream_mode", "custom"}});
    StreamClient first(run->stream_from_start());
    first.receive_all(at(0));
    StreamClient joined(run->join({}));
    EXPECT_THAT(joined.receive_all(at(1)), IsEmpty());
    EXPECT_TRUE(joined.has_ended());
    use({RunFault::kStartsJoins});
    const auto other = start_faulty("gated", {{"stream_mode", "custom"}});
    EXPECT_EQ(StreamClient(other->join({})).receive_all(at(0))[0].name, "metadata");
}

TEST_F(RunFaultsTest, LoseOrRepeatWhatAThreadKeeps) {
    use({RunFault::kRepeatsLastStep});
    faulty_events("steps", {{"stream_mode", "values"}, {"input", {{"count", 2}}}});
    EXPECT_EQ(faulty_events("steps", {{"stream_mode", "values"}, {"input", {{"count", 1}}}})[1]
                  .data["total"],
              3);
    use({RunFault::kBusyAfterFailure});
    faulty_events("failing", {{"stream_mode", "updates"}});
    EXPECT_EQ(start_faulty("steps", Json::object()), nullptr);
}

}  // namespace
}  // namespace plumbline::mock
