#include "mock_server/streaming/runs.hpp"

#include "mock_server/store/world.hpp"
#include "mock_server/streaming/testing.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A workspace's runs of the built-in graphs.
class RunsTest : public testing::Test {
  protected:
    RunsTest() : runs(graphs(), 7, limits, clock) {}

    static std::shared_ptr<const Graphs> graphs() {
        auto loaded = load_graphs(Fixtures());
        EXPECT_THAT(loaded, IsOk());
        return std::make_shared<const Graphs>(loaded.value_or(Graphs()));
    }
    std::shared_ptr<mock::Run> start(const std::string& graph, Json body = Json::object()) {
        body["assistant_id"] = graph;
        auto run = runs.start({thread, std::make_shared<const Json>(std::move(body)), time});
        EXPECT_TRUE(run) << graph;
        return run.value_or(nullptr);
    }
    /// Returns all that a run tells at once.
    std::vector<Told> told(const std::string& graph, Json body = Json::object()) {
        StreamClient client(start(graph, std::move(body))->open());
        auto events = client.take(at(0));
        EXPECT_TRUE(client.has_ended()) << graph;
        return events;
    }
    std::vector<Told> told_in(const std::string& graph, const std::string& mode, Json body = {}) {
        body["stream_mode"] = mode;
        return told(graph, std::move(body));
    }
    static SteadyTime at(int ms) { return SteadyTime{} + std::chrono::hours(1) + milliseconds(ms); }

    ManualClock clock{Instant(std::chrono::hours(1))};
    RunLimits limits;
    RunTime time{};
    std::string thread = "t-1";
    Runs runs;
};

TEST_F(RunsTest, BeginWithRunIdAndAttempt) {
    const auto run = start("chat");
    StreamClient client(run->open());
    const auto events = client.take(at(0));
    EXPECT_EQ(events.front(), (Told{"metadata", {{"run_id", run->id()}, {"attempt", 1}}, "0"}));
}

TEST_F(RunsTest, TellValuesBeforeTheFirstStepAndAfterEach) {
    const auto events = told_in("steps", "values", {{"input", {{"count", 2}}}});
    EXPECT_THAT(names_of(events), ElementsAre("metadata", "values", "values", "values"));
    EXPECT_EQ(events[1].data, Json::object());
    EXPECT_EQ(events[3].data, (Json{{"done", 2}, {"total", 2}, {"log", {"step 1", "step 2"}}}));
}

TEST_F(RunsTest, TellUpdatesOfNodesOneByOne) {
    const auto events = of_name(told_in("parallel", "updates"), "updates");
    EXPECT_THAT(events,
                ElementsAre(Json{{"left", {{"found", {"left"}}}}},
                            Json{{"right", {{"found", {"right"}}}}},
                            Json{{"join", {{"joined", "left and right"}}}}));
}

TEST_F(RunsTest, TellTokensWithTheirNodeAndTags) {
    const auto messages = of_name(told_in("tagged", "messages-tuple"), "messages");
    ASSERT_THAT(messages, SizeIs(7));
    EXPECT_EQ(messages[0][0]["content"], "the ");
    EXPECT_EQ(messages[0][1]["graph_node"], "writer");
    EXPECT_EQ(messages[0][1]["tags"], Json::array({"draft"}));
    EXPECT_EQ(messages[6][0]["content"], "words");
    EXPECT_EQ(messages[6][1]["graph_node"], "editor");
    EXPECT_EQ(messages[0][0]["id"], messages[3][0]["id"]);
    EXPECT_NE(messages[0][0]["id"], messages[4][0]["id"]);
}

TEST_F(RunsTest, KeepAModelsTextTogetherInTheState) {
    const auto events = told("chat", {{"stream_mode", {"values", "messages-tuple"}}});
    std::string text;
    for (const Json& message : of_name(events, "messages"))
        text += message[0]["content"].get<std::string>();
    const Json last = of_name(events, "values").back()["messages"].back();
    EXPECT_EQ(last["content"], text);
    EXPECT_EQ(last["id"], of_name(events, "messages").front()[0]["id"]);
}

