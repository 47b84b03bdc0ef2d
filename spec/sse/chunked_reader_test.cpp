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
using Rule = FramingViolation::Rule;

MATCHER_P3(Violates, rule, offset, text, "") {
    return arg.rule == rule && arg.offset == static_cast<std::uint64_t>(offset) &&
           arg.text.find(text) != std::string::npos;
}

TEST(ChunkedReader, GivesThePayloadOfAllChunks) {
    const Dechunked read = dechunk({"5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"});
    EXPECT_EQ(read, (Dechunked{"hello!", true, 2, {}}));
}

struct Good {
    const char* name;
    std::string bytes;
};

void PrintTo(const Good& one, std::ostream* out) {
    *out << one.name;
}

class GoodChunks : public ::testing::TestWithParam<Good> {};

TEST_P(GoodChunks, AreTakenWithoutComplaint) {
    const Dechunked read = dechunk({GetParam().bytes});
    EXPECT_EQ(read.payload, "data: a\n\n");
    EXPECT_TRUE(read.has_ended);
    EXPECT_THAT(read.violations, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    GoodChunks,
    ::testing::Values(Good{"extension", "9;name=\"a;b\";x\r\ndata: a\n\n\r\n0;last\r\n\r\n"},
                      Good{"leading_zeros",
                           "00000000000000000000009\r\ndata: a\n\n\r\n000\r\n\r\n"},
                      Good{"upper_case", "9\r\ndata: a\n\n\r\n0\r\nX-A: b\r\nX-B:\r\n\r\n"},
                      Good{"one_byte_each",
                           "1\r\nd\r\n1\r\na\r\n1\r\nt\r\n1\r\na\r\n1\r\n:\r\n1\r\n "
                           "\r\n1\r\na\r\n1\r\n\n\r\n1\r\n\n\r\n0\r\n\r\n"}),
    RowName());

struct Bad {
    const char* name;
    std::string bytes;
    Rule rule;
    int offset;
    const char* says;
    bool has_ended;
};

void PrintTo(const Bad& one, std::ostream* out) {
    *out << one.name;
}

class BadChunks : public ::testing::TestWithParam<Bad> {};

TEST_P(BadChunks, AreToldWithTheirPlace) {
    const Bad& bad = GetParam();
    const Dechunked read = dechunk({bad.bytes});
    EXPECT_THAT(read.violations, ElementsAre(Violates(bad.rule, bad.offset, bad.says)));
    EXPECT_EQ(read.has_ended, bad.has_ended);
}

TEST_P(BadChunks, AreToldTheSameWayAtEveryCut) {
    const std::string& bytes = GetParam().bytes;
    const Dechunked whole = dechunk({bytes});
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
        Dechunked read = dechunk({bytes.substr(0, cut), bytes.substr(cut)});
        ASSERT_EQ(read.violations.size(), whole.violations.size()) << "cut at " << cut;
        ASSERT_EQ(read.violations[0].rule, whole.violations[0].rule) << "cut at " << cut;
        ASSERT_EQ(read.violations[0].offset, whole.violations[0].offset) << "cut at " << cut;
        ASSERT_EQ(read.payload, whole.payload) << "cut at " << cut;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rules,
    BadChunks,
    ::testing::Values(
        Bad{"no_size", "\r\na\r\n", Rule::kChunkSize, 0, "hexadecimal digits; got \"\"", false},
        Bad{"prefix", "0x5\r\nhello\r\n", Rule::kChunkSize, 0, "extensions behind a size", false},
        Bad{"negative", "-5\r\nhello\r\n", Rule::kChunkSize, 0, "got \"-5\"", false},
        Bad{"too_large",
            "11111111111111111\r\na\r\n",
            Rule::kChunkSize,
            0,
            "hexadecimal digits",
            false},
        Bad{"blank_behind_size",
            "1 \r\na\r\n0\r\n\r\n",
            Rule::kChunkSize,
            1,
            "no blanks behind a size; got \"1 \"",
            true},
        Bad{"size_ends_in_lf",
            "1\na\r\n0\r\n\r\n",
            Rule::kSizeLineEnd,
            1,
            "CRLF behind \"1\"; got a bare LF",
            true},
        Bad{"data_ends_in_lf", "1\r\na\n0\r\n\r\n", Rule::kChunkEnd, 4, "got a bare LF", true},
        Bad{"data_longer_than_said",
            "1\r\nabc\r\n0\r\n\r\n",
            Rule::kChunkEnd,
            4,
            "CRLF behind the data of a chunk; got \"bc",
            false},
        Bad{"no_zero_chunk", "1\r\na\r\n", Rule::kTerminator, 6, "without one", false},
        Bad{"nothing_at_all",
            "1\r\na\r\n0\r\n",
            Rule::kTerminator,
            9,
            "behind the last chunk",
            false},
        Bad{"cut_in_size", "1\r\na\r\n5", Rule::kTruncated, 7, "behind \"5\"", false},
        Bad{"cut_in_data", "5\r\nabc", Rule::kTruncated, 6, "2 more bytes of a chunk", false},
        Bad{"cut_behind_data", "1\r\na\r", Rule::kTruncated, 5, "CRLF behind a chunk", false},
        Bad{"trailer_is_no_field",
            "0\r\nwhat is this\r\n\r\n",
            Rule::kTrailer,
            3,
            "a field or the empty line; got \"what is this\"",
            true},
        Bad{"trailer_frames",
            "0\r\nContent-Length: 5\r\n\r\n",
            Rule::kTrailer,
            3,
            "no field that is about framing",
            true},
        Bad{"trailer_ends_in_lf", "0\r\nA: b\n\r\n", Rule::kTrailer, 7, "got a bare LF", true},
        Bad{"bytes_behind_the_end",
            "0\r\n\r\nHTTP/1.1 200 OK\r\n",
            Rule::kAfterEnd,
            5,
            "nothing behind the end of the body; got \"HTTP",
            true}),
    RowName());

TEST(ChunkedReader, ToldNothingAtAllMissesTheEnd) {
    EXPECT_THAT(dechunk({}).violations, ElementsAre(Violates(Rule::kTerminator, 0, "zero chunk")));
}

TEST(ChunkedReader, GivesTheSamePayloadForEverySizeOfPieces) {
    const std::string bytes = "5;a=b\r\nhello\r\nb\r\n wide world\r\n0\r\nX: y\r\n\r\n";
    for (const std::size_t size : {1U, 2U, 3U, 7U, 64U}) {
        EXPECT_EQ(dechunk(pieces_of(bytes, size)), (Dechunked{"hello wide world", true, 2, {}}));
    }
}

TEST(ChunkedReader, SaysWhereChunksBeginAndEnd) {
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
    EXPECT_THAT(reader.violations(), ElementsAre(Violates(Rule::kChunkSize, 0, "it goes on")));
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

TEST(ChunkedReader, KeepsOnlySoManyViolations) {
    std::string bytes;
    for (int i = 0; i < 1'000; ++i) bytes += "1\na\n";
    const Dechunked read = dechunk({bytes});
    EXPECT_EQ(read.payload.size(), 1'000U);
    EXPECT_EQ(read.violations.size(), ChunkedReader::kMaxViolations);
}

TEST(ChunkedReader, ShowsControlCharactersAsWhatTheyAre) {
    EXPECT_THAT(dechunk({"\x01z\r\n"}).violations[0].text, HasSubstr("got \"\\x01z\""));
}

}  // namespace
}  // namespace plumbline::sse
