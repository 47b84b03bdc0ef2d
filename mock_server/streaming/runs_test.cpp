#include "mock_server/streaming/runs_fixture.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class RunsTest : public RunsFixture {};

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

TEST_F(RunsTest, AreNotEarlyWhereTheirConnectionWasHeldUpInBetween) {
    const auto run = start("pausing", {{"input", {{"pause_ms", 10}, {"steps", 3}}}});
    StreamClient client(run->open());
    clock.wait(std::chrono::milliseconds(7));
    client.take(at(-1));  // when the connection looked at its time, there was no run yet
    EXPECT_EQ(client.flow.due, at(10));
    client.take(at(9));
    EXPECT_EQ(client.flow.due, at(10));
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

TEST_F(RunsTest, GiveOneEventToWhoHasEnoughWithAByte) {
    const std::vector<std::string> modes{"values", "updates", "debug", "custom", "events"};
    StreamClient client(start("steps", {{"stream_mode", modes}})->open());
    std::size_t events = 0;
    do {
        const auto told = client.take_once(at(0), 1);
        EXPECT_LE(told.size(), 1U);
        events += told.size();
    } while (client.flow.next == Flow::Next::kMore);
    EXPECT_TRUE(client.has_ended());
    EXPECT_GT(events, 20U);
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
