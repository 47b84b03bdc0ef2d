// Requests that the parser refuses, for every split of the bytes.

#include "mock_server/transport/request_parser.hpp"
#include "mock_server/transport/request_parser_fixture.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace plumbline::mock {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Field;
using ::testing::SizeIs;
using namespace std::string_literals;

const std::string kHostLine = "Host: a\r\n";
const std::string kPostStart = "POST / HTTP/1.1\r\n" + kHostLine;
const std::string kChunkedPost = kPostStart + "Transfer-Encoding: chunked\r\n\r\n";
/// Follows a body whose length the parser must refuse; it must never be parsed as a request.
const std::string kSmuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

struct RefusalCase {
    std::string name;
    std::string text;
    int status = 400;
};

std::string name_of(const ::testing::TestParamInfo<RefusalCase>& tested) {
    return tested.param.name;
}

class RefusedRequest : public ::testing::TestWithParam<RefusalCase> {};

TEST_P(RefusedRequest, IsRefusedForEverySplit) {
    EXPECT_THAT(outcomes(GetParam().text), Each(refused_with(GetParam().status)));
}

RefusalCase line(std::string name, std::string line, int status = 400) {
    return {std::move(name), std::move(line) + "\r\n" + kHostLine + "\r\n", status};
}

INSTANTIATE_TEST_SUITE_P(RequestLines,
                         RefusedRequest,
                         ::testing::Values(line("Garbage", "GARBAGE"),
                                           line("NoVersion", "GET /"),
                                           line("TwoBlanks", "GET  / HTTP/1.1"),
                                           line("BlankInTarget", "GET /a b HTTP/1.1"),
                                           line("BlankAtTheEnd", "GET / HTTP/1.1 "),
                                           line("LowerCaseVersion", "GET / http/1.1"),
                                           line("ControlInTarget", "GET /\x01 HTTP/1.1"),
                                           line("NulInTarget", "GET /\0 HTTP/1.1"s),
                                           line("ThirdBlankLine", "\r\n\r\n\r\nGET / HTTP/1.1"),
                                           line("LongVersion", "GET / HTTP/1.10"),
                                           line("WordVersion", "GET / HTTP/x.y"),
                                           line("Http2", "GET / HTTP/2.0", 505),
                                           line("Http12", "GET / HTTP/1.2", 505),
                                           line("Http09", "GET / HTTP/0.9", 505),
                                           line("Preface", "PRI * HTTP/2.0", 505),
                                           RefusalCase{"BareLineFeed",
                                                       "GET / HTTP/1.1\nHost: a\r\n\r\n"}),
                         name_of);

RefusalCase fields(std::string name, std::string fields, int status = 400) {
    return {std::move(name), kPostStart + std::move(fields) + "\r\n\r\n" + kSmuggled, status};
}

