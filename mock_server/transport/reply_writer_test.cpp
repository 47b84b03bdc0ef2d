#include "mock_server/transport/reply_writer.hpp"

#include "mock_server/transport/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

std::shared_ptr<const std::string> text(std::string value) {
    return std::make_shared<const std::string>(std::move(value));
}

std::string written(const Reply& reply, const Framing& framing = {}) {
    Output output;
    SocketPair sockets;
    write_reply(reply, framing, output);
    EXPECT_EQ(output.flush(sockets.ours()), Output::State::kDone);
    return sockets.received();
}

TEST(ReplyWriter, FramesJsonByItsLength) {
    EXPECT_EQ(written(JsonReply{200, {{"X-One", "1"}}, text("{}")}),
              "HTTP/1.1 200 OK\r\nX-One: 1\r\nContent-Type: application/json\r\n"
              "Content-Length: 2\r\n\r\n{}");
}

TEST(ReplyWriter, KeepsAContentTypeThatIsThere) {
    EXPECT_EQ(written(JsonReply{400, {{"content-type", "application/problem+json"}}, text("1")}),
              "HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\n"
              "Content-Length: 1\r\n\r\n1");
}

TEST(ReplyWriter, TakesAMissingBodyForAnEmptyOne) {
    EXPECT_EQ(written(JsonReply{200, {{"Content-Type", "a/b"}}, nullptr}),
              "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 0\r\n\r\n");
}

TEST(ReplyWriter, KeepsDuplicateFieldsInOrder) {
    EXPECT_EQ(written(EmptyReply{200, {{"Allow", "GET"}, {"Allow", "PUT"}}}),
              "HTTP/1.1 200 OK\r\nAllow: GET\r\nAllow: PUT\r\nContent-Length: 0\r\n\r\n");
}

TEST(ReplyWriter, LeavesOutTheLengthWhereThereIsNoBodyByDefinition) {
    EXPECT_EQ(written(EmptyReply{204, {}}), "HTTP/1.1 204 No Content\r\n\r\n");
    EXPECT_EQ(written(EmptyReply{304, {}}), "HTTP/1.1 304 Not Modified\r\n\r\n");
    EXPECT_EQ(written(JsonReply{204, {}, text("ignored")}), "HTTP/1.1 204 No Content\r\n\r\n");
}

TEST(ReplyWriter, AnswersHeadWithTheFieldsOfTheBodyAndNoBody) {
    EXPECT_EQ(written(JsonReply{200, {}, text("{}")}, {.is_head = true}),
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n");
}

TEST(ReplyWriter, SaysWhenTheConnectionEnds) {
    EXPECT_EQ(written(EmptyReply{204, {}}, {.keep_alive = false}),
              "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
}

TEST(ReplyWriter, TellsAnOldClientThatTheConnectionStays) {
    EXPECT_EQ(written(EmptyReply{204, {}}, {.minor_version = 0}),
              "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n");
}

TEST(ReplyWriter, DropsFramingFieldsOfTheReply) {
    const http::Headers headers{{"content-length", "9"},
                                {"Transfer-Encoding", "chunked"},
                                {"CONNECTION", "close"},
                                {"Keep-Alive", "5"}};
    EXPECT_EQ(written(EmptyReply{200, headers}), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
}

TEST(ReplyWriter, KeepsValuesFromForgingFields) {
    EXPECT_EQ(written(EmptyReply{204, {{"Location", std::string("/a\r\nX: 1\0", 9)}}}),
              "HTTP/1.1 204 No Content\r\nLocation: /a  X: 1 \r\n\r\n");
}

TEST(ReplyWriter, WritesAnUnknownStatusWithoutAPhrase) {
    EXPECT_EQ(written(EmptyReply{299, {}}), "HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n");
}

TEST(ErrorReply, IsJsonWithADetail) {
    EXPECT_EQ(*std::get<JsonReply>(error_reply(400, "a \"b\" \n\xFF")).body,
              "{\"detail\":\"a \\\"b\\\" \\n\xEF\xBF\xBD\"}");
    EXPECT_EQ(std::get<JsonReply>(error_reply(413, "x")).status, 413);
}

}  // namespace
}  // namespace plumbline::mock
