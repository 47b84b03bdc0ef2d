// Streams that the contract does not describe: only HTTP and the format of event streams count.

#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using namespace std::string_literals;

using client::StreamEnd;
using testing::ElementsAre;
using testing::IsEmpty;

struct OtherCase {
    const char* name;
    StreamCase play;
    std::uint64_t events;  ///< that are received
    const char* code = nullptr;
};

void PrintTo(const OtherCase& one, std::ostream* out) {
    *out << one.name;
}

std::string case_name(const testing::TestParamInfo<OtherCase>& one) {
    return one.param.name;
}

StreamCheckOutput check_other(StreamCase play) {
    play.operation = "streamOther";
    return check_stream(play);
}

const std::string kOne = "data: 1\n\n";
const std::string kChunked = "Transfer-Encoding: chunked\r\n";
const std::string kGzipHead = head_with(kType + kChunked + "Content-Encoding: gzip\r\n");
/// kOne in gzip.
const std::string kGzip =
    "\x1f\x8b\x08\0\0\0\0\0\x02\x03\x4b\x49\x2c\x49\xb4\x52\x30\xe4\xe2\x02\0\xce\xcd\x78\x54\x09\0\0\0"s;

TEST(OtherStream, ReportsWhatFollowsManyIrregularities) {
    std::string ignored;
    for (int i = 0; i < 500; ++i) ignored += "\n\nevent: ping\n\nretry: 5\n\n";
    for (const std::size_t piece : {7U, 65'536U}) {
        const StreamCheckOutput output = check_other(
            {.head = head_with(kType), .body = ignored + "data: \xFF\n\n", .read_size = piece});
        EXPECT_THAT(output.codes(), ElementsAre("S2-utf8"));
    }
}

class ValidOtherStream : public testing::TestWithParam<OtherCase> {};

TEST_P(ValidOtherStream, Passes) {
    for (const std::size_t piece : {1U, 65'536U}) {
        StreamCase play = GetParam().play;
        play.read_size = piece;
        const StreamCheckOutput output = check_other(play);
        EXPECT_THAT(output.codes(), IsEmpty());
        EXPECT_EQ(output.summary.events, GetParam().events);
        EXPECT_THAT(output.result.verified, IsEmpty());
    }
}

INSTANTIATE_TEST_SUITE_P(
    Heads,
    ValidOtherStream,
    testing::Values(
        OtherCase{"nothing_but_the_type", {.head = head_with(kType), .body = kOne}, 1},
        OtherCase{"length", {.head = head_with(kType + "Content-Length: 9\r\n"), .body = kOne}, 1},
        OtherCase{"version", {.head = "HTTP/1.0 200 OK\r\n" + kType + "\r\n", .body = kOne}, 1},
        OtherCase{"caching",
                  {.head = head_with(kType + kChunked + "Cache-Control: max-age=60\r\n"),
                   .body = chunks({kOne})},
                  1},
        OtherCase{"gzip", {.head = kGzipHead, .body = chunks({kGzip})}, 1},
        OtherCase{"gzip_without_end",
                  {.head = kGzipHead,
                   .body = chunk(kGzip.substr(0, kGzip.size() - 8)),
                   .end = StreamEnd::kDeadline},
                  1}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    ValidOtherStream,
    testing::Values(
        OtherCase{"text", {.body = chunks({kOne, "data: [DONE]\n\n"})}, 2},
        OtherCase{"cut_json", {.body = chunks({"data: {\"a\": [1,\n\n"})}, 1},
        OtherCase{"two_values_in_one_event", {.body = chunks({"data: 1\ndata: 2\n\n"})}, 1},
        OtherCase{"byte_order_mark", {.body = chunks({"\xEF\xBB\xBF" + kOne})}, 1},
        OtherCase{"no_data", {.body = chunks({"event: ping\n\n", kOne})}, 1},
        OtherCase{"empty_data", {.body = chunks({"data\n\n", "data:\n\n"})}, 2},
        OtherCase{"null", {.body = chunks({"data: null\n\n"})}, 1},
        OtherCase{"blank_lines", {.body = chunks({"\n\n\n" + kOne + "\n\n\n" + kOne})}, 2},
        OtherCase{
            "line_ends",
            {.body = chunks({"data: 1\r\n\r\n", "data: 2\r\r", "data: 3\n\n", "data: 4\r\r\n"})},
            4},
        OtherCase{
            "line_end_in_two_chunks", {.body = chunks({"data: 1\r", "\n\r", "\n" + kOne})}, 2},
        OtherCase{"fields", {.body = chunks({"time: 1\nretry: soon\nid: a\0b\n"s + kOne})}, 1},
        OtherCase{"falling_ids", {.body = chunks({"id: 2\n" + kOne, "id: 1\n" + kOne})}, 2},
        OtherCase{"no_event", {.body = chunks({})}, 0},
        OtherCase{"no_end", {.body = chunk(kOne), .end = StreamEnd::kDeadline}, 1},
        OtherCase{"comment_at_the_end", {.body = chunks({kOne, ": bye"})}, 1}),
    case_name);

class InvalidOtherStream : public testing::TestWithParam<OtherCase> {};

TEST_P(InvalidOtherStream, IsReported) {
    const StreamCheckOutput output = check_other(GetParam().play);
    ASSERT_THAT(output.codes(), ElementsAre(GetParam().code));
    EXPECT_EQ(output.summary.events, GetParam().events);
    EXPECT_EQ(output.result.findings.front().basis, Basis::kImplied);
}

INSTANTIATE_TEST_SUITE_P(
    Http,
    InvalidOtherStream,
    testing::Values(
        OtherCase{
            "head", {.head = head_with("X-A : b\r\n" + kType), .body = kOne}, 1, "H6-head-syntax"},
        OtherCase{
            "chunks_in_version_1_0",
            {.head = "HTTP/1.0 200 OK\r\n" + kType + kChunked + "\r\n", .body = chunks({kOne})},
            1,
            "H7-version"},
        OtherCase{
            "length_beside_chunks",
            {.head = head_with(kType + kChunked + "Content-Length: 9\r\n"), .body = chunks({kOne})},
            1,
            "H3-content-length"},
        OtherCase{"two_transfer_codings",
                  {.head = head_with(kType + "Transfer-Encoding: gzip, chunked\r\n"),
                   .body = chunks({kOne})},
                  1,
                  "H4-transfer"},
        OtherCase{"wrong_length",
                  {.head = head_with(kType + "Content-Length: 900\r\n"), .body = kOne},
                  1,
                  "C10-truncated"},
        OtherCase{"size", {.body = chunk(kOne) + "0x0\r\n\r\n"}, 1, "C1-chunk-size"},
        OtherCase{
            "no_last_chunk", {.body = chunk(kOne), .end = StreamEnd::kClosed}, 1, "C4-terminator"},
        OtherCase{"reset",
                  {.head = head_with(kType), .body = kOne, .end = StreamEnd::kReset},
                  1,
                  "C10-truncated"},
        OtherCase{
            "not_gzip", {.head = kGzipHead, .body = chunks({kOne})}, 0, "H5-content-encoding"},
        OtherCase{"half_of_gzip",
                  {.head = kGzipHead, .body = chunks({kGzip.substr(0, kGzip.size() - 8)})},
                  1,
                  "H5-content-encoding"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Format,
    InvalidOtherStream,
    testing::Values(
        OtherCase{"latin",
                  {.head = head_with("Content-Type: text/event-stream; charset=latin1\r\n"),
                   .body = kOne},
                  1,
                  "H2-content-type"},
        OtherCase{"utf8", {.body = chunks({"data: \xFF\n\n"})}, 1, "S2-utf8"},
        OtherCase{"end_in_an_event", {.body = chunks({kOne, "data: 2\n"})}, 1, "S1-last-event"}),
    case_name);

TEST(OtherStream, IsNotJudgedIfItCannotBeRead) {
    const StreamCheckOutput output = check_other(
        {.head = head_with(kType + kChunked + "Content-Encoding: br\r\n"), .body = chunks({kOne})});
    ASSERT_THAT(output.codes(), ElementsAre("H5-content-encoding"));
    EXPECT_EQ(output.result.findings.front().basis, Basis::kAssumed);
    EXPECT_EQ(output.summary.events, 0U);
}

TEST(OtherStream, FindsTheSameWhereverItIsCut) {
    const std::string body =
        chunks({"\xEF\xBB\xBF"
                "data: 1\r\n\r\n\r",
                "\nevent: a\ndata: \xFF\r\r"});
    for (std::size_t piece = 1; piece < body.size(); ++piece) {
        const StreamCheckOutput output = check_other({.body = body, .read_size = piece});
        EXPECT_THAT(output.codes(), ElementsAre("S2-utf8")) << piece;
        EXPECT_EQ(output.summary.events, 2U) << piece;
    }
}

}  // namespace
}  // namespace plumbline::streaming