TEST_F(RunsTest, TellCustomDataAndNothingElseInThatMode) {
    const auto events = told_in("steps", "custom", {{"input", {{"count", 2}}}});
    EXPECT_THAT(events,
                ElementsAre(testing::_,
                            Told{"custom", {{"progress", 1}}, "1"},
                            Told{"custom", {{"progress", 2}}, "2"}));
    EXPECT_THAT(told_in("parallel", "custom"), SizeIs(1));
}

TEST_F(RunsTest, TellNodesAndTheFullStateInDebug) {
    const auto events = of_name(told_in("steps", "debug", {{"input", {{"count", 1}}}}), "debug");
    ASSERT_THAT(events, SizeIs(4));
    EXPECT_EQ(events[1]["type"], "task");
    EXPECT_EQ(events[1]["payload"]["name"], "worker");
    EXPECT_EQ(events[2]["type"], "task_result");
    EXPECT_EQ(events[3]["type"], "checkpoint");
    EXPECT_EQ(events[3]["payload"]["values"]["done"], 1);
    EXPECT_EQ(events[3]["timestamp"], "1970-01-01T00:00:00.050000Z");
}

TEST_F(RunsTest, TellEverythingInEvents) {
    std::vector<std::string> what;
    for (const Json& one : of_name(told_in("chat", "events"), "events"))
        what.push_back(one["event"]);
    EXPECT_EQ(what.front(), "on_chain_start");
    EXPECT_EQ(what.back(), "on_chain_end");
    EXPECT_THAT(what, testing::Contains("on_chat_model_stream").Times(9));
}

TEST_F(RunsTest, InterleaveSeveralModes) {
    const auto events =
        told("steps", {{"stream_mode", {"values", "updates"}}, {"input", {{"count", 2}}}});
    EXPECT_THAT(names_of(events),
                ElementsAre("metadata", "values", "updates", "values", "updates", "values"));
}

TEST_F(RunsTest, TellOfGraphsInGraphsOnlyWhoAsks) {
    EXPECT_THAT(names_of(told_in("nested", "custom")), ElementsAre("metadata", "custom"));
    const auto events = told("nested", {{"stream_mode", "custom"}, {"stream_subgraphs", true}});
    ASSERT_THAT(events, SizeIs(3));
    EXPECT_THAT(events[2].name, testing::MatchesRegex("custom\\|outer:[0-9a-f-]{36}"));
}

TEST_F(RunsTest, MakeAnUpdateOfWhatAGraphInAGraphHasDone) {
    const auto updates = of_name(told_in("nested", "updates"), "updates");
    ASSERT_THAT(updates, SizeIs(2));
    EXPECT_EQ(updates[0]["outer"]["drafted"], true);
    EXPECT_THAT(updates[0]["outer"]["messages"], SizeIs(1));
}

TEST_F(RunsTest, EndWithAnErrorWhereTheGraphFails) {
    const auto events = told("failing");
    EXPECT_EQ(events.back().name, "error");
    EXPECT_EQ(events.back().data["error"], "ValueError");
}

TEST_F(RunsTest, PutThePairIntoTheDataWhereAsked) {
    limits.pairs_in_data = true;
    Runs pairing(graphs(), 7, limits, clock);
    const Json body{{"assistant_id", "parallel"}, {"stream_mode", {"values", "updates"}}};
    StreamClient client((*pairing.start({"t", std::make_shared<const Json>(body), {}}))->open());
    const auto events = client.take(at(0));
    EXPECT_EQ(events[1].data, (Json::array({"values", Json::object()})));
}

TEST_F(RunsTest, GoOnFromTheStateOfTheirThread) {
    EXPECT_EQ(told("steps", {{"input", {{"count", 2}}}}).back().data["total"], 2);
    EXPECT_EQ(told("steps", {{"input", {{"count", 1}}}}).back().data["total"], 3);
    thread = "t-2";
    EXPECT_EQ(told("steps", {{"input", {{"count", 1}}}}).back().data["total"], 1);
}

TEST_F(RunsTest, KeepNothingWithoutAThread) {
    thread = "";
    const auto events = told("steps");
    EXPECT_EQ(events.back().data["total"], 3);
    EXPECT_EQ(told("steps").back().data["total"], 3);
    EXPECT_EQ(events.back().id, "");
}

