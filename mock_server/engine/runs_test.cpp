#include "mock_server/engine/testing.hpp"
#include "mock_server/streaming/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// A workspace, a thread in it, and a caller without a key.
struct RunPlace {
    RunPlace() : api(mock.caller(workspace)), thread(make_thread(api)) {}

    static std::string make_thread(const Caller& caller) {
        return caller.post("/threads", Json::object()).body.value("thread_id", "");
    }
    [[nodiscard]] Answer run(const Json& body, const std::string& of_thread) const {
        return api.post("/threads/" + of_thread + "/runs/stream", body);
    }
    [[nodiscard]] Answer run(const Json& body) const { return run(body, thread); }

    Mock mock;
    Json workspace = mock.make();
    Caller api;
    std::string thread;
};

TEST(ThreadOfRuns, IsMadeFromAnyObjectOrNothing) {
    const RunPlace place;
    EXPECT_THAT(place.thread, SizeIs(36));
    EXPECT_THAT(place.api.post("/threads", {{"metadata", Json::object()}}), HasStatus(200));
    EXPECT_THAT(place.api.post("/threads", Json::array()), HasStatus(422));
    EXPECT_NE(RunPlace::make_thread(place.api), place.thread);
}

TEST(RunOfAThread, IsStreamedWithItsLocation) {
    const RunPlace place;
    const Answer answer = place.run({{"assistant_id", "chat"}, {"stream_mode", "messages-tuple"}});
    EXPECT_THAT(answer, HasStatus(200));
    EXPECT_EQ(answer.headers.joined("Content-Type"), "text/event-stream");
    EXPECT_EQ(answer.headers.joined("Cache-Control"), "no-cache");
    const auto events = events_of(answer.text);
    EXPECT_NE(events.front().data["run_id"], place.thread);
    const std::string run = events.front().data["run_id"];
    EXPECT_EQ(answer.headers.joined("Content-Location"),
              place.workspace.value("prefix", "") + "/threads/" + place.thread + "/runs/" + run);
    EXPECT_THAT(place.workspace.value("prefix", ""), testing::StartsWith("/w/"));
    EXPECT_THAT(events, SizeIs(10));
}

TEST(RunOfAThread, StartsFromWhatTheLastOneLeft) {
    const RunPlace place;
    const Json body{{"assistant_id", "steps"}, {"input", {{"count", 2}}}};
    (void)place.run(body);
    EXPECT_EQ(events_of(place.run(body).text).back().data["total"], 4);
    const std::string other = RunPlace::make_thread(place.api);
    EXPECT_EQ(events_of(place.run(body, other).text).back().data["total"], 2);
}

TEST(RunOfAThread, IsRefusedWithWhatIsWrong) {
    const RunPlace place;
    EXPECT_THAT(place.run({{"assistant_id", "chat"}}, "nothing"),
                HasDetail(404, "Thread nothing not found"));
    EXPECT_THAT(place.run({{"assistant_id", "nobody"}}), HasDetail(404, "no assistant \"nobody\""));
    EXPECT_THAT(place.run(Json::object()), HasStatus(422));
    EXPECT_THAT(place.run({{"assistant_id", "chat"}, {"stream_mode", "loud"}}), HasStatus(422));
    EXPECT_THAT(place.run({{"assistant_id", "chat"}, {"stream_subgraphs", "yes"}}), HasStatus(422));
    EXPECT_THAT(place.api.get("/threads/" + place.thread + "/runs/stream"), HasStatus(405));
}

TEST(RunOfAThread, KeepsItsThreadBusyUntilItEnds) {
    const RunPlace place;
    const std::string path = "/threads/" + place.thread + "/runs";
    const Answer waiting = place.api.post(path, {{"assistant_id", "gated"}});
    EXPECT_THAT(waiting, HasStatus(200));
    EXPECT_THAT(place.run({{"assistant_id", "chat"}}), HasDetail(422, "is busy with run"));
    const Answer opened = place.mock.control().post(
        "/workspaces/" + place.workspace.value("id", "") + "/gates", {{"gate", "go"}});
    EXPECT_EQ(opened.body["waited"], 1) << opened.text;
    EXPECT_THAT(place.run({{"assistant_id", "chat"}}), HasStatus(200));
}

TEST(RunWithoutAThread, IsStreamedAndKeepsNothing) {
    const RunPlace place;
    const Json body{{"assistant_id", "steps"}, {"input", {{"count", 1}}}};
    const Answer answer = place.api.post("/runs/stream", body);
    EXPECT_THAT(answer.headers.joined("Content-Location"),
                testing::StartsWith(place.workspace.value("prefix", "") + "/runs/"));
    EXPECT_EQ(events_of(answer.text).back().data["total"], 1);
    EXPECT_EQ(events_of(place.api.post("/runs/stream", body).text).back().data["total"], 1);
}

TEST(Join, GetsWhatComesFromThenOn) {
    const RunPlace place;
    const std::string path = "/threads/" + place.thread + "/runs";
    const Json made = place.api.post(path, {{"assistant_id", "gated"}}).body;
    const std::string run = path + '/' + made.value("run_id", "") + "/stream";
    EXPECT_THAT(place.api.get(run + "?cancel_on_disconnect=0").text, "");
    (void)place.mock.control().post("/workspaces/" + place.workspace.value("id", "") + "/gates",
                                    {{"gate", "go"}});
    const Answer after = place.api.get(run);
    EXPECT_THAT(after, HasStatus(200));
    EXPECT_EQ(after.text, "");
    EXPECT_FALSE(after.headers.has("Content-Location"));
    EXPECT_THAT(place.api.get(path + "/nothing/stream"), HasDetail(404, "Run nothing of thread"));
    const std::string other = RunPlace::make_thread(place.api);
    EXPECT_THAT(
        place.api.get("/threads/" + other + "/runs/" + made.value("run_id", "") + "/stream"),
        HasStatus(404));
}

TEST(Runs, GoWithAResetOfTheirWorkspace) {
    const RunPlace place;
    (void)place.run({{"assistant_id", "steps"}});
    (void)place.mock.control().post("/workspaces/" + place.workspace.value("id", "") + "/reset",
                                    Json::object());
    EXPECT_THAT(place.run({{"assistant_id", "steps"}}), HasStatus(404));
    const std::string fresh = RunPlace::make_thread(place.api);
    EXPECT_EQ(events_of(place.run({{"assistant_id", "steps"}}, fresh).text).back().data["total"],
              3);
}

}  // namespace
}  // namespace plumbline::mock
