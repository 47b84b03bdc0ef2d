#include "conformance/client/content_coding.hpp"

#include "conformance/client/client_fixture.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <array>
#include <charconv>

namespace plumbline::client {
namespace {

using testing::AllOf;
using testing::Field;
using testing::HasSubstr;
using testing::Optional;

std::string bytes_of(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(hex_value(hex[i]) * 16 + hex_value(hex[i + 1]));
    return bytes;
}

constexpr std::string_view kPlain = R"({"a":1})";
const std::string kGzip = bytes_of("1f8b0800000000000203ab564a54b232ac0500afac1b5607000000");
const std::string kZlib = bytes_of("789cab564a54b232ac0500082a0209");
const std::string kRawDeflate = bytes_of("ab564a54b232ac0500");
/// `{"a":1}` in gzip, twice.
const std::string kTwiceGzip = bytes_of(
    "1f8b080000000000020393efe660000126e6d5615e219b8cd6b032ac5f231dc60e1402007bad05a81b000000");
/// 2000 times the letter a.
const std::string kLarge =
    bytes_of("1f8b08000000000002034b4c1c05a360148c8251300a46c1500700393e13a8d0070000");
constexpr std::size_t kMax = 1'000;

TEST(DecodeContent, UndoesEachCoding) {
    for (const auto& [coding, bytes] : {std::pair("gzip", kGzip),
                                        std::pair("X-GZIP", kGzip),
                                        std::pair("deflate", kZlib),
                                        std::pair("deflate", kRawDeflate),
                                        std::pair("gzip, gzip", kTwiceGzip),
                                        std::pair("deflate, identity", kZlib),
                                        std::pair(" ,", std::string(kPlain))}) {
        const auto decoded = decode_content(coding, bytes, kMax);
        ASSERT_THAT(decoded, IsOk()) << coding;
        EXPECT_EQ(*decoded, kPlain) << coding;
    }
}

TEST(DecodeContent, JoinsTheMembersOfGzip) {
    EXPECT_EQ(*decode_content("gzip", kGzip + kGzip, kMax),
              std::string(kPlain) + std::string(kPlain));
}

TEST(DecodeContent, RefusesBytesThatAreNotInTheCoding) {
    for (std::size_t length = 0; length < kGzip.size(); ++length)
        EXPECT_THAT(decode_content("gzip", kGzip.substr(0, length), kMax),
                    IsErrorCode(ErrorCode::kSyntax))
            << length;
    for (const auto& [coding, bytes] : {std::pair("gzip", std::string(kPlain)),
                                        std::pair("gzip", kGzip + "x"),
                                        std::pair("deflate", kZlib + "x"),
                                        std::pair("deflate", std::string(kPlain)),
                                        std::pair("gzip", kZlib),
                                        std::pair("gzip, gzip", kGzip)})
        EXPECT_THAT(decode_content(coding, bytes, kMax), IsErrorCode(ErrorCode::kSyntax)) << coding;
}

TEST(DecodeContent, RefusesOtherCodings) {
    for (const char* coding : {"br", "gzip, br", "gzip,gzip,gzip,gzip,gzip,gzip"})
        EXPECT_THAT(decode_content(coding, kGzip, kMax), IsErrorCode(ErrorCode::kUnsupported))
            << coding;
}

TEST(DecodeContent, IsLimited) {
    EXPECT_THAT(decode_content("gzip", kLarge, 2'000), IsOk());
    EXPECT_THAT(decode_content("gzip", kLarge, 1'999), IsErrorCode(ErrorCode::kLimit));
}

std::string coded_response(const std::string& coding, const std::string& bytes) {
    return "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding +
           "\r\nContent-Length: " + std::to_string(bytes.size()) + "\r\n\r\n" + bytes;
}

TEST_F(ClientTest, UndoesContentCodings) {
    CannedServer server({{{coded_response("gzip", kGzip)}}});
    const Exchange exchange = get(server);
    EXPECT_THAT(exchange, RespondsWith(200, kPlain));
    EXPECT_EQ(*exchange.response->headers.find("Content-Encoding"), "gzip");
    EXPECT_FALSE(exchange.coding_error);
}

TEST_F(ClientTest, KeepsABodyWhoseCodingCannotBeUndone) {
    CannedServer server({{{coded_response("gzip", "plain")}}});
    const Exchange exchange = get(server);
    EXPECT_THAT(exchange, RespondsWith(200, "plain"));
    EXPECT_THAT(exchange.coding_error,
                Optional(Field(&Error::message, HasSubstr("Content-Encoding gzip: "))));
}

TEST_F(ClientTest, CountsTheDecodedBodyAgainstItsLimit) {
    CannedServer server({{{coded_response("gzip", kLarge)}}});
    EXPECT_THAT(get(server), FailsAs(ErrorCode::kLimit, "more than 1000 bytes when decoded"));
}

TEST_F(ClientTest, KeepsTheCodingsThatTheCallAsksFor) {
    CannedServer server({{{kOk}}});
    perform({.url = server.url(), .request = request("GET", {{"accept-encoding", "br"}})});
    EXPECT_THAT(
        server.requests().front(),
        AllOf(HasSubstr("accept-encoding: br\r\n"), testing::Not(HasSubstr("Accept-Encoding"))));
}

}  // namespace
}  // namespace plumbline::client
