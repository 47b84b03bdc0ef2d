#include "spec/regex/iregexp.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <ostream>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

using namespace std::string_view_literals;

struct MatchCase {
    std::string_view pattern;
    std::string_view text;
    bool whole;      ///< whether the whole text matches
    bool substring;  ///< whether some substring matches
};

void PrintTo(const MatchCase& row, std::ostream* out) {
    *out << testing::PrintToString(row.pattern) << " against " << testing::PrintToString(row.text);
}

class IRegexpMatch : public testing::TestWithParam<MatchCase> {};

TEST_P(IRegexpMatch, FollowsThePattern) {
    const auto whole = compile_iregexp(GetParam().pattern, MatchScope::kWhole);
    const auto part = compile_iregexp(GetParam().pattern, MatchScope::kSubstring);
    ASSERT_THAT(whole, IsOk());
    ASSERT_THAT(part, IsOk());
    EXPECT_EQ(whole->search(GetParam().text), GetParam().whole);
    EXPECT_EQ(part->search(GetParam().text), GetParam().substring);
}

INSTANTIATE_TEST_SUITE_P(Branches,
                         IRegexpMatch,
                         testing::Values(MatchCase{"", "", true, true},
                                         MatchCase{"", "a", false, true},
                                         MatchCase{"ab", "ab", true, true},
                                         MatchCase{"ab", "xabx", false, true},
                                         MatchCase{"a|b", "b", true, true},
                                         MatchCase{"a|bc", "xbc", false, true},
                                         MatchCase{"a|b", "ab", false, true},
                                         MatchCase{"a|", "", true, true},
                                         MatchCase{"|b", "b", true, true},
                                         MatchCase{"()", "", true, true},
                                         MatchCase{"()*a", "a", true, true},
                                         MatchCase{"(a|b)c", "bc", true, true},
                                         MatchCase{"(a(b|c))*", "abac", true, true},
                                         MatchCase{"(|a)b", "b", true, true},
                                         MatchCase{"ab", "aB", false, false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Counts,
                         IRegexpMatch,
                         testing::Values(MatchCase{"a*", "", true, true},
                                         MatchCase{"a*b", "aaab", true, true},
                                         MatchCase{"a+", "", false, false},
                                         MatchCase{"a+", "aaa", true, true},
                                         MatchCase{"a?b", "b", true, true},
                                         MatchCase{"a?b", "aab", false, true},
                                         MatchCase{"a{2}", "aa", true, true},
                                         MatchCase{"a{2}", "aaa", false, true},
                                         MatchCase{"a{2}", "a", false, false},
                                         MatchCase{"a{2,}", "aaaa", true, true},
                                         MatchCase{"a{2,3}", "aaa", true, true},
                                         MatchCase{"a{2,3}", "aaaa", false, true},
                                         MatchCase{"a{0}", "", true, true},
                                         MatchCase{"a{0,0}", "a", false, true},
                                         MatchCase{"a{002}", "aa", true, true},
                                         MatchCase{"a{000}b", "b", true, true},
                                         MatchCase{"(ab){2}", "abab", true, true},
                                         MatchCase{"[ab]{3}", "bab", true, true},
                                         MatchCase{"\\p{L}{2}", "\u00e9z", true, true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Characters,
    IRegexpMatch,
    testing::Values(MatchCase{"\u00e9", "\u00e9", true, true},
                    MatchCase{"\u00e9+", "\u00e9\u00e9", true, true},
                    MatchCase{"\U0001f600", "x\U0001f600", false, true},
                    MatchCase{"-,/:;<=>@_`~!\"#%&'", "-,/:;<=>@_`~!\"#%&'", true, true},
                    MatchCase{"a b", "a b", true, true},
                    MatchCase{"a\nb", "a\nb", true, true},
                    MatchCase{"a\0b"sv, "a\0b"sv, true, true},
                    MatchCase{"\\n\\r\\t", "\n\r\t", true, true},
                    MatchCase{"\\(\\)\\*\\+", "()*+", true, true},
                    MatchCase{"\\-\\.\\?", "-.?", true, true},
                    MatchCase{"\\[\\\\\\]\\^", "[\\]^", true, true},
                    MatchCase{"\\{\\|\\}", "{|}", true, true},
                    MatchCase{"a\\.c", "abc", false, false}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(Dots,
                         IRegexpMatch,
                         testing::Values(MatchCase{".", "a", true, true},
                                         MatchCase{".", "\u00e9", true, true},
                                         MatchCase{".", "\U00010101", true, true},
                                         MatchCase{".", "\n", false, false},
                                         MatchCase{".", "\r", false, false},
                                         MatchCase{".", "\u2028", true, true},
                                         MatchCase{".", "\u2029", true, true},
                                         MatchCase{".", "\u0085", true, true},
                                         MatchCase{".", "\0"sv, true, true},
                                         MatchCase{".", "", false, false},
                                         MatchCase{".", "\xFF", false, false},
                                         MatchCase{"a.c", "a\rc", false, false},
                                         MatchCase{"a.*c", "axxxc", true, true},
                                         MatchCase{".", "\r\n", false, false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Classes,
                         IRegexpMatch,
                         testing::Values(MatchCase{"[abc]", "b", true, true},
                                         MatchCase{"[abc]", "d", false, false},
                                         MatchCase{"[a-c]", "c", true, true},
                                         MatchCase{"[a-c]", "-", false, false},
                                         MatchCase{"[^a-c]", "d", true, true},
                                         MatchCase{"[^a-c]", "b", false, false},
                                         MatchCase{"[^a]", "\n", true, true},
                                         MatchCase{"[.]", "x", false, false},
                                         MatchCase{"[.]", ".", true, true},
                                         MatchCase{"[-a]", "-", true, true},
                                         MatchCase{"[a-]", "-", true, true},
                                         MatchCase{"[-]", "-", true, true},
                                         MatchCase{"[--]", "-", true, true},
                                         MatchCase{"[^-]", "-", false, false},
                                         MatchCase{"[^-a]", "b", true, true},
                                         MatchCase{"[a-c-]", "-", true, true},
                                         MatchCase{"[a\\-c]", "b", false, false},
                                         MatchCase{"[a\\-c]", "-", true, true},
                                         MatchCase{"[\\]\\[]", "]", true, true},
                                         MatchCase{"[\\\\]", "\\", true, true},
                                         MatchCase{"[\\^]", "^", true, true},
                                         MatchCase{"[a^]", "^", true, true},
                                         MatchCase{"[^^]", "^", false, false},
                                         MatchCase{"[\\n-\\r]", "\f", true, true},
                                         MatchCase{"[(*+?{|}$,:&]", "{", true, true},
                                         MatchCase{"[a&&b]", "&", true, true},
                                         MatchCase{"[\u00e0-\u00ff]", "\u00e9", true, true},
                                         MatchCase{"[\u00e0-\u00ff]", "z", false, false},
                                         MatchCase{
                                             "[\U0001f600-\U0001f64f]", "\U0001f609", true, true},
                                         MatchCase{"[\0-\x1f]"sv, "\x01", true, true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Categories,
                         IRegexpMatch,
                         testing::Values(MatchCase{"\\p{L}", "\u0436", true, true},
                                         MatchCase{"\\p{L}", "1", false, false},
                                         MatchCase{"\\p{Lu}", "\u0416", true, true},
                                         MatchCase{"\\p{Lu}", "\u0436", false, false},
                                         MatchCase{"\\P{Lu}", "\u0436", true, true},
                                         MatchCase{"\\P{Lu}", "\u0416", false, false},
                                         MatchCase{"\\p{Nd}", "\u0663", true, true},
                                         MatchCase{"\\p{N}", "\u2167", true, true},
                                         MatchCase{"\\p{Sc}", "\u20ac", true, true},
                                         MatchCase{"\\p{Zs}", "\u00a0", true, true},
                                         MatchCase{"\\p{Pd}", "-", true, true},
                                         MatchCase{"\\p{Mn}", "\u0301", true, true},
                                         MatchCase{"\\p{Cc}", "\n", true, true},
                                         MatchCase{"\\p{Cf}", "\u200b", true, true},
                                         MatchCase{"\\p{Co}", "\ue000", true, true},
                                         MatchCase{"[\\p{L}\\p{N}_]+", "a\u06631_", true, true},
                                         MatchCase{"[^\\p{L}]", "1", true, true},
                                         MatchCase{"[^\\p{L}]", "\u0436", false, false},
                                         MatchCase{"[\\P{L}a]", "a", true, true},
                                         MatchCase{"[\\P{L}a]", "b", false, false},
                                         MatchCase{"[^\\P{L}a]", "b", true, true},
                                         MatchCase{"[^\\P{L}a]", "a", false, false},
                                         MatchCase{"[^\\P{L}a]", "1", false, false},
                                         MatchCase{"[\\p{L}-]", "-", true, true},
                                         MatchCase{"[-\\p{L}]", "x", true, true}),
                         RowName{});

// U+0378 is not assigned, U+0007 is a control character.
INSTANTIATE_TEST_SUITE_P(Unassigned,
                         IRegexpMatch,
                         testing::Values(MatchCase{"\\p{Cn}", "\u0378", true, true},
                                         MatchCase{"\\p{Cn}", "a", false, false},
                                         MatchCase{"\\p{Cn}", "\x07", false, false},
                                         MatchCase{"\\P{Cn}", "\u0378", false, false},
                                         MatchCase{"\\P{Cn}", "\x07", true, true},
                                         MatchCase{"\\p{C}", "\u0378", true, true},
                                         MatchCase{"\\p{C}", "\x07", true, true},
                                         MatchCase{"\\p{C}", "a", false, false},
                                         MatchCase{"\\P{C}", "a", true, true},
                                         MatchCase{"\\P{C}", "\u0378", false, false},
                                         MatchCase{"[a\\p{Cn}]", "a", true, true},
                                         MatchCase{"[a\\p{Cn}]", "\u0378", true, true},
                                         MatchCase{"[a\\p{Cn}]", "b", false, false},
                                         MatchCase{"[^\\p{C}]", "b", true, true},
                                         MatchCase{"[^\\p{C}]", "\u0378", false, false},
                                         MatchCase{"[^\\p{C}\\p{Z}]", "\u00a0", false, false},
                                         MatchCase{"[^\\p{C}\\p{Z}]", "b", true, true},
                                         MatchCase{"[^a\\p{C}]", "a", false, false},
                                         MatchCase{"[^a\\p{C}]", "b", true, true},
                                         MatchCase{"[^a\\p{C}]", "1", true, true},
                                         MatchCase{"[^a\\p{C}]", "\x07", false, false},
                                         MatchCase{"[^a\\p{C}]", "\u0378", false, false},
                                         MatchCase{"[\\p{L}\\P{L}]", "\u0378", true, true},
                                         MatchCase{"[^\\p{L}\\P{L}]", "a", false, false},
                                         MatchCase{"[^\\p{L}\\P{L}]", "\u0378", false, false}),
                         RowName{});

// The RFC's grammar allows both as characters; its mappings to other engines leave them unchanged.
INSTANTIATE_TEST_SUITE_P(Anchors,
                         IRegexpMatch,
                         testing::Values(MatchCase{"^ab.*", "abc", true, true},
                                         MatchCase{"^b", "ab", false, false},
                                         MatchCase{".*bc$", "abc", true, true},
                                         MatchCase{"a$", "ab", false, false},
                                         MatchCase{"a$", "a\n", false, false},
                                         MatchCase{"\\^", "^", true, true},
                                         MatchCase{"[$]", "$", true, true}),
                         RowName{});

class IRegexpName : public testing::TestWithParam<std::string_view> {};

TEST_P(IRegexpName, IsAKnownCategory) {
    EXPECT_THAT(compile_iregexp("\\p{" + std::string(GetParam()) + "}", MatchScope::kWhole),
                IsOk());
    EXPECT_THAT(compile_iregexp("[^x\\P{" + std::string(GetParam()) + "}]", MatchScope::kSubstring),
                IsOk());
}

INSTANTIATE_TEST_SUITE_P(Table,
                         IRegexpName,
                         testing::Values("L",
                                         "Ll",
                                         "Lm",
                                         "Lo",
                                         "Lt",
                                         "Lu",
                                         "M",
                                         "Mc",
                                         "Me",
                                         "Mn",
                                         "N",
                                         "Nd",
                                         "Nl",
                                         "No",
                                         "P",
                                         "Pc",
                                         "Pd",
                                         "Pe",
                                         "Pf",
                                         "Pi",
                                         "Po",
                                         "Ps",
                                         "Z",
                                         "Zl",
                                         "Zp",
                                         "Zs",
                                         "S",
                                         "Sc",
                                         "Sk",
                                         "Sm",
                                         "So",
                                         "C",
                                         "Cc",
                                         "Cf",
                                         "Cn",
                                         "Co"),
                         RowName{});

TEST(IRegexp, IsNotSlowerForNestedRepetition) {
    const auto regex = compile_iregexp("((a*)*)*b", MatchScope::kWhole);
    ASSERT_THAT(regex, IsOk());
    EXPECT_FALSE(regex->search(std::string(100'000, 'a')));
}

}  // namespace
}  // namespace plumbline
