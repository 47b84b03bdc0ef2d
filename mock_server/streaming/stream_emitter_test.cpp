#include "mock_server/streaming/agent_runs_fixture.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class StreamEmitterTest : public AgentRunsFixture {};

TEST_F(StreamEmitterTest, BeginsWithRunIdAndAttempt) {
    const auto run = start("chat");
    StreamClient client(run->stream_from_start());
    const auto events = client.receive_all(at(0));
    EXPECT_EQ(events.front(),
              (StreamedEvent{"metadata", {{"run_id", run->id()}, {"attempt", 1}}, "0"}));
}

TEST_F(StreamEmitterTest, EmitsValuesBeforeTheFirstStepAndAfterEachStep) {
    const auto events = run_events_in_mode("steps", "values", {{"input", {{"count", 2}}}});
    EXPECT_THAT(names_of(events), ElementsAre("metadata", "values", "values", "values"));
    EXPECT_EQ(events[1].data, Json::object());
    EXPECT_EQ(events[3].data, (Json{{"done", 2}, {"total", 2}, {"log", {"step 1", "step 2"}}}));
}

TEST_F(StreamEmitterTest, EmitsOneUpdatePerNode) {
    const auto events = data_of(run_events_in_mode("parallel", "updates"), "updates");
    EXPECT_THAT(events,
                ElementsAre(Json{{"left", {{"found", {"left"}}}}},
                            Json{{"right", {{"found", {"right"}}}}},
                            Json{{"join", {{"joined", "left and right"}}}}));
}

TEST_F(StreamEmitterTest, EmitsTokensWithTheirNodeAndTags) {
    const auto messages = data_of(run_events_in_mode("tagged", "messages-tuple"), "messages");
    ASSERT_THAT(messages, SizeIs(7));
    EXPECT_EQ(messages[0][0]["content"], "the ");
    EXPECT_EQ(messages[0][1]["graph_node"], "writer");
    EXPECT_EQ(messages[0][1]["tags"], Json::array({"draft"}));
    EXPECT_EQ(messages[6][0]["content"], "words");
    EXPECT_EQ(messages[6][1]["graph_node"], "editor");
    EXPECT_EQ(messages[0][0]["id"], messages[3][0]["id"]);
    EXPECT_NE(messages[0][0]["id"], messages[4][0]["id"]);
}

TEST_F(StreamEmitterTest, StoresTheWholeTextOfAModelInTheState) {
    const auto events = run_events("chat", {{"stream_mode", {"values", "messages-tuple"}}});
    std::string text;
    for (const Json& message : data_of(events, "messages"))
        text += message[0]["content"].get<std::string>();
    const Json last = data_of(events, "values").back()["messages"].back();
    EXPECT_EQ(last["content"], text);
    EXPECT_EQ(last["id"], data_of(events, "messages").front()[0]["id"]);
}

TEST_F(StreamEmitterTest, EmitsOnlyCustomDataInCustomMode) {
    const auto events = run_events_in_mode("steps", "custom", {{"input", {{"count", 2}}}});
    EXPECT_THAT(events,
                ElementsAre(testing::_,
                            StreamedEvent{"custom", {{"progress", 1}}, "1"},
                            StreamedEvent{"custom", {{"progress", 2}}, "2"}));
    EXPECT_THAT(run_events_in_mode("parallel", "custom"), SizeIs(1));
}

TEST_F(StreamEmitterTest, EmitsNodesAndTheFullStateInDebugMode) {
    const auto events =
        data_of(run_events_in_mode("steps", "debug", {{"input", {{"count", 1}}}}), "debug");
    ASSERT_THAT(events, SizeIs(4));
    EXPECT_EQ(events[1]["type"], "task");
    EXPECT_EQ(events[1]["payload"]["name"], "worker");
    EXPECT_EQ(events[2]["type"], "task_result");
    EXPECT_EQ(events[3]["type"], "checkpoint");
    EXPECT_EQ(events[3]["payload"]["values"]["done"], 1);
    EXPECT_EQ(events[3]["timestamp"], "1970-01-01T00:00:00.050000Z");
}