TEST_F(RunsTest, RefuseASecondOneOnABusyThread) {
    const auto run = start("gated");
    const auto second =
        runs.start({thread, std::make_shared<const Json>(Json{{"assistant_id", "chat"}}), time});
    ASSERT_FALSE(second);
    EXPECT_EQ(status_of(second.error()), 422);
    EXPECT_EQ(runs.open_gate("go", ""), 1U);
    EXPECT_EQ(runs.open_gate("go", ""), 0U);
    EXPECT_NE(start("chat"), nullptr);
}

TEST_F(RunsTest, RefuseAnUnknownAssistant) {
    const auto run =
        runs.start({thread, std::make_shared<const Json>(Json{{"assistant_id", "nobody"}}), time});
    ASSERT_FALSE(run);
    EXPECT_EQ(status_of(run.error()), 404);
    EXPECT_NE(start(named_id(7, "assistant_chat")), nullptr);
}

TEST_F(RunsTest, TellWhoJoinsWhatComesFromThenOn) {
    const auto run = start("gated", {{"stream_mode", "custom"}});
    StreamClient first(run->open());
    EXPECT_THAT(first.take(at(0)), SizeIs(2));
    StreamClient late(run->join({}));
    StreamClient other(run->join({}));
    EXPECT_THAT(late.take(at(1)), IsEmpty());
    runs.open_gate("go", run->id());
    EXPECT_EQ(first.wakes, 1);
    EXPECT_EQ(late.wakes, 1);
    for (StreamClient* client : {&first, &late, &other}) {
        EXPECT_THAT(client->take(at(2)), ElementsAre(Told{"custom", {{"progress", 2}}, "2"}));
        EXPECT_TRUE(client->has_ended());
    }
    StreamClient after(run->join({}));
    EXPECT_THAT(after.take(at(3)), IsEmpty());
    EXPECT_TRUE(after.has_ended());
}

TEST_F(RunsTest, ReplayWhatAResumableRunHasTold) {
    const auto run = start("gated", {{"stream_mode", "custom"}, {"stream_resumable", true}});
    StreamClient first(run->open());
    first.take(at(0));
    first.leave();
    EXPECT_THAT(StreamClient(run->join("0")).take(at(1)), SizeIs(1));
    EXPECT_THAT(StreamClient(run->join("-1")).take(at(1)), SizeIs(2));
    EXPECT_THAT(StreamClient(run->join("what")).take(at(1)), IsEmpty());
    EXPECT_THAT(StreamClient(run->join("999")).take(at(1)), IsEmpty());
}

