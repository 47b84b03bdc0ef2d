#include "mock_server/transport/response_writer.hpp"

#include "mock_server/transport/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

std::shared_ptr<const std::string> text(std::string value) {
    return std::make_shared<const std::string>(std::move(value));
}

std::string written(const EngineResponse& response, const ResponseFraming& framing = {}) {
    SendQueue output;
    SocketPair sockets;
    write_response(response, framing, output);
    EXPECT_EQ(output.flush(sockets.ours()), SendQueue::SendState::kDone);
    return sockets.received();
}

TEST(ResponseWriter, FramesJsonByItsLength) {
    EXPECT_EQ(written(EngineResponse{200, {{"X-One", "1"}}, text("{}")}),
              "HTTP/1.1 200 OK\r\nX-One: 1\r\nContent-Type: application/json\r\n"
              "Content-Length: 2\r\n\r\n{}");
}

TEST(ResponseWriter, KeepsAnExistingContentType) {
    EXPECT_EQ(
        written(EngineResponse{400, {{"content-type", "application/problem+json"}}, text("1")}),
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\n"
        "Content-Length: 1\r\n\r\n1");
}

TEST(ResponseWriter, TreatsAMissingBodyAsEmpty) {
    EXPECT_EQ(written(EngineResponse{200, {{"Content-Type", "a/b"}}, nullptr}),
              "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 0\r\n\r\n");
}

TEST(ResponseWriter, LetsAFaultAnnounceABodyThatIsNotSent) {
    EXPECT_EQ(written(EngineResponse{204, {{"Content-Length", "12"}}, nullptr}),
              "HTTP/1.1 204 No Content\r\nContent-Length: 12\r\n\r\n");
    EXPECT_EQ(written(EngineResponse{204, {{"Transfer-Encoding", "chunked"}}, nullptr}),
              "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n");
}

TEST(ResponseWriter, KeepsDuplicateFieldsInOrder) {
    EXPECT_EQ(written(EngineResponse{200, {{"Allow", "GET"}, {"Allow", "PUT"}}}),
              "HTTP/1.1 200 OK\r\nAllow: GET\r\nAllow: PUT\r\nContent-Length: 0\r\n\r\n");
}

TEST(ResponseWriter, OmitsTheLengthForStatusesWithoutABody) {
    EXPECT_EQ(written(EngineResponse{204, {}}), "HTTP/1.1 204 No Content\r\n\r\n");
    EXPECT_EQ(written(EngineResponse{304, {}}), "HTTP/1.1 304 Not Modified\r\n\r\n");
    EXPECT_EQ(written(EngineResponse{204, {}, text("ignored")}), "HTTP/1.1 204 No Content\r\n\r\n");
}

TEST(ResponseWriter, WritesTheBodyFieldsButNoBodyForHead) {
    EXPECT_EQ(written(EngineResponse{200, {}, text("{}")}, {.is_head_request = true}),
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n");
}

TEST(ResponseWriter, AnnouncesThatTheConnectionCloses) {
    EXPECT_EQ(written(EngineResponse{204, {}}, {.keep_alive = false}),
              "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
}

TEST(ResponseWriter, AnnouncesKeepAliveToAnHttp10Client) {
    EXPECT_EQ(written(EngineResponse{204, {}}, {.minor_version = 0}),
              "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n");
}

TEST(ResponseWriter, DropsFramingFieldsOfTheResponse) {
    const http::Headers headers{{"content-length", "9"},
                                {"Transfer-Encoding", "chunked"},
                                {"CONNECTION", "close"},
                                {"Keep-Alive", "5"}};
    EXPECT_EQ(written(EngineResponse{200, headers}),
              "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
}

TEST(ResponseWriter, PreventsFieldInjection) {
    EXPECT_EQ(written(EngineResponse{204, {{"Location", std::string("/a\r\nX: 1\0", 9)}}}),
              "HTTP/1.1 204 No Content\r\nLocation: /a  X: 1 \r\n\r\n");
}

TEST(ResponseWriter, WritesAnUnknownStatusWithoutAPhrase) {
    EXPECT_EQ(written(EngineResponse{299, {}}), "HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n");
}

TEST(ResponseWriter, WritesTheBytesOfAFault) {
    EngineResponse response{200, {{"A", "1"}}, text("[10,11,12,13]")};
    response.raw = "{status_line}{fields}Content-Length: +{size}\n\r\n{hex} {body}{body}";
    EXPECT_EQ(written(response),
              "HTTP/1.1 200 OK\r\nA: 1\r\nContent-Type: application/json\r\n"
              "Content-Length: +13\n\r\nd [10,11,12,13][10,11,12,13]");
    EXPECT_EQ(written(response, {.is_head_request = true}).find('+'), std::string::npos);
}

}  // namespace
}  // namespace plumbline::mock
