#include "benchmarks/load/app/load_preparation.hpp"

#include "conformance/client/scripted_server_fixture.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using client::ScriptedServer;

DriveCommand closed(std::uint64_t streams, std::uint64_t turns = 0, int repetitions = 1) {
    DriveCommand command;
    command.streams = streams;
    command.load.turns = turns;
    command.repetitions = repetitions;
    return command;
}

TEST(ThreadsPerLevel, AreThoseOfTheUsers) {
    EXPECT_EQ(threads_per_level(closed(5)), 5U);
    EXPECT_EQ(threads_per_level(closed(10'000)), 10'000U);
    EXPECT_EQ(threads_per_level(closed(5, 2)), 40U) << "eight conversations";
    EXPECT_EQ(threads_per_level(closed(300, 2)), 900U);
    EXPECT_EQ(threads_per_level(closed(2'000, 2)), 2'000U);
    EXPECT_EQ(threads_per_level(closed(50, 2, 10)), 100U);
    EXPECT_THAT(threads_per_level(closed(10'001)),
                FailsWith("--thread: found --streams 10001 and 1 repetitions"));
    EXPECT_THAT(threads_per_level(closed(2'001, 0, 5)), FailsWith("at most 10000 threads"));
}

TEST(ThreadsPerLevel, AreThoseOfTheRequestsInFlight) {
    DriveCommand command;
    command.rate = 10;
    command.load.max_in_flight = 400;
    EXPECT_EQ(threads_per_level(command), 400U);
    command.load.max_in_flight = 20'000;
    EXPECT_THAT(threads_per_level(command), FailsWith("found --max-in-flight 20000"));
}

/// Returns the outcome of a request to create a thread, by a response of this status and body.
Result<std::string> created_by(const std::string& status, const std::string& body) {
    const std::string response = "HTTP/1.1 " + status +
                                 "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                                 body;
    const ScriptedServer server(std::vector<ScriptedServer::ServerScript>{
        {"POST /threads", {{response}}, ScriptedServer::AfterScript::kClose}});
    const http::Url base = *http::parse_url(server.origin());
    LoadPreparation preparation({}, base, {{"X-Api-Key", "secret-key-1"}});
    return preparation.create("/threads", "{}", "thread_id");
}

TEST(LoadPreparation, ReturnsTheIdOfASuccess) {
    EXPECT_EQ(created_by("201 Created", R"({"thread_id": "t-1"})"), "t-1");
}

TEST(LoadPreparation, FailsForAnotherStatusWithAHintForIt) {
    const auto failed = created_by("500 Broken", R"({"thread_id": "t-1", "key": "secret-key-1"})");
    EXPECT_THAT(failed, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(failed,
                FailsWith("POST /threads, which prepares the load: found status 500, expected 2xx; "
                          "the body of the response is \"{\\\"thread_id\\\": \\\"t-1\\\""));
    EXPECT_THAT(failed, FailsWith("log of the target"));
    EXPECT_THAT(to_text(failed.error()), testing::Not(testing::HasSubstr("secret-key-1")));
    EXPECT_THAT(created_by("401 No", "no"), FailsWith("check the credentials"));
    EXPECT_THAT(created_by("403 No", "no"), FailsWith("check the credentials"));
    EXPECT_THAT(created_by("404 No", "no"), FailsWith("omit --thread and --join"));
}

TEST(LoadPreparation, FailsWithoutAnId) {
    EXPECT_THAT(created_by("200 OK", R"({"id": 1})"),
                FailsWith("found status 200, expected a body with the member thread_id"));
}

}  // namespace
}  // namespace plumbline::load