TEST_F(RunsTest, GoOnWithoutTheirClientOnlyOnAThread) {
    const auto kept = start("pausing");
    StreamClient client(kept->open());
    client.take(at(0));
    client.leave();
    clock.wait(std::chrono::seconds(1));
    EXPECT_TRUE(kept->catch_up());
    EXPECT_EQ(kept->state()["done"], 3);
    thread = "";
    const auto stateless = start("pausing");
    StreamClient other(stateless->open());
    other.take(at(1'000));
    other.leave();
    EXPECT_TRUE(stateless->catch_up());
    EXPECT_EQ(stateless->state()["done"], 1);
}

TEST_F(RunsTest, KeepToTheirScheduleHoweverLateTheyAreRead) {
    const auto run = start("pausing", {{"input", {{"pause_ms", 10}, {"steps", 3}}}});
    StreamClient client(run->open());
    client.take(at(0));
    EXPECT_EQ(client.flow.due, at(10));
    client.take(at(17));
    EXPECT_EQ(client.flow.due, at(20));
}

TEST_F(RunsTest, TakeNoTimeForPacesOnVirtualTime) {
    EXPECT_THAT(told("chat"), SizeIs(3));
    time.is_real = true;
    time.time_scale = 10;
    StreamClient client(start("chat")->open());
    client.take(at(0));
    EXPECT_EQ(client.flow.due, at(2));
}

TEST_F(RunsTest, SayThatTheyAreAliveInSilence) {
    StreamClient client(start("gated")->open());
    client.take(at(0));
    EXPECT_EQ(client.flow.due, at(15'000));
    client.raw.clear();
    EXPECT_THAT(client.take(at(15'000)), IsEmpty());
    EXPECT_EQ(client.raw, ": hb\n");
    EXPECT_EQ(client.flow.due, at(30'000));
}

TEST_F(RunsTest, LeaveBehindWhoDoesNotReadAndDisturbNobodyElse) {
    const Json input{{"tokens", 4'000}, {"bytes", 100}};
    const auto run = start("flood", {{"stream_mode", "messages-tuple"}, {"input", input}});
    StreamClient reading(run->open());
    StreamClient stuck(run->join({}));
    stuck.take_once(at(0), 1);
    EXPECT_THAT(reading.take(at(0)), SizeIs(4'001));
    EXPECT_TRUE(reading.has_ended());
    stuck.take(at(0));
    EXPECT_EQ(stuck.flow.next, Flow::Next::kCut);
}

TEST_F(RunsTest, AreMadeOnlyAsFastAsTheirClientReads) {
    const Json input{{"tokens", 1'000'000}, {"bytes", 100}};
    const auto run = start("flood", {{"stream_mode", "messages-tuple"}, {"input", input}});
    StreamClient client(run->open());
    const auto first = client.take_once(at(0), 10'000);
    EXPECT_GT(first.size(), 10U);
    EXPECT_LT(client.raw.size(), 11'000U);
    EXPECT_EQ(client.flow.next, Flow::Next::kMore);
}

TEST_F(RunsTest, AreTheSameToTheByteForOneSeed) {
    const Json body{{"assistant_id", "nested"},
                    {"stream_subgraphs", true},
                    {"stream_mode", {"values", "updates", "messages-tuple", "debug", "events"}}};
    std::set<std::string> seen;
    for (int i = 0; i < 3; ++i) {
        Runs fresh(graphs(), 7, limits, clock);
        StreamClient client((*fresh.start({"t", std::make_shared<const Json>(body), {}}))->open());
        client.take(at(0));
        seen.insert(client.raw);
    }
    EXPECT_THAT(seen, SizeIs(1));
}

TEST_F(RunsTest, EndWithTheirWorkspace) {
    const auto run = start("endless");
    StreamClient client(run->open());
    client.take(at(0));
    runs.clear();
    EXPECT_EQ(client.wakes, 1);
    client.take(at(1));
    EXPECT_TRUE(client.has_ended());
    EXPECT_EQ(runs.find(run->id(), thread), nullptr);
}

TEST_F(RunsTest, AreFoundOnlyOnTheirThread) {
    const auto run = start("chat");
    EXPECT_EQ(runs.find(run->id(), "t-1"), run);
    EXPECT_EQ(runs.find(run->id(), "t-2"), nullptr);
    EXPECT_EQ(runs.find("none", "t-1"), nullptr);
}

TEST_F(RunsTest, AreForgottenWhenManyHaveEnded) {
    limits.runs = 3;
    Runs few(graphs(), 7, limits, clock);
    const auto body = std::make_shared<const Json>(Json{{"assistant_id", "parallel"}});
    std::vector<std::string> ids;
    for (int i = 0; i < 6; ++i) {
        const auto run = few.start({"", body, {}});
        ASSERT_TRUE(run);
        StreamClient((*run)->open()).take(at(0));
        ids.push_back((*run)->id());
    }
    EXPECT_EQ(few.find(ids[0], ""), nullptr);
    EXPECT_NE(few.find(ids[5], ""), nullptr);
}

TEST_F(RunsTest, AreRefusedBeyondTheLimit) {
    limits.runs = 0;
    limits.streams = 1;
    Runs few(graphs(), 7, limits, clock);
    const auto body = std::make_shared<const Json>(Json{{"assistant_id", "gated"}});
    const auto first = few.start({"", body, {}});
    ASSERT_TRUE(first);
    const auto second = few.start({"", body, {}});
    ASSERT_FALSE(second);
    EXPECT_EQ(status_of(second.error()), 503);
}

}  // namespace
}  // namespace plumbline::mock
