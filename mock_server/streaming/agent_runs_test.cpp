#include "mock_server/streaming/agent_runs_fixture.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class AgentRunsTest : public AgentRunsFixture {};

TEST_F(AgentRunsTest, SendOnlyLaterEventsToAClientThatJoins) {
    const auto run = start("gated", {{"stream_mode", "custom"}});
    StreamClient first(run->stream_from_start());
    EXPECT_THAT(first.receive_all(at(0)), SizeIs(2));
    StreamClient late(run->join({}));
    StreamClient other(run->join({}));
    EXPECT_THAT(late.receive_all(at(1)), IsEmpty());
    runs.open_gate("go", run->id());
    EXPECT_EQ(first.wakes, 1);
    EXPECT_EQ(late.wakes, 1);
    for (StreamClient* client : {&first, &late, &other}) {
        EXPECT_THAT(client->receive_all(at(2)),
                    ElementsAre(StreamedEvent{"custom", {{"progress", 2}}, "2"}));
        EXPECT_TRUE(client->has_ended());
    }
    StreamClient after(run->join({}));
    EXPECT_THAT(after.receive_all(at(3)), IsEmpty());
    EXPECT_TRUE(after.has_ended());
}

TEST_F(AgentRunsTest, ReplayTheEventsOfAResumableRun) {
    const auto run = start("gated", {{"stream_mode", "custom"}, {"stream_resumable", true}});
    StreamClient first(run->stream_from_start());
    first.receive_all(at(0));
    first.disconnect();
    EXPECT_THAT(StreamClient(run->join("0")).receive_all(at(1)), SizeIs(1));
    EXPECT_THAT(StreamClient(run->join("-1")).receive_all(at(1)), SizeIs(2));
    EXPECT_THAT(StreamClient(run->join("what")).receive_all(at(1)), IsEmpty());
    EXPECT_THAT(StreamClient(run->join("999")).receive_all(at(1)), IsEmpty());
}

