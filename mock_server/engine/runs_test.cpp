#include "mock_server/engine/testing.hpp"
#include "mock_server/streaming/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// A workspace, a thread in it, and a client.
struct RunWorkspace {
    RunWorkspace() : api(mock.client(workspace)), thread(make_thread(api)) {}

    static std::string make_thread(const TestClient& caller) {
        return caller.post("/threads", Json::object()).body.value("thread_id", "");
    }
    [[nodiscard]] TestResponse run(const Json& body, const std::string& of_thread) const {
        return api.post("/threads/" + of_thread + "/runs/stream", body);
    }
    [[nodiscard]] TestResponse run(const Json& body) const { return run(body, thread); }

    TestMock mock;
    Json workspace = mock.make_workspace();
    TestClient api;
    std::string thread;
};

TEST(ThreadOfRuns, IsCreatedFromAnyObjectOrAnEmptyBody) {
    const RunWorkspace setup;
    EXPECT_THAT(setup.thread, SizeIs(36));
    EXPECT_THAT(setup.api.post("/threads", {{"metadata", Json::object()}}), HasStatus(200));
    EXPECT_THAT(setup.api.post("/threads", Json::array()), HasStatus(422));
    EXPECT_NE(RunWorkspace::make_thread(setup.api), setup.thread);
}

TEST(ThreadOfRuns, HasTheIdAndTheMetadataOfTheRequest) {
    const RunWorkspace setup;
    const std::string id = "11111111-2222-4333-8444-abcdefabcdef";
    const Json body{{"thread_id", "11111111-2222-4333-8444-ABCDEFABCDEF"},
                    {"metadata", {{"a", 1}}}};
    const TestResponse created = setup.api.post("/threads", body);
    EXPECT_THAT(created, HasStatus(200));
    EXPECT_EQ(created.body["thread_id"], id);
    EXPECT_EQ(created.body["metadata"], body["metadata"]);
    EXPECT_THAT(setup.run({{"assistant_id", "chat"}}, id), HasStatus(200));
    EXPECT_EQ(setup.api.post("/threads", Json::object()).body["metadata"], Json::object());
    EXPECT_THAT(setup.api.post("/threads", body), HasDetail(409, id));
    EXPECT_THAT(setup.api.post("/threads", {{"thread_id", "one"}}),
                HasProblemAt(R"(["body","thread_id"])"));
    EXPECT_THAT(setup.api.post("/threads", {{"thread_id", 5}}), HasStatus(422));
    EXPECT_THAT(setup.api.post("/threads", {{"thread_id", nullptr}}), HasStatus(200));
}

TEST(RunOfAThread, IsStreamedWithItsLocation) {
    const RunWorkspace setup;
    const TestResponse response =
        setup.run({{"assistant_id", "chat"}, {"stream_mode", "messages-tuple"}});
    EXPECT_THAT(response, HasStatus(200));
    EXPECT_EQ(response.headers.joined("Content-Type"), "text/event-stream");
    EXPECT_EQ(response.headers.joined("Cache-Control"), "no-cache");
    const auto events = events_of(response.text);
    EXPECT_NE(events.front().data["run_id"], setup.thread);
    const std::string run = events.front().data["run_id"].get<std::string>();
    EXPECT_EQ(response.headers.joined("Content-Location"),
              setup.workspace.value("prefix", "") + "/threads/" + setup.thread + "/runs/" + run);
    EXPECT_THAT(setup.workspace.value("prefix", ""), testing::StartsWith("/w/"));
    EXPECT_THAT(events, SizeIs(10));
}

TEST(RunOfAThread, StartsFromTheStateOfThePreviousRun) {
    const RunWorkspace setup;
    const Json body{{"assistant_id", "steps"}, {"input", {{"count", 2}}}};
    (void)setup.run(body);
    EXPECT_EQ(events_of(setup.run(body).text).back().data["total"], 4);
    const std::string other = RunWorkspace::make_thread(setup.api);
    EXPECT_EQ(events_of(setup.run(body, other).text).back().data["total"], 2);
}

