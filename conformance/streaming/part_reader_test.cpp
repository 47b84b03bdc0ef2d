#include "conformance/streaming/part_reader.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace plumbline::streaming {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

struct ReadParts {
    std::vector<std::string> bodies;
    std::vector<std::string> types;
    std::vector<std::pair<StreamRuleId, std::uint64_t>> violations;
};

/// Reads a body that arrives in pieces; its boundary is `b`.
ReadParts read_parts(std::string_view bytes, std::size_t piece) {
    PartReader reader("b");
    ReadParts read;
    const auto add_violations = [&] {
        for (const PartViolation& one : reader.take_violations())
            read.violations.emplace_back(one.rule, one.offset);
    };
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::string fed(bytes.substr(at, piece));
        reader.feed(fed);
        while (true) {
            const auto part = reader.next();
            EXPECT_THAT(part, IsOk());
            if (!part || !*part) break;
            read.bodies.emplace_back((*part)->body);
            read.types.push_back((*part)->content_type());
            EXPECT_LT((*part)->offset, (*part)->end);
        }
        add_violations();
    }
    reader.finish();
    add_violations();
    return read;
}

/// Expects the same parts and violations however the bytes are split.
template <typename Bodies, typename Violations>
void expect_parts(std::string_view bytes, const Bodies& bodies, const Violations& violations) {
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U}) {
        const ReadParts read = read_parts(bytes, piece);
        EXPECT_THAT(read.bodies, bodies) << bytes << piece;
        EXPECT_THAT(read.violations, violations) << bytes << piece;
    }
}

constexpr auto kDelimiter = StreamRuleId::kPartDelimiter;
constexpr auto kEnd = StreamRuleId::kPartEnd;
constexpr auto kHeader = StreamRuleId::kPartHeader;

TEST(PartReader, ReadsPartsBetweenPreambleAndEpilogue) {
    expect_parts(
        "hello\r\n--b \t\r\nA: 1\r\n\r\n{\r\n}\r\n--b\r\n\r\n\r\n--b\r\n\r\n--b-- \r\nbye\n--b\r\n",
        ElementsAre("{\r\n}", "", ""),
        IsEmpty());
    expect_parts("--b\r\n\r\nx\n\r\n--b--", ElementsAre("x\n"), IsEmpty());
    expect_parts("\r\n--b\r\n\r\n--B\r\n -b\r\n--b--\r\n", ElementsAre("--B\r\n -b"), IsEmpty());
    expect_parts("--b--\r\n", IsEmpty(), IsEmpty());
}

TEST(PartReader, ReadsHeaders) {
    const ReadParts read = read_parts(
        "--b\r\nX: y\r\ncontent-type: application/json;\r\n "
        "charset=utf-8\r\n\r\n1\r\n--b\r\n\r\n2\r\n--b--",
        5);
    EXPECT_THAT(read.types, ElementsAre("application/json; charset=utf-8", "text/plain"));
    EXPECT_THAT(read.violations, IsEmpty());
}

TEST(PartReader, ReportsLinesThatOnlyBeginAsADelimiter) {
    expect_parts("--b\r\n\r\n1\r\n--bc\r\n2\r\n--b--",
                 ElementsAre("1\r\n--bc\r\n2"),
                 ElementsAre(Pair(kDelimiter, 10)));
    expect_parts(
        "--b\r\n\r\n1\r\n--b-- x\r\n", ElementsAre("1"), ElementsAre(Pair(kDelimiter, 10)));
}

TEST(PartReader, ReportsBareLineFeeds) {
    expect_parts("--b\n\r\n1\r\n--b--", ElementsAre("1"), ElementsAre(Pair(kDelimiter, 0)));
    expect_parts("--b\r\n\r\n1\n--b--", ElementsAre("1"), ElementsAre(Pair(kDelimiter, 9)));
    expect_parts("--b\r\n\n1\r\n--b--", ElementsAre("1"), ElementsAre(Pair(kHeader, 5)));
}

