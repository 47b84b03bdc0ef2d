#include "spec/base/text.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using testing::ElementsAre;

TEST(ToLower, ChangesAsciiLettersOnly) {
    EXPECT_EQ(to_lower("AbZ-09É"), "abz-09É");
}

TEST(EqualsIgnoringCase, ComparesTheWholeText) {
    EXPECT_TRUE(equals_ignoring_case("Content-Type", "content-TYPE"));
    EXPECT_FALSE(equals_ignoring_case("abc", "abcd"));
    EXPECT_FALSE(equals_ignoring_case("abcd", "abc"));
    EXPECT_FALSE(equals_ignoring_case("[", "{"));
}

TEST(Trimmed, RemovesSpacesAndTabsAtBothEnds) {
    EXPECT_EQ(trimmed(" \t a b\t "), "a b");
    EXPECT_EQ(trimmed(" \t "), "");
    EXPECT_EQ(trimmed(""), "");
    EXPECT_EQ(trimmed("a\n"), "a\n");
}

TEST(Split, KeepsEmptyParts) {
    EXPECT_THAT(split("a,b", ','), ElementsAre("a", "b"));
    EXPECT_THAT(split(",a,,", ','), ElementsAre("", "a", "", ""));
    EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(Join, PutsTheSeparatorBetween) {
    EXPECT_EQ(join({"a", "b", "c"}, ", "), "a, b, c");
    EXPECT_EQ(join({"a"}, ", "), "a");
    EXPECT_EQ(join({"", ""}, "-"), "-");
    EXPECT_EQ(join({}, ", "), "");
}

struct GlobCase {
    std::string_view name;
    std::string_view text;
    std::string_view glob;
    bool matches;
};

class Glob : public testing::TestWithParam<GlobCase> {};

TEST_P(Glob, MatchesTheWholeText) {
    EXPECT_EQ(matches_glob(GetParam().text, GetParam().glob), GetParam().matches);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         Glob,
                         testing::Values(GlobCase{"Same", "abc", "abc", true},
                                         GlobCase{"Shorter", "abc", "ab", false},
                                         GlobCase{"Longer", "abc", "abcd", false},
                                         GlobCase{"StarAlone", "abc", "*", true},
                                         GlobCase{"StarOnNothing", "", "*", true},
                                         GlobCase{"NothingOnText", "a", "", false},
                                         GlobCase{"NothingOnNothing", "", "", true},
                                         GlobCase{"StarInside", "abcd", "a*d", true},
                                         GlobCase{"StarAtEndTakesNothing", "ab", "ab*", true},
                                         GlobCase{"StarsInARow", "ab", "a**b", true},
                                         GlobCase{
                                             "BacktracksToTheStar", "abxabyabz", "*ab?bz", false},
                                         GlobCase{"FindsTheLastPart", "abxabyabz", "*abz", true},
                                         GlobCase{"QuestionMark", "abc", "a?c", true},
                                         GlobCase{"QuestionMarkNeedsOne", "ac", "a?c", false},
                                         GlobCase{"StarCrossesSlashes", "a/b/c", "a*c", true},
                                         GlobCase{"Case", "A", "a", false}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(MatchesGlob, StaysFastOnManyStars) {
    const std::string text(5000, 'a');
    EXPECT_FALSE(matches_glob(text, "*a*a*a*a*a*a*a*a*a*a*a*a*b"));
}

TEST(Truncate, EndsBeforeACharacterThatDoesNotFit) {
    EXPECT_EQ(truncate("abc", 3), "abc");
    EXPECT_EQ(truncate("abc", 2), "ab");
    EXPECT_EQ(truncate("a\u00E9b", 2), "a");
    EXPECT_EQ(truncate("\U0001F600", 3), "");
    EXPECT_EQ(truncate(std::string(9, '\x80'), 8).size(), 5U);
}

struct BytesCase {
    std::string_view name;
    std::string_view bytes;
    std::size_t valid;
};

class Utf8 : public testing::TestWithParam<BytesCase> {};

TEST_P(Utf8, IsValidUpToTheFirstBadByte) {
    EXPECT_EQ(utf8_prefix(GetParam().bytes).size(), GetParam().valid);
    EXPECT_EQ(is_utf8(GetParam().bytes), GetParam().valid == GetParam().bytes.size());
}

INSTANTIATE_TEST_SUITE_P(Table,
                         Utf8,
                         testing::Values(BytesCase{"Empty", "", 0},
                                         BytesCase{"Ascii", "abc", 3},
                                         BytesCase{"TwoThreeFour", "é漢😀", 9},
                                         BytesCase{"LoneTail", "a\x80", 1},
                                         BytesCase{"OverlongSlash", "\xC0\xAF", 0},
                                         BytesCase{"OverlongThree", "\xE0\x9F\xBF", 0},
                                         BytesCase{"OverlongFour", "\xF0\x8F\xBF\xBF", 0},
                                         BytesCase{"Surrogate", "ab\xED\xA0\x80", 2},
                                         BytesCase{"BeforeSurrogates", "\xED\x9F\xBF", 3},
                                         BytesCase{"LastCodePoint", "\xF4\x8F\xBF\xBF", 4},
                                         BytesCase{"BeyondTheLast", "\xF4\x90\x80\x80", 0},
                                         BytesCase{"NoSuchLead", "\xFF", 0},
                                         BytesCase{"CutAfterLead", "a\xC3", 1},
                                         BytesCase{"CutInside", "a\xF0\x9F\x98", 1}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(ShellQuoted, IsOneWordForAnyContent) {
    EXPECT_EQ(shell_quoted(""), "''");
    EXPECT_EQ(shell_quoted("a b$c\n"), "'a b$c\n'");
    EXPECT_EQ(shell_quoted("it's"), R"('it'\''s')");
}

TEST(Fingerprint, HasThePublishedTestValues) {
    // The published test values of the function.
    EXPECT_EQ(fingerprint(""), 0xcbf29ce484222325);
    EXPECT_EQ(fingerprint("a"), 0xaf63dc4c8601ec8c);
    EXPECT_EQ(fingerprint("foobar"), 0x85944171f73967e8);
    EXPECT_NE(fingerprint("a\xFF"), fingerprint("a\x7F"));
}

TEST(HexValue, AcceptsDigitsOfBothCasesOnly) {
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        const std::size_t at = std::string_view("0123456789abcdef0123456789ABCDEF").find(c);
        EXPECT_EQ(hex_value(c), at == std::string_view::npos ? -1 : static_cast<int>(at % 16))
            << byte;
    }
}

TEST(NearestName, FindsAMisspelling) {
    const std::vector<std::string> names = {"retries", "resources", "deployment"};
    EXPECT_EQ(nearest_name("resourcse", names), "resources");
    EXPECT_EQ(nearest_name("RETRIES", names), "retries");
    EXPECT_EQ(nearest_name("retrys", names), "retries");
}

TEST(NearestName, IgnoresDistantNames) {
    EXPECT_EQ(nearest_name("banana", {"retries", "resources"}), "");
    EXPECT_EQ(nearest_name("x", {"abcdef"}), "");
    EXPECT_EQ(nearest_name("x", {}), "");
}

}  // namespace
}  // namespace plumbline
