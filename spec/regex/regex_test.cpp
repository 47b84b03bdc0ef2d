#include "spec/regex/regex.hpp"

#include "spec/base/testing.hpp"

namespace plumbline {
namespace {

struct SearchCase {
    std::string_view name;
    std::string_view pattern;
    std::string_view text;
    bool found;
};

class RegexSearch : public testing::TestWithParam<SearchCase> {};

TEST_P(RegexSearch, FollowsThePattern) {
    const auto regex = Regex::compile(GetParam().pattern, true);
    ASSERT_THAT(regex, IsOk());
    EXPECT_EQ(regex->search(GetParam().text), GetParam().found);
}

using namespace std::string_view_literals;
INSTANTIATE_TEST_SUITE_P(
    Table,
    RegexSearch,
    testing::Values(SearchCase{"Anywhere", "b+", "abbc", true},
                    SearchCase{"NotThere", "b+", "ac", false},
                    SearchCase{"Anchored", "^b", "ab", false},
                    SearchCase{"EmptyPattern", "", "", true},
                    SearchCase{"DollarIsTheEndOfTheText", "a$", "a\n", false},
                    SearchCase{"OneCharacterIsOneCodePoint", "^.$", "\xC3\xA9", true},
                    SearchCase{"BadBytesMatchNothing", "^.$", "\xFF", false},
                    SearchCase{"NulInTheText", "^a.b$", "a\0b"sv, true},
                    SearchCase{"SlashedForm", "/^a/", "ab", true},
                    SearchCase{"FlagI", "/^DEPLOYED$/i", "deployed", true},
                    SearchCase{"FlagM", "/^b$/m", "a\nb", true},
                    SearchCase{"FlagS", "/a.b/s", "a\nb", true},
                    SearchCase{"SeveralFlags", "/^A.B$/is", "a\nb", true},
                    SearchCase{"SlashInside", "/^a\\/b$/", "a/b", true},
                    SearchCase{
                        "PathIsNoSlashedForm", "/v2/deployments", "GET /v2/deployments", true},
                    SearchCase{"LoneSlash", "/", "a/b", true},
                    SearchCase{"EmptyBetweenSlashes", "//", "", true}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Regex, ReadsSlashesLiterallyByDefault) {
    const auto regex = Regex::compile("/a/i");
    ASSERT_THAT(regex, IsOk());
    EXPECT_TRUE(regex->search("x/a/i"));
    EXPECT_FALSE(regex->search("A"));
}

TEST(Regex, KeepsThePatternAsGiven) {
    EXPECT_EQ(Regex::compile("/a+/i", true)->pattern(), "/a+/i");
}

struct InvalidRegexCase {
    std::string_view name;
    std::string_view pattern;
    ErrorCode code;
    std::string_view message;
};

class RegexError : public testing::TestWithParam<InvalidRegexCase> {};

TEST_P(RegexError, NamesTheProblemAndTheFix) {
    const auto regex = Regex::compile(GetParam().pattern, true);
    EXPECT_THAT(regex, IsErrorCode(GetParam().code));
    EXPECT_THAT(regex, FailsWith(std::string(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    RegexError,
    testing::Values(
        InvalidRegexCase{"LookAhead", "a(?=b)", ErrorCode::kUnsupported, "uses lookahead"},
        InvalidRegexCase{"NegativeLookAhead", "a(?!b)", ErrorCode::kUnsupported, "uses lookahead"},
        InvalidRegexCase{"LookBehind", "(?<=a)b", ErrorCode::kUnsupported, "uses lookbehind"},
        InvalidRegexCase{
            "NegativeLookBehind", "(?<!a)b", ErrorCode::kUnsupported, "uses lookbehind"},
        InvalidRegexCase{"BackReference", "(a)\\1", ErrorCode::kUnsupported, "back-reference"},
        InvalidRegexCase{"GroupName", "(?<year>a)", ErrorCode::kUnsupported, "as (?P<name>...)"},
        InvalidRegexCase{
            "UnicodeEscape", "\\u00e9", ErrorCode::kUnsupported, "write the character"},
        InvalidRegexCase{"LongClassName", "\\p{Letter}", ErrorCode::kUnsupported, "\\p{L}"},
        InvalidRegexCase{
            "MissingParenthesis", "(a", ErrorCode::kSyntax, "not a regular expression"},
        InvalidRegexCase{"NothingToRepeat", "*a", ErrorCode::kSyntax, "not a regular expression"},
        InvalidRegexCase{"UnknownFlag", "/a/g", ErrorCode::kUnsupported, "the flag \"g\""},
        InvalidRegexCase{"HugeCount", "a{1001}", ErrorCode::kLimit, "too large"},
        InvalidRegexCase{"HugeProgram", "(\\pL{1000}){1000}", ErrorCode::kLimit, "too large"},
        InvalidRegexCase{"LargeProgram", "\\pL{60}", ErrorCode::kLimit, "instructions"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Regex, ReturnsTheTextOfItsFirstGroup) {
    const auto regex = Regex::compile("^retry_([0-9]+)(x?)$");
    ASSERT_THAT(regex, IsOk());
    EXPECT_EQ(regex->group_count(), 2);
    EXPECT_EQ(regex->first_group("retry_17"), "17");
    EXPECT_EQ(regex->first_group("retry_"), std::nullopt);
    const auto without = Regex::compile("(?:a)");
    ASSERT_THAT(without, IsOk());
    EXPECT_EQ(without->first_group("a"), std::nullopt);
}

TEST(Regex, RefusesAPatternOfMoreThan8Kilobytes) {
    EXPECT_THAT(Regex::compile(std::string(8193, 'a')), IsErrorCode(ErrorCode::kLimit));
}

TEST(Regex, IsNotSlowerForNestedRepetition) {
    const auto regex = Regex::compile("^(a+)+$");
    ASSERT_THAT(regex, IsOk());
    EXPECT_FALSE(regex->search(std::string(200'000, 'a') + "!"));
}

}  // namespace
}  // namespace plumbline