TEST_F(AgentRunsTest, ContinueWithoutAClientOnlyOnAThread) {
    const auto on_thread = start("pausing");
    StreamClient client(on_thread->stream_from_start());
    client.receive_all(at(0));
    client.disconnect();
    clock.wait(std::chrono::seconds(1));
    EXPECT_TRUE(on_thread->advance());
    EXPECT_EQ(on_thread->state()["done"], 3);
    thread = "";
    const auto stateless = start("pausing");
    StreamClient other(stateless->stream_from_start());
    other.receive_all(at(1'000));
    other.disconnect();
    EXPECT_TRUE(stateless->advance());
    EXPECT_EQ(stateless->state()["done"], 1);
}

TEST_F(AgentRunsTest, KeepTheirScheduleWhenTheyAreReadLate) {
    const auto run = start("pausing", {{"input", {{"pause_ms", 10}, {"steps", 3}}}});
    StreamClient client(run->stream_from_start());
    client.receive_all(at(0));
    EXPECT_EQ(client.flow.due, at(10));
    client.receive_all(at(17));
    EXPECT_EQ(client.flow.due, at(20));
}

TEST_F(AgentRunsTest, AreNotEarlyWhenTheirConnectionReadItsTimeBeforeTheStart) {
    const auto run = start("pausing", {{"input", {{"pause_ms", 10}, {"steps", 3}}}});
    StreamClient client(run->stream_from_start());
    clock.wait(std::chrono::milliseconds(7));
    client.receive_all(at(-1));  // the connection read its time before the run started
    EXPECT_EQ(client.flow.due, at(10));
    client.receive_all(at(9));
    EXPECT_EQ(client.flow.due, at(10));
}

TEST_F(AgentRunsTest, SkipDelaysOnVirtualTime) {
    EXPECT_THAT(run_events("chat"), SizeIs(3));
    time.uses_real_time = true;
    time.time_scale = 10;
    StreamClient client(start("chat")->stream_from_start());
    client.receive_all(at(0));
    EXPECT_EQ(client.flow.due, at(2));
}

TEST_F(AgentRunsTest, SendAHeartbeatWhenIdle) {
    StreamClient client(start("gated")->stream_from_start());
    client.receive_all(at(0));
    EXPECT_EQ(client.flow.due, at(15'000));
    client.raw.clear();
    EXPECT_THAT(client.receive_all(at(15'000)), IsEmpty());
    EXPECT_EQ(client.raw, ": hb\n");
    EXPECT_EQ(client.flow.due, at(30'000));
}

TEST_F(AgentRunsTest, CutOffASlowReaderWithoutAffectingOthers) {
    const Json input{{"tokens", 4'000}, {"bytes", 100}};
    const auto run = start("flood", {{"stream_mode", "messages-tuple"}, {"input", input}});
    StreamClient reading(run->stream_from_start());
    StreamClient slow(run->join({}));
    slow.receive_some(at(0), 1);
    EXPECT_THAT(reading.receive_all(at(0)), SizeIs(4'001));
    EXPECT_TRUE(reading.has_ended());
    slow.receive_all(at(0));
    EXPECT_EQ(slow.flow.next, PullResult::StreamNext::kTruncate);
}

TEST_F(AgentRunsTest, ProduceEventsOnlyAsFastAsTheirClientReads) {
    const Json input{{"tokens", 1'000'000}, {"bytes", 100}};
    const auto run = start("flood", {{"stream_mode", "messages-tuple"}, {"input", input}});
    StreamClient client(run->stream_from_start());
    const auto first = client.receive_some(at(0), 10'000);
    EXPECT_GT(first.size(), 10U);
    EXPECT_LT(client.raw.size(), 11'000U);
    EXPECT_EQ(client.flow.next, PullResult::StreamNext::kMore);
}

TEST_F(AgentRunsTest, DeliverOneEventWhenTheLimitIsOneByte) {
    const std::vector<std::string> modes{"values", "updates", "debug", "custom", "events"};
    StreamClient client(start("steps", {{"stream_mode", modes}})->stream_from_start());
    std::size_t events = 0;
    do {
        const auto received = client.receive_some(at(0), 1);
        EXPECT_LE(received.size(), 1U);
        events += received.size();
    } while (client.flow.next == PullResult::StreamNext::kMore);
    EXPECT_TRUE(client.has_ended());
    EXPECT_GT(events, 20U);
}

TEST_F(AgentRunsTest, AreIdenticalForTheSameSeed) {
    const Json body{{"assistant_id", "nested"},
                    {"stream_subgraphs", true},
                    {"stream_mode", {"values", "updates", "messages-tuple", "debug", "events"}}};
    std::set<std::string> bodies;
    for (int i = 0; i < 3; ++i) {
        AgentRuns fresh(graphs(), 7, limits, clock);
        StreamClient client(
            (*fresh.start({"t", std::make_shared<const Json>(body), {}}))->stream_from_start());
        client.receive_all(at(0));
        bodies.insert(client.raw);
    }
    EXPECT_THAT(bodies, SizeIs(1));
}

TEST_F(AgentRunsTest, EndWithTheirWorkspace) {
    const auto run = start("endless");
    StreamClient client(run->stream_from_start());
    client.receive_all(at(0));
    runs.clear();
    EXPECT_EQ(client.wakes, 1);
    client.receive_all(at(1));
    EXPECT_TRUE(client.has_ended());
    EXPECT_EQ(runs.find(run->id(), thread), nullptr);
}

TEST_F(AgentRunsTest, AreFoundOnlyOnTheirThread) {
    const auto run = start("chat");
    EXPECT_EQ(runs.find(run->id(), "t-1"), run);
    EXPECT_EQ(runs.find(run->id(), "t-2"), nullptr);
    EXPECT_EQ(runs.find("none", "t-1"), nullptr);
}

TEST_F(AgentRunsTest, AreRemovedWhenTooManyHaveEnded) {
    limits.finished_runs = 3;
    AgentRuns few(graphs(), 7, limits, clock);
    const auto body = std::make_shared<const Json>(Json{{"assistant_id", "parallel"}});
    std::vector<std::string> ids;
    for (int i = 0; i < 6; ++i) {
        const auto run = few.start({"", body, {}});
        ASSERT_TRUE(run);
        StreamClient((*run)->stream_from_start()).receive_all(at(0));
        ids.push_back((*run)->id());
    }
    EXPECT_EQ(few.find(ids[0], ""), nullptr);
    EXPECT_NE(few.find(ids[5], ""), nullptr);
}

TEST_F(AgentRunsTest, AreRefusedBeyondTheLimit) {
    limits.finished_runs = 0;
    limits.max_runs = 1;
    AgentRuns few(graphs(), 7, limits, clock);
    const auto body = std::make_shared<const Json>(Json{{"assistant_id", "gated"}});
    const auto first = few.start({"", body, {}});
    ASSERT_TRUE(first);
    const auto second = few.start({"", body, {}});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().status, 503);
}

/// Runs of a mock with variants. Source: what existing backends do where the description is silent.
class RunVariants : public AgentRunsFixture {
  protected:
    RunVariants() { limits.faults = {}; }
    /// Returns the run of a workspace with one variant.
    std::shared_ptr<mock::AgentRun> start_with(RunFault variant,
                                               const std::string& graph,
                                               Json body) {
        limits.faults = {variant};
        varied.emplace(graphs(), 7, limits, clock);
        body["assistant_id"] = graph;
        return varied->start({thread, std::make_shared<const Json>(std::move(body)), time})
            .value_or(nullptr);
    }
    std::vector<StreamedEvent> events_with(RunFault variant, const std::string& graph, Json body) {
        return StreamClient(start_with(variant, graph, std::move(body))->stream_from_start())
            .receive_all(at(0));
    }

    std::optional<AgentRuns> varied;
};

TEST_F(RunVariants, SendModeAndChunkInTheData) {
    const auto events =
        events_with(RunFault::kPairsInData,
                    "steps",
                    {{"stream_mode", {"updates", "custom"}}, {"input", {{"count", 1}}}});
    EXPECT_EQ(events[1].data, Json::array({"custom", {{"progress", 1}}}));
}

TEST_F(RunVariants, NameTheNodeInTheEventOfATokenWithSubgraphs) {
    const Json body{{"stream_mode", "messages-tuple"}, {"stream_subgraphs", true}};
    EXPECT_THAT(events_with(RunFault::kNamesNodes, "tagged", body)[1].name,
                testing::StartsWith("messages|writer:"));
    EXPECT_EQ(
        events_with(RunFault::kNamesNodes, "tagged", {{"stream_mode", "messages-tuple"}})[1].name,
        "messages");
}

TEST_F(RunVariants, OmitTheStateBeforeTheFirstStep) {
    EXPECT_THAT(events_with(RunFault::kOmitsFirstState, "steps", {{"input", {{"count", 2}}}}),
                SizeIs(3));
}

TEST_F(RunVariants, StartAndEndLate) {
    StreamClient started(start_with(RunFault::kStartsLate, "chat", {})->stream_from_start());
    EXPECT_THAT(started.receive_all(at(0)), IsEmpty());
    EXPECT_EQ(started.flow.due, at(250));
    EXPECT_THAT(started.receive_all(at(250)), SizeIs(3));
    EXPECT_TRUE(started.has_ended());
    StreamClient ending(start_with(RunFault::kEndsLate, "chat", {})->stream_from_start());
    EXPECT_THAT(ending.receive_all(at(0)), SizeIs(3));
    EXPECT_FALSE(ending.has_ended());
    EXPECT_THAT(ending.receive_all(at(500)), IsEmpty());
    EXPECT_TRUE(ending.has_ended());
}

TEST_F(RunVariants, RefuseAJoinAfterTheEnd) {
    const auto run = start_with(RunFault::kRefusesLateJoins, "gated", {});
    EXPECT_TRUE(varied->find(run->id(), thread));
    varied->open_gate("go", run->id());
    EXPECT_TRUE(run->advance());
    EXPECT_FALSE(varied->find(run->id(), thread));
}

}  // namespace
}  // namespace plumbline::mock