TEST(PartReader, ReportsAMissingCloseDelimiter) {
    expect_parts("--b\r\n\r\n1\r\n--b\r\n\r\n2\r\n", ElementsAre("1"), ElementsAre(Pair(kEnd, 20)));
    expect_parts("--b\r\n\r\n1\r\n--b", IsEmpty(), ElementsAre(Pair(kEnd, 13)));
    expect_parts("--b\r\n", IsEmpty(), ElementsAre(Pair(kEnd, 5)));
    expect_parts("{}", IsEmpty(), ElementsAre(Pair(kEnd, 2)));
    expect_parts("", IsEmpty(), ElementsAre(Pair(kEnd, 0)));
}

TEST(PartReader, ReportsHeadersThatAreNone) {
    expect_parts("--b\r\n{}\r\n\r\n1\r\n--b--", ElementsAre("1"), ElementsAre(Pair(kHeader, 5)));
    expect_parts("--b\r\nA : 1\r\n\r\n1\r\n--b--", ElementsAre("1"), ElementsAre(Pair(kHeader, 5)));
    expect_parts("--b\r\n a\r\n\r\n1\r\n--b--", ElementsAre("1"), ElementsAre(Pair(kHeader, 5)));
    expect_parts("--b\r\nA: 1\r\n--b--", ElementsAre(""), ElementsAre(Pair(kHeader, 11)));
}

TEST(PartReader, ReturnsTheLastPartWithTheCloseDelimiter) {
    PartReader reader("-");
    reader.feed("---\r\n\r\n{}\r\n-----");
    const auto part = reader.next();
    ASSERT_THAT(part, IsOk());
    ASSERT_TRUE(*part);
    EXPECT_EQ((*part)->body, "{}");
}

TEST(PartReader, LimitsAPartAndNotTheBody) {
    const std::string piece(std::size_t{1} << 20U, 'x');
    PartReader reader("b");
    const auto fed = [&](std::string_view bytes) {
        reader.feed(bytes);
        Result<std::optional<BodyPart>> part = reader.next();
        while (part && *part) part = reader.next();
        return part;
    };
    for (int i = 0; i < 20; ++i) EXPECT_THAT(fed(piece), IsOk());  // the preamble
    for (int i = 0; i < 20; ++i) {
        EXPECT_THAT(fed("\r\n--b\r\n\r\n"), IsOk());
        EXPECT_THAT(fed(piece), IsOk());
    }
    EXPECT_THAT(fed("\r\n--b--\r\n"), IsOk());
    for (int i = 0; i < 20; ++i) EXPECT_THAT(fed(piece), IsOk());  // the epilogue
    EXPECT_THAT(reader.take_violations(), IsEmpty());

    reader = PartReader("b");
    EXPECT_THAT(fed("--b\r\n\r\n"), IsOk());
    for (int i = 0; i < 16; ++i) EXPECT_THAT(fed(piece), IsOk());
    EXPECT_THAT(fed("x").error().message, HasSubstr("bytes of body at offset 5"));

    reader = PartReader("b");
    EXPECT_THAT(fed("--b\r\nA: " + std::string(65'000, 'x') + "\r\n"), IsOk());
    EXPECT_THAT(fed("B: " + std::string(65'000, 'x')).error().message,
                HasSubstr("bytes of headers at offset 5"));
}

TEST(PartReader, KnowsWhichBoundariesAreValid) {
    for (const char* valid : {"b", "-", "a b", "gc0p4Jq0M:2Yt08j34c0p'()+_,-./=?"})
        EXPECT_EQ(PartReader::boundary_problem(valid), "") << valid;
    EXPECT_EQ(PartReader::boundary_problem(std::string(70, 'b')), "");
    for (const std::string& wrong :
         {std::string(), std::string(71, 'b'), std::string("a "), std::string("a;b")})
        EXPECT_NE(PartReader::boundary_problem(wrong), "") << wrong;
}

}  // namespace
}  // namespace plumbline::streaming
