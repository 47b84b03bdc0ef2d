#include "spec/regex/ecma_regex.hpp"

#include "spec/base/testing.hpp"

namespace plumbline {
namespace {

struct EcmaCase {
    std::string_view name;
    std::string_view pattern;
    std::string_view text;
    bool found;
};

class EcmaRegexSearch : public testing::TestWithParam<EcmaCase> {};

TEST_P(EcmaRegexSearch, FollowsEcmaScript) {
    const auto regex = EcmaRegex::compile(GetParam().pattern);
    ASSERT_THAT(regex, IsOk());
    EXPECT_EQ(regex->search(GetParam().text), GetParam().found) << GetParam().pattern;
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    EcmaRegexSearch,
    testing::Values(EcmaCase{"Space", R"(^\s$)", "\u00A0", true},
                    EcmaCase{"ByteOrderMark", R"(^\s$)", "\uFEFF", true},
                    EcmaCase{"SpaceInClass", R"(^[\sa]+$)", "a\u2003", true},
                    EcmaCase{"NoSpace", R"(^\S$)", "\u2003", false},
                    EcmaCase{"NoSpaceInClass", R"(^[\S]$)", "\u00E4", true},
                    EcmaCase{"Word", R"(^\w$)", "\u00E4", false},
                    EcmaCase{"Digit", R"(^\d$)", "\u0661", false},
                    EcmaCase{"Unicode", R"(^\u00e4$)", "\u00E4", true},
                    EcmaCase{"Surrogates", R"(^\uD83D\uDE00$)", "\U0001F600", true},
                    EcmaCase{"UnicodeInBraces", R"(^\u{1F600}$)", "\U0001F600", true},
                    EcmaCase{"Control", R"(^\cJ$)", "\n", true},
                    EcmaCase{"Nul", R"(^a\0b$)", std::string_view("a\0b", 3), true},
                    EcmaCase{"Letters", R"(^\p{Letter}+$)", "\u00E4b", true},
                    EcmaCase{"NoLetters", R"(^\P{Letter}+$)", "12", true},
                    EcmaCase{"Script", R"(^\p{Script=Greek}+$)", "\u03B1", true},
                    EcmaCase{"Dot", "^a.b$", "a\u2028b", false},
                    EcmaCase{"End", "^a$", "a\n", false},
                    EcmaCase{"EmptyClass", "a[]", "ab", false},
                    EcmaCase{"AnyClass", "^a[^]b$", "a\nb", true},
                    EcmaCase{"BracketInClass", "^[[:]+$", "[:", true},
                    EcmaCase{"NamedGroup", "^(?<year>[0-9]{4})$", "2026", true},
                    EcmaCase{"LookAhead", R"(^(?=.*\d)[a-z0-9]+$)", "ab", false},
                    EcmaCase{"NegativeLookAhead", "^(?!a)", "b", true},
                    EcmaCase{"LookBehind", "(?<=a)b", "ab", true},
                    EcmaCase{"BackReference", R"(^(a|b)\1$)", "ab", false},
                    EcmaCase{"NamedBackReference", R"(^(?<n>a|b)\k<n>$)", "bb", true},
                    EcmaCase{"ManyRepetitions", "^a{2000}$", "a", false}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(EcmaRegex, RefusesWhatHasNoMeaning) {
    EXPECT_THAT(EcmaRegex::compile(R"(\a)"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(EcmaRegex::compile("(a"), FailsWith("the pattern \"(a\""));
    EXPECT_THAT(EcmaRegex::compile("a\\"), FailsWith("ends with a backslash"));
    EXPECT_THAT(EcmaRegex::compile("(?<=a+)b"), IsErrorCode(ErrorCode::kUnsupported));
}

TEST(EcmaRegex, LimitsTheSearch) {
    const auto regex = EcmaRegex::compile(R"(^(a+)+\1$)");
    ASSERT_THAT(regex, IsOk());
    EXPECT_EQ(regex->search(std::string(5000, 'a') + "b"), std::nullopt);
}

TEST(EcmaRegex, KnowsPatternsOfOtherLanguages) {
    EXPECT_TRUE(is_ecma_pattern("(?:a|b)(?=c)(?<name>d)"));
    for (const char* other : {"(?i)a", "(?#comment)a", "(?P<name>a)", R"(\Z)", "("})
        EXPECT_FALSE(is_ecma_pattern(other)) << other;
}

}  // namespace
}  // namespace plumbline