TEST_F(StreamEmitterTest, EmitsAllCallbacksInEventsMode) {
    std::vector<std::string> what;
    for (const Json& one : data_of(run_events_in_mode("chat", "events"), "events"))
        what.push_back(one["event"].get<std::string>());
    EXPECT_EQ(what.front(), "on_chain_start");
    EXPECT_EQ(what.back(), "on_chain_end");
    EXPECT_THAT(what, testing::Contains("on_chat_model_stream").Times(9));
}

TEST_F(StreamEmitterTest, InterleavesSeveralModes) {
    const auto events =
        run_events("steps", {{"stream_mode", {"values", "updates"}}, {"input", {{"count", 2}}}});
    EXPECT_THAT(names_of(events),
                ElementsAre("metadata", "values", "updates", "values", "updates", "values"));
}

TEST_F(StreamEmitterTest, EmitsSubgraphEventsOnlyOnRequest) {
    EXPECT_THAT(names_of(run_events_in_mode("nested", "custom")),
                ElementsAre("metadata", "custom"));
    const auto events =
        run_events("nested", {{"stream_mode", "custom"}, {"stream_subgraphs", true}});
    ASSERT_THAT(events, SizeIs(3));
    EXPECT_THAT(events[2].name, testing::MatchesRegex("custom\\|outer:[0-9a-f-]{36}"));
}

TEST_F(StreamEmitterTest, EmitsOneUpdateForASubgraph) {
    const auto updates = data_of(run_events_in_mode("nested", "updates"), "updates");
    ASSERT_THAT(updates, SizeIs(2));
    EXPECT_EQ(updates[0]["outer"]["drafted"], true);
    EXPECT_THAT(updates[0]["outer"]["messages"], SizeIs(1));
}

TEST_F(StreamEmitterTest, EndsWithAnErrorWhenTheGraphFails) {
    const auto events = run_events("failing");
    EXPECT_EQ(events.back().name, "error");
    EXPECT_EQ(events.back().data["error"], "ValueError");
}

TEST_F(StreamEmitterTest, PutsThePairIntoTheDataIfConfigured) {
    limits.pairs_in_data = true;
    AgentRuns pairing(graphs(), 7, limits, clock);
    const Json body{{"assistant_id", "parallel"}, {"stream_mode", {"values", "updates"}}};
    StreamClient client(
        (*pairing.start({"t", std::make_shared<const Json>(body), {}}))->stream_from_start());
    const auto events = client.receive_all(at(0));
    EXPECT_EQ(events[1].data, (Json::array({"values", Json::object()})));
}

TEST_F(StreamEmitterTest, ContinuesFromTheStateOfTheThread) {
    EXPECT_EQ(run_events("steps", {{"input", {{"count", 2}}}}).back().data["total"], 2);
    EXPECT_EQ(run_events("steps", {{"input", {{"count", 1}}}}).back().data["total"], 3);
    thread = "t-2";
    EXPECT_EQ(run_events("steps", {{"input", {{"count", 1}}}}).back().data["total"], 1);
}

TEST_F(StreamEmitterTest, KeepsNoStateWithoutAThread) {
    thread = "";
    const auto events = run_events("steps");
    EXPECT_EQ(events.back().data["total"], 3);
    EXPECT_EQ(run_events("steps").back().data["total"], 3);
    EXPECT_EQ(events.back().id, "");
}

TEST_F(StreamEmitterTest, RefusesASecondRunOnABusyThread) {
    const auto run = start("gated");
    const auto second =
        runs.start({thread, std::make_shared<const Json>(Json{{"assistant_id", "chat"}}), time});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().status, 422);
    EXPECT_EQ(runs.open_gate("go", ""), 1U);
    EXPECT_EQ(runs.open_gate("go", ""), 0U);
    EXPECT_NE(start("chat"), nullptr);
}

TEST_F(StreamEmitterTest, RefusesAnUnknownAssistant) {
    const auto run =
        runs.start({thread, std::make_shared<const Json>(Json{{"assistant_id", "unknown"}}), time});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().status, 404);
    EXPECT_NE(start(named_id(7, "assistant_chat")), nullptr);
}

}  // namespace
}  // namespace plumbline::mock