INSTANTIATE_TEST_SUITE_P(
    Fields,
    RefusedRequest,
    ::testing::Values(fields("NoColon", "Foo"),
                      fields("BlankBeforeColon", "Foo : 1"),
                      fields("EmptyName", ": 1"),
                      fields("NulInValue", "Foo: \0"s),
                      fields("SecondHost", "Host: b"),
                      fields("UnknownExpectation", "Expect: tea", 417),
                      RefusalCase{"BareLineFeeds", "GET / HTTP/1.1\nHost: a\n\n"},
                      RefusalCase{"NoHost", "GET / HTTP/1.1\r\n\r\n"},
                      RefusalCase{"BadTarget", "GET * HTTP/1.1\r\n" + kHostLine + "\r\n"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Lengths,
    RefusedRequest,
    ::testing::Values(fields("Word", "Content-Length: abc"),
                      fields("Negative", "Content-Length: -1"),
                      fields("Signed", "Content-Length: +5"),
                      fields("NoNumber", "Content-Length: "),
                      fields("Hexadecimal", "Content-Length: 0x10"),
                      fields("Beyond64Bit", "Content-Length: 99999999999999999999999"),
                      fields("Huge", "Content-Length: 99999999999999", 413),
                      fields("Differing", "Content-Length: 5\r\nContent-Length: 6"),
                      fields("DifferingInOne", "Content-Length: 5, 6"),
                      fields("ThenChunked", "Content-Length: 5\r\nTransfer-Encoding: chunked"),
                      fields("AfterChunked", "Transfer-Encoding: chunked\r\nContent-Length: 5")),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Codings,
    RefusedRequest,
    ::testing::Values(
        fields("Gzip", "Transfer-Encoding: gzip", 501),
        fields("XChunked", "Transfer-Encoding: xchunked", 501),
        fields("ChunkedTwice", "Transfer-Encoding: chunked, chunked", 501),
        fields("GzipChunked", "Transfer-Encoding: gzip, chunked", 501),
        fields("TwoFields", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
        RefusalCase{"OldVersion",
                    "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"}),
    name_of);

RefusalCase chunks(std::string name, std::string body, int status = 400) {
    return {std::move(name), kChunkedPost + std::move(body) + kSmuggled, status};
}

INSTANTIATE_TEST_SUITE_P(
    Chunks,
    RefusedRequest,
    ::testing::Values(chunks("NegativeSize", "-5\r\nhello\r\n0\r\n\r\n"),
                      chunks("NoSize", "\r\nhello\r\n0\r\n\r\n"),
                      chunks("SizeBeyond64Bit", "fffffffffffffffff\r\n"),
                      chunks("SizeWithPrefix", "0x5\r\nhello\r\n0\r\n\r\n"),
                      chunks("SizeWithBlank", "5 \r\nhello\r\n0\r\n\r\n"),
                      chunks("NoLineEndAfterData", "5\r\nhelloX0\r\n\r\n"),
                      chunks("BadExtension", "5;=\r\nhello\r\n0\r\n\r\n"),
                      chunks("LargeSize", "7fffffff\r\n", 413),
                      chunks("LengthInTrailer", "0\r\nContent-Length: 5\r\n\r\n"),
                      chunks("LongExtension", "5;" + std::string(100'000, 'x') + "\r\nhello\r\n"),
                      chunks("LongTrailer", "0\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n")),
    name_of);

const ServerOptions kTight{
    .max_body = 10, .max_request_line = 100, .max_head = 400, .max_fields = 5};

std::string get_of_size(std::size_t line_size, std::string_view rest_of_head) {
    const std::string frame = "GET / HTTP/1.1\r\n";
    return "GET /" + std::string(line_size - frame.size(), 'x') + " HTTP/1.1\r\n" + kHostLine +
           std::string(rest_of_head) + "\r\n";
}

std::string field_of_size(std::size_t size) {
    return "X: " + std::string(size - std::string_view("X: \r\n").size(), 'x') + "\r\n";
}

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

TEST(RequestParser, RefusesAContinuedField) {
    for (const char* next : {" b", "\tb", " "}) {
        const std::string text =
            "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n" + std::string(next) + "\r\nYY: 2\r\n\r\n";
        EXPECT_THAT(outcomes(text), Each(refused_with(400))) << next;
    }
}

class RequestLimit : public ::testing::TestWithParam<RefusalCase> {};

TEST_P(RequestLimit, IsExactForEverySplit) {
    const std::size_t requests = GetParam().status == 0 ? 1 : 0;
    EXPECT_THAT(outcomes(GetParam().text, kTight),
                Each(AllOf(Field("refused", &ParseOutcome::refused, GetParam().status),
                           Field("requests", &ParseOutcome::requests, SizeIs(requests)))));
}

INSTANTIATE_TEST_SUITE_P(
    Sizes,
    RequestLimit,
    ::testing::Values(
        RefusalCase{"LongestLine", get_of_size(100, ""), 0},
        RefusalCase{"LineTooLong", get_of_size(101, ""), 414},
        RefusalCase{"EndlessLine", "GET /" + std::string(1000, 'x'), 414},
        RefusalCase{
            "LargestHead", get_of_size(50, field_of_size(400 - 50 - kHostLine.size() - 2)), 0},
        RefusalCase{
            "HeadTooLarge", get_of_size(50, field_of_size(401 - 50 - kHostLine.size() - 2)), 431},
        RefusalCase{"HeadTooLargeInManyFields",
                    get_of_size(50, field_of_size(300) + field_of_size(100)),
                    431},
        RefusalCase{"EndlessHead", "GET / HTTP/1.1\r\nHost: " + std::string(1000, 'x'), 431},
        RefusalCase{"MostFields", get_of_size(50, repeated("A: 1\r\n", 4)), 0},
        RefusalCase{"TooManyFields", get_of_size(50, repeated("A: 1\r\n", 5)), 431},
        RefusalCase{"LargestBody", kPostStart + "Content-Length: 10\r\n\r\n0123456789", 0},
        RefusalCase{"BodyTooLarge", kPostStart + "Content-Length: 11\r\n\r\n01234567890", 413},
        RefusalCase{"LargestChunks", kChunkedPost + "6\r\n012345\r\n4\r\n6789\r\n0\r\n\r\n", 0},
        RefusalCase{
            "ChunksTooLarge", kChunkedPost + "6\r\n012345\r\n5\r\n6789a\r\n0\r\n\r\n", 413}),
    name_of);

/// Changes, drops or duplicates a few bytes of a request.
std::string mutated(std::string text, std::mt19937& random) {
    static constexpr std::string_view kBytes = "\r\n :;,0159afx\t\x01\xC3/";
    for (std::size_t i = 1 + random() % 3; i > 0 && !text.empty(); --i) {
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
            case 0:
                text[at] = kBytes[random() % kBytes.size()];
                break;
            case 1:
                text.erase(at, 1 + random() % 3);
                break;
            default:
                text.insert(at, text.substr(at, 1 + random() % 4));
                break;
        }
    }
    return text;
}

/// Returns the mutants whose requests depend on the split: there must be none.
std::vector<std::string> split_dependent_mutants(const std::string& seed, int count) {
    std::mt19937 random(20'240'601);
    std::vector<std::string> found;
    for (int i = 0; i < count; ++i) {
        const std::string text = mutated(seed, random);
        const auto all = outcomes(text);
        const bool is_same = std::all_of(all.begin(), all.end(), [&](const ParseOutcome& outcome) {
            return outcome.requests == all.front().requests;
        });
        if (!is_same) found.push_back(text);
    }
    return found;
}

TEST(RequestParser, ParsesMutatedRequestsIndependentlyOfTheSplit) {
    const std::string with_length = kPostStart + "Content-Length: 5\r\nX: 1\r\n\r\nhello";
    EXPECT_THAT(split_dependent_mutants(with_length + kSmuggled, 400), SizeIs(0));
    const std::string chunked = kChunkedPost + "5;a=b\r\nhello\r\n0\r\nT: 1\r\n\r\n";
    EXPECT_THAT(split_dependent_mutants(chunked + kSmuggled, 400), SizeIs(0));
}

}  // namespace
}  // namespace plumbline::mock
