#include "mock_server/transport/server_connection.hpp"

#include "mock_server/transport/response_writer.hpp"
#include "mock_server/transport/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

SteadyTime at(int seconds_later) {
    return SteadyTime{} + seconds(1'000 + seconds_later);
}

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string kLastGet = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const std::string kPostHead = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";
const std::string kNoContent = "HTTP/1.1 204 No Content\r\n\r\n";

/// A connection whose handler counts its calls and returns `response`.
class ServerConnectionTest : public ::testing::Test {
  protected:
    void take(std::string_view bytes, int seconds_later = 0) {
        connection.on_input(bytes, at(seconds_later));
        connection.send_responses(at(seconds_later));
    }
    std::string input(std::string_view bytes, int seconds_later = 0) {
        take(bytes, seconds_later);
        return sockets.received();
    }
    [[nodiscard]] seconds due() const {
        return std::chrono::duration_cast<seconds>(connection.deadline() - at(0));
    }
    void respond_with_megabytes() {
        response = EngineResponse{200, {}, std::make_shared<const std::string>(5'000'000, 'x')};
    }

    ServerOptions options{.head_deadline = seconds(10),
                          .body_deadline = seconds(30),
                          .idle_deadline = seconds(60),
                          .write_deadline = seconds(40),
                          .linger = seconds(1)};
    EngineResponse response = EngineResponse{};
    int handled = 0;
    RequestHandler handler = [this](const http::Request&) {
        ++handled;
        return response;
    };
    SocketPair sockets;
    ServerConnection connection{sockets.ours(), options, handler, at(0)};
};

TEST_F(ServerConnectionTest, RespondsAndStaysOpen) {
    EXPECT_EQ(input(kGet), kNoContent);
    EXPECT_EQ(input(kGet), kNoContent);
    EXPECT_FALSE(sockets.has_ended());
}

TEST_F(ServerConnectionTest, KeepsItsResponsesUntilSendResponses) {
    connection.on_input(kGet, at(0));
    connection.on_input(kGet, at(0));
    EXPECT_TRUE(connection.has_responses());
    EXPECT_EQ(sockets.received(), "");
    connection.send_responses(at(0));
    EXPECT_EQ(sockets.received(), kNoContent + kNoContent);
    EXPECT_FALSE(connection.has_responses());
}

TEST_F(ServerConnectionTest, RespondsToPipelinedRequestsInOrder) {
    EXPECT_EQ(input(kGet + kGet + kGet), kNoContent + kNoContent + kNoContent);
    EXPECT_EQ(handled, 3);
}

TEST_F(ServerConnectionTest, ShutsDownItsSideAfterTheLastResponse) {
    EXPECT_EQ(input(kLastGet + kGet), "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    EXPECT_TRUE(sockets.has_ended());
    EXPECT_EQ(handled, 1);
}

TEST_F(ServerConnectionTest, DropsInputWhileItLingers) {
    input(kLastGet);
    EXPECT_EQ(input(kGet), "");
    EXPECT_FALSE(sockets.is_input_shut());
    EXPECT_EQ(handled, 1);
}

TEST_F(ServerConnectionTest, ClosesAfterLingering) {
    input(kLastGet, 5);
    EXPECT_EQ(due(), seconds(6));
    connection.on_deadline(at(6));
    EXPECT_TRUE(sockets.is_input_shut());
}

TEST_F(ServerConnectionTest, RefusesAndCloses) {
    const std::string refusal = input("GARBAGE\r\n\r\n");
    EXPECT_THAT(refusal, StartsWith("HTTP/1.1 400 Bad Request\r\n"));
    EXPECT_THAT(refusal, HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(refusal, HasSubstr("{\"detail\":\"the request is malformed"));
    EXPECT_TRUE(sockets.has_ended());
    EXPECT_EQ(handled, 0);
}

TEST_F(ServerConnectionTest, RespondsToRequestsBeforeARefusal) {
    EXPECT_THAT(input(kGet + "GARBAGE\r\n\r\n"), StartsWith(kNoContent + "HTTP/1.1 400"));
}

TEST_F(ServerConnectionTest, RefusesAHeadRequestWithoutABody) {
    EXPECT_THAT(input("HEAD / HTTP/1.1\r\n\r\n"), EndsWith("\r\n\r\n"));
}

TEST_F(ServerConnectionTest, SendsContinueBeforeTheBody) {
    EXPECT_EQ(input("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
                    "Expect: 100-continue\r\n\r\n"),
              "HTTP/1.1 100 Continue\r\n\r\n");
    EXPECT_EQ(handled, 0);
    EXPECT_EQ(input("ab"), kNoContent);
}

TEST_F(ServerConnectionTest, RespondsWith500IfTheHandlerFails) {
    handler = [](const http::Request&) -> EngineResponse { throw 42; };
    EXPECT_THAT(input(kGet), StartsWith("HTTP/1.1 500 Internal Server Error\r\n"));
    handler = [](const http::Request&) -> EngineResponse {
        throw std::runtime_error("broken \"pipe\"");
    };
    EXPECT_THAT(input(kGet), EndsWith("{\"detail\":\"the handler failed: broken \\\"pipe\\\"\"}"));
}

TEST_F(ServerConnectionTest, StartsTheIdleDeadlineAtTheLastResponse) {
    EXPECT_EQ(due(), seconds(60));
    input(kGet, 7);
    EXPECT_EQ(due(), seconds(67));
}

TEST_F(ServerConnectionTest, ClosesAnIdleConnectionSilently) {
    connection.on_deadline(at(60));
    EXPECT_EQ(sockets.received(), "");
    EXPECT_TRUE(sockets.has_ended());
}

TEST_F(ServerConnectionTest, StartsTheHeadDeadlineAtTheFirstByte) {
    input("G", 5);
    EXPECT_EQ(due(), seconds(15));
    input("ET / HTTP/1.1\r\n", 9);
    EXPECT_EQ(due(), seconds(15));
}

TEST_F(ServerConnectionTest, RestartsTheHeadDeadlineForTheNextRequest) {
    input("GET / HT", 5);
    input(std::string("TP/1.1\r\nHost: a\r\n\r\n") + "GET", 8);
    EXPECT_EQ(due(), seconds(18));
}

TEST_F(ServerConnectionTest, RespondsToALateHeadWith408) {
    input("GET", 5);
    connection.on_deadline(at(15));
    EXPECT_THAT(sockets.received(), StartsWith("HTTP/1.1 408 Request Timeout\r\n"));
    EXPECT_TRUE(sockets.has_ended());
}

TEST_F(ServerConnectionTest, StartsTheBodyDeadlineAtTheEndOfTheHead) {
    input(kPostHead, 5);
    EXPECT_EQ(due(), seconds(35));
    input("a", 20);
    EXPECT_EQ(due(), seconds(35));
    connection.on_deadline(at(35));
    EXPECT_THAT(sockets.received(), HasSubstr("body did not arrive in time"));
}

TEST_F(ServerConnectionTest, WaitsForASlowReaderAndContinues) {
    respond_with_megabytes();
    std::string all = input(kGet + kGet);
    EXPECT_TRUE(connection.has_output());
    EXPECT_EQ(handled, 1);
    while (connection.has_output()) {
        connection.on_writable(at(1));
        all += sockets.received();
    }
    EXPECT_EQ(handled, 2);
    EXPECT_THAT(all, EndsWith(std::string(5'000'000, 'x')));
    EXPECT_GT(all.size(), 10'000'000U);
}

TEST_F(ServerConnectionTest, PostponesTheWriteDeadlineOnlyOnProgress) {
    respond_with_megabytes();
    take(kGet);
    EXPECT_EQ(due(), seconds(40));
    connection.on_writable(at(10));
    EXPECT_EQ(due(), seconds(40));
    EXPECT_NE(sockets.received(), "");
    connection.on_writable(at(20));
    EXPECT_EQ(due(), seconds(60));
    connection.on_deadline(at(60));
    EXPECT_TRUE(sockets.is_input_shut());
}

TEST_F(ServerConnectionTest, ClosesOnTooMuchInputDuringASlowResponse) {
    respond_with_megabytes();
    take(kGet);
    take(std::string(64 * 1024, 'x'));
    EXPECT_FALSE(sockets.is_input_shut());
    take("x");
    EXPECT_TRUE(sockets.is_input_shut());
}

TEST_F(ServerConnectionTest, FinishesImmediatelyWhenIdle) {
    connection.finish(at(0));
    EXPECT_EQ(sockets.received(), "");
    EXPECT_TRUE(sockets.has_ended());
}

TEST_F(ServerConnectionTest, FinishesAfterTheCurrentRequest) {
    input(kPostHead);
    connection.finish(at(0));
    EXPECT_EQ(input("body"), "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    EXPECT_TRUE(sockets.has_ended());
}

TEST_F(ServerConnectionTest, FinishesAfterTheCurrentResponse) {
    respond_with_megabytes();
    std::string all = input(kGet + kGet);
    connection.finish(at(0));
    while (connection.has_output()) {
        connection.on_writable(at(1));
        all += sockets.received();
    }
    sockets.received();
    EXPECT_TRUE(sockets.has_ended());
    EXPECT_EQ(handled, 1);
}

TEST_F(ServerConnectionTest, RejectsWithTheReason) {
    connection.reject("too full", at(0));
    const std::string all = sockets.received();
    EXPECT_THAT(all, StartsWith("HTTP/1.1 503 Service Unavailable\r\n"));
    EXPECT_THAT(all, EndsWith("{\"detail\":\"too full\"}"));
    EXPECT_TRUE(sockets.has_ended());
}

TEST_F(ServerConnectionTest, ClosesWhenThePeerHasClosed) {
    sockets.close_peer();
    take(kGet);
    EXPECT_EQ(connection.deadline(), SteadyTime::max());
    EXPECT_FALSE(connection.has_output());
}

}  // namespace
}  // namespace plumbline::mock