TEST(RunOfAThread, IsRefusedForInvalidRequests) {
    const RunWorkspace setup;
    EXPECT_THAT(setup.run({{"assistant_id", "chat"}}, "nothing"),
                HasDetail(404, "Thread nothing not found"));
    EXPECT_THAT(setup.run({{"assistant_id", "unknown"}}),
                HasDetail(404, "no assistant \"unknown\""));
    EXPECT_THAT(setup.run(Json::object()), HasStatus(422));
    EXPECT_THAT(setup.run({{"assistant_id", "chat"}, {"stream_mode", "loud"}}), HasStatus(422));
    EXPECT_THAT(setup.run({{"assistant_id", "chat"}, {"stream_subgraphs", "yes"}}), HasStatus(422));
    EXPECT_THAT(setup.api.get("/threads/" + setup.thread + "/runs/stream"), HasStatus(405));
}

TEST(RunOfAThread, KeepsItsThreadBusyUntilItEnds) {
    const RunWorkspace setup;
    const std::string path = "/threads/" + setup.thread + "/runs";
    const TestResponse waiting = setup.api.post(path, {{"assistant_id", "gated"}});
    EXPECT_THAT(waiting, HasStatus(200));
    EXPECT_THAT(setup.run({{"assistant_id", "chat"}}), HasDetail(422, "is busy with run"));
    const TestResponse opened = setup.mock.control().post(
        "/workspaces/" + setup.workspace.value("id", "") + "/gates", {{"gate", "go"}});
    EXPECT_EQ(opened.body["waited"], 1) << opened.text;
    EXPECT_THAT(setup.run({{"assistant_id", "chat"}}), HasStatus(200));
}

TEST(RunWithoutAThread, IsStreamedAndKeepsNoState) {
    const RunWorkspace setup;
    const Json body{{"assistant_id", "steps"}, {"input", {{"count", 1}}}};
    const TestResponse response = setup.api.post("/runs/stream", body);
    EXPECT_THAT(response.headers.joined("Content-Location"),
                testing::StartsWith(setup.workspace.value("prefix", "") + "/runs/"));
    EXPECT_EQ(events_of(response.text).back().data["total"], 1);
    EXPECT_EQ(events_of(setup.api.post("/runs/stream", body).text).back().data["total"], 1);
}

TEST(Join, ReceivesLaterEvents) {
    const RunWorkspace setup;
    const std::string path = "/threads/" + setup.thread + "/runs";
    const Json made = setup.api.post(path, {{"assistant_id", "gated"}}).body;
    const std::string run = path + '/' + made.value("run_id", "") + "/stream";
    EXPECT_THAT(setup.api.get(run + "?cancel_on_disconnect=0").text, "");
    (void)setup.mock.control().post("/workspaces/" + setup.workspace.value("id", "") + "/gates",
                                    {{"gate", "go"}});
    const TestResponse after = setup.api.get(run);
    EXPECT_THAT(after, HasStatus(200));
    EXPECT_EQ(after.text, "");
    EXPECT_FALSE(after.headers.has("Content-Location"));
    EXPECT_THAT(setup.api.get(path + "/nothing/stream"), HasDetail(404, "Run nothing of thread"));
    const std::string other = RunWorkspace::make_thread(setup.api);
    EXPECT_THAT(
        setup.api.get("/threads/" + other + "/runs/" + made.value("run_id", "") + "/stream"),
        HasStatus(404));
}

TEST(Runs, AreRemovedByAResetOfTheirWorkspace) {
    const RunWorkspace setup;
    (void)setup.run({{"assistant_id", "steps"}});
    (void)setup.mock.control().post("/workspaces/" + setup.workspace.value("id", "") + "/reset",
                                    Json::object());
    EXPECT_THAT(setup.run({{"assistant_id", "steps"}}), HasStatus(404));
    const std::string fresh = RunWorkspace::make_thread(setup.api);
    EXPECT_EQ(events_of(setup.run({{"assistant_id", "steps"}}, fresh).text).back().data["total"],
              3);
}

}  // namespace
}  // namespace plumbline::mock
