#include "spec/sse/chunked_reader.hpp"

#include "spec/base/row_name.hpp"
#include "spec/sse/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::sse {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using FramingRule = FramingViolation::FramingRule;

MATCHER_P3(Violates, rule, offset, text, "") {
    return arg.rule == rule && arg.offset == static_cast<std::uint64_t>(offset) &&
           arg.text.find(text) != std::string::npos;
}

TEST(ChunkedReader, ReturnsThePayloadOfAllChunks) {
    const DechunkResult read = dechunk({"5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"});
    EXPECT_EQ(read, (DechunkResult{"hello!", true, 2, {}}));
}

struct ValidChunksCase {
    const char* name;
    std::string bytes;
};

void PrintTo(const ValidChunksCase& one, std::ostream* out) {
    *out << one.name;
}

class ValidChunks : public ::testing::TestWithParam<ValidChunksCase> {};

TEST_P(ValidChunks, AreReadWithoutViolations) {
    const DechunkResult read = dechunk({GetParam().bytes});
    EXPECT_EQ(read.payload, "data: a\n\n");
    EXPECT_TRUE(read.has_ended);
    EXPECT_THAT(read.violations, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    ValidChunks,
    ::testing::Values(
        ValidChunksCase{"extension", "9;name=\"a;b\";x\r\ndata: a\n\n\r\n0;last\r\n\r\n"},
        ValidChunksCase{"leading_zeros", "00000000000000000000009\r\ndata: a\n\n\r\n000\r\n\r\n"},
        ValidChunksCase{"upper_case", "9\r\ndata: a\n\n\r\n0\r\nX-A: b\r\nX-B:\r\n\r\n"},
        ValidChunksCase{"one_byte_each",
                        "1\r\nd\r\n1\r\na\r\n1\r\nt\r\n1\r\na\r\n1\r\n:\r\n1\r\n "
                        "\r\n1\r\na\r\n1\r\n\n\r\n1\r\n\n\r\n0\r\n\r\n"}),
    RowName());

struct InvalidChunksCase {
    const char* name;
    std::string bytes;
    FramingRule rule;
    int offset;
    const char* message;
    bool has_ended;
};

void PrintTo(const InvalidChunksCase& one, std::ostream* out) {
    *out << one.name;
}

class InvalidChunks : public ::testing::TestWithParam<InvalidChunksCase> {};

TEST_P(InvalidChunks, AreReportedWithTheirOffset) {
    const InvalidChunksCase& bad = GetParam();
    const DechunkResult read = dechunk({bad.bytes});
    EXPECT_THAT(read.violations, ElementsAre(Violates(bad.rule, bad.offset, bad.message)));
    EXPECT_EQ(read.has_ended, bad.has_ended);
}

TEST_P(InvalidChunks, AreReportedAlikeForEverySplit) {
    const std::string& bytes = GetParam().bytes;
    const DechunkResult whole = dechunk({bytes});
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
        DechunkResult read = dechunk({bytes.substr(0, cut), bytes.substr(cut)});
        ASSERT_EQ(read.violations.size(), whole.violations.size()) << "cut at " << cut;
        ASSERT_EQ(read.violations[0].rule, whole.violations[0].rule) << "cut at " << cut;
        ASSERT_EQ(read.violations[0].offset, whole.violations[0].offset) << "cut at " << cut;
        ASSERT_EQ(read.payload, whole.payload) << "cut at " << cut;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rules,
    InvalidChunks,
    ::testing::Values(
        InvalidChunksCase{"no_size",
                          "\r\na\r\n",
                          FramingRule::kChunkSize,
                          0,
                          "hexadecimal digits; got \"\"",
                          false},
        InvalidChunksCase{"prefix",
                          "0x5\r\nhello\r\n",
                          FramingRule::kChunkSize,
                          0,
                          "extensions after a size",
                          false},
        InvalidChunksCase{
            "negative", "-5\r\nhello\r\n", FramingRule::kChunkSize, 0, "got \"-5\"", false},
        InvalidChunksCase{"too_large",
                          "11111111111111111\r\na\r\n",
                          FramingRule::kChunkSize,
                          0,
                          "hexadecimal digits",
                          false},
        InvalidChunksCase{"whitespace_after_size",
                          "1 \r\na\r\n0\r\n\r\n",
                          FramingRule::kChunkSize,
                          1,
                          "no whitespace after a size; got \"1 \"",
                          true},
        InvalidChunksCase{"size_ends_in_lf",
                          "1\na\r\n0\r\n\r\n",
                          FramingRule::kSizeLineEnd,
                          1,
                          "CRLF after \"1\"; got a bare LF",
                          true},
        InvalidChunksCase{"data_ends_in_lf",
                          "1\r\na\n0\r\n\r\n",
                          FramingRule::kChunkEnd,
                          4,
                          "got a bare LF",
                          true},
        InvalidChunksCase{"data_longer_than_size",
                          "1\r\nabc\r\n0\r\n\r\n",
                          FramingRule::kChunkEnd,
                          4,
                          "CRLF after the data of a chunk; got \"bc",
                          false},
        InvalidChunksCase{
            "no_zero_chunk", "1\r\na\r\n", FramingRule::kTerminator, 6, "without one", false},
        InvalidChunksCase{"nothing_at_all",
                          "1\r\na\r\n0\r\n",
                          FramingRule::kTerminator,
                          9,
                          "after the last chunk",
                          false},
        InvalidChunksCase{
            "cut_in_size", "1\r\na\r\n5", FramingRule::kTruncated, 7, "after \"5\"", false},
        InvalidChunksCase{"cut_in_data",
                          "5\r\nabc",
                          FramingRule::kTruncated,
                          6,
                          "2 more bytes of a chunk",
                          false},
        InvalidChunksCase{
            "cut_after_data", "1\r\na\r", FramingRule::kTruncated, 5, "CRLF after a chunk", false},
        InvalidChunksCase{"trailer_is_no_field",
                          "0\r\nwhat is this\r\n\r\n",
                          FramingRule::kTrailer,
                          3,
                          "a field or the empty line; got \"what is this\"",
                          true},
        InvalidChunksCase{"trailer_frames",
                          "0\r\nContent-Length: 5\r\n\r\n",
                          FramingRule::kTrailer,
                          3,
                          "no field about framing",
                          true},
        InvalidChunksCase{"trailer_ends_in_lf",
                          "0\r\nA: b\n\r\n",
                          FramingRule::kTrailer,
                          7,
                          "got a bare LF",
                          true},
        InvalidChunksCase{"bytes_after_the_end",
                          "0\r\n\r\nHTTP/1.1 200 OK\r\n",
                          FramingRule::kAfterEnd,
                          5,
                          "nothing after the end of the body; got \"HTTP",
                          true}),
    RowName());

TEST(ChunkedReader, ReportsAMissingEndWithoutAnyBytes) {
    EXPECT_THAT(dechunk({}).violations,
                ElementsAre(Violates(FramingRule::kTerminator, 0, "zero chunk")));
}

TEST(ChunkedReader, ReturnsTheSamePayloadForEveryPieceSize) {
    const std::string bytes = "5;a=b\r\nhello\r\nb\r\n wide world\r\n0\r\nX: y\r\n\r\n";
    for (const std::size_t size : {1U, 2U, 3U, 7U, 64U}) {
        EXPECT_EQ(dechunk(split_bytes(bytes, size)),
                  (DechunkResult{"hello wide world", true, 2, {}}));
    }
}

TEST(ChunkedReader, ReportsWhereChunksBeginAndEnd) {
    ChunkedReader reader;
    reader.feed("5\r\nhel");
    const auto first = reader.next();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->bytes, "hel");
    EXPECT_EQ(first->offset, 3U);
    EXPECT_TRUE(first->begins_chunk);
    EXPECT_FALSE(first->ends_chunk);
    EXPECT_FALSE(reader.next());
    reader.feed("lo\r\n");
    const auto second = reader.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->offset, 6U);
    EXPECT_FALSE(second->begins_chunk);
    EXPECT_TRUE(second->ends_chunk);
}

