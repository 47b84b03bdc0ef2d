#include "spec/regex/regex.hpp"

#include "spec/base/testing.hpp"

namespace plumbline {
namespace {

struct Match {
    std::string_view name;
    std::string_view pattern;
    std::string_view text;
    bool found;
};

class RegexSearch : public testing::TestWithParam<Match> {};

TEST_P(RegexSearch, FindsWhatThePatternSays) {
    const auto regex = Regex::compile(GetParam().pattern, true);
    ASSERT_THAT(regex, IsOk());
    EXPECT_EQ(regex->search(GetParam().text), GetParam().found);
}

using namespace std::string_view_literals;
INSTANTIATE_TEST_SUITE_P(
    Table,
    RegexSearch,
    testing::Values(Match{"Anywhere", "b+", "abbc", true},
                    Match{"NotThere", "b+", "ac", false},
                    Match{"Anchored", "^b", "ab", false},
                    Match{"EmptyPattern", "", "", true},
                    Match{"DollarIsTheEndOfTheText", "a$", "a\n", false},
                    Match{"OneCharacterIsOneCodePoint", "^.$", "\xC3\xA9", true},
                    Match{"BadBytesMatchNothing", "^.$", "\xFF", false},
                    Match{"NulInTheText", "^a.b$", "a\0b"sv, true},
                    Match{"SlashedForm", "/^a/", "ab", true},
                    Match{"FlagI", "/^DEPLOYED$/i", "deployed", true},
                    Match{"FlagM", "/^b$/m", "a\nb", true},
                    Match{"FlagS", "/a.b/s", "a\nb", true},
                    Match{"SeveralFlags", "/^A.B$/is", "a\nb", true},
                    Match{"SlashInside", "/^a\\/b$/", "a/b", true},
                    Match{"PathIsNoSlashedForm", "/v2/deployments", "GET /v2/deployments", true},
                    Match{"LoneSlash", "/", "a/b", true},
                    Match{"EmptyBetweenSlashes", "//", "", true}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Regex, TakesSlashesLiterallyUnlessAsked) {
    const auto regex = Regex::compile("/a/i");
    ASSERT_THAT(regex, IsOk());
    EXPECT_TRUE(regex->search("x/a/i"));
    EXPECT_FALSE(regex->search("A"));
}

TEST(Regex, KeepsThePatternAsGiven) {
    EXPECT_EQ(Regex::compile("/a+/i", true)->pattern(), "/a+/i");
}

struct Refused {
    std::string_view name;
    std::string_view pattern;
    ErrorCode code;
    std::string_view says;
};

class RegexRefusal : public testing::TestWithParam<Refused> {};

TEST_P(RegexRefusal, NamesTheTroubleAndTheMend) {
    const auto regex = Regex::compile(GetParam().pattern, true);
    EXPECT_THAT(regex, IsErrorCode(GetParam().code));
    EXPECT_THAT(regex, FailsWith(std::string(GetParam().says)));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    RegexRefusal,
    testing::Values(
        Refused{"LookAhead", "a(?=b)", ErrorCode::kUnsupported, "looks ahead"},
        Refused{"NegativeLookAhead", "a(?!b)", ErrorCode::kUnsupported, "looks ahead"},
        Refused{"LookBehind", "(?<=a)b", ErrorCode::kUnsupported, "looks behind"},
        Refused{"NegativeLookBehind", "(?<!a)b", ErrorCode::kUnsupported, "looks behind"},
        Refused{"BackReference", "(a)\\1", ErrorCode::kUnsupported, "refers back"},
        Refused{"GroupName", "(?<year>a)", ErrorCode::kUnsupported, "written (?P<name>...)"},
        Refused{"UnicodeEscape", "\\u00e9", ErrorCode::kUnsupported, "write the character"},
        Refused{"LongClassName", "\\p{Letter}", ErrorCode::kUnsupported, "\\p{L}"},
        Refused{"MissingParenthesis", "(a", ErrorCode::kSyntax, "no regular expression"},
        Refused{"NothingToRepeat", "*a", ErrorCode::kSyntax, "no regular expression"},
        Refused{"UnknownFlag", "/a/g", ErrorCode::kUnsupported, "the flag \"g\""},
        Refused{"HugeCount", "a{1001}", ErrorCode::kLimit, "too large"},
        Refused{"HugeProgram", "(\\pL{1000}){1000}", ErrorCode::kLimit, "too large"},
        Refused{"LargeProgram", "\\pL{60}", ErrorCode::kLimit, "instructions"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Regex, TellsWhatItsFirstGroupHolds) {
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

TEST(Regex, TakesNoLongerForNestedRepetition) {
    const auto regex = Regex::compile("^(a+)+$");
    ASSERT_THAT(regex, IsOk());
    EXPECT_FALSE(regex->search(std::string(200'000, 'a') + "!"));
}

}  // namespace
}  // namespace plumbline