TEST(ChunkedReader, StopsAtALineThatNeverEnds) {
    ChunkedReader reader;
    const std::string bytes(1'000, '0');
    for (int i = 0; i < 20; ++i) {
        reader.feed(bytes);
        EXPECT_FALSE(reader.next());
    }
    EXPECT_TRUE(reader.is_broken());
    EXPECT_THAT(reader.violations(),
                ElementsAre(Violates(FramingRule::kChunkSize, 0, "it is longer")));
}

TEST(ChunkedReader, StopsAtATrailerThatNeverEnds) {
    ChunkedReader reader;
    reader.feed("0\r\n");
    EXPECT_FALSE(reader.next());
    for (int i = 0; i < 10'000 && !reader.is_broken(); ++i) {
        reader.feed("X-Name: value\r\n");
        EXPECT_FALSE(reader.next());
    }
    EXPECT_TRUE(reader.is_broken());
    EXPECT_THAT(reader.violations().back().text, HasSubstr("a trailer of at most 65536 bytes"));
}

TEST(ChunkedReader, LimitsTheNumberOfViolations) {
    std::string bytes;
    for (int i = 0; i < 1'000; ++i) bytes += "1\na\n";
    const DechunkResult read = dechunk({bytes});
    EXPECT_EQ(read.payload.size(), 1'000U);
    EXPECT_EQ(read.violations.size(), ChunkedReader::kMaxViolations);
}

TEST(ChunkedReader, EscapesControlCharacters) {
    EXPECT_THAT(dechunk({"\x01z\r\n"}).violations[0].text, HasSubstr("got \"\\x01z\""));
}

}  // namespace
}  // namespace plumbline::sse
