#include "spec/regex/iregexp.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <ostream>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

using namespace std::string_view_literals;

struct Fitting {
    std::string_view pattern;
    std::string_view text;
    bool whole;  ///< whether all of the text fits
    bool part;   ///< whether some part of it does
};

void PrintTo(const Fitting& row, std::ostream* out) {
    *out << testing::PrintToString(row.pattern) << " against " << testing::PrintToString(row.text);
}

class IRegexpFit : public testing::TestWithParam<Fitting> {};

TEST_P(IRegexpFit, IsWhatThePatternSays) {
    const auto whole = compile_iregexp(GetParam().pattern, Fit::kWhole);
    const auto part = compile_iregexp(GetParam().pattern, Fit::kPart);
    ASSERT_THAT(whole, IsOk());
    ASSERT_THAT(part, IsOk());
    EXPECT_EQ(whole->search(GetParam().text), GetParam().whole);
    EXPECT_EQ(part->search(GetParam().text), GetParam().part);
}

INSTANTIATE_TEST_SUITE_P(Branches,
                         IRegexpFit,
                         testing::Values(Fitting{"", "", true, true},
                                         Fitting{"", "a", false, true},
                                         Fitting{"ab", "ab", true, true},
                                         Fitting{"ab", "xabx", false, true},
                                         Fitting{"a|b", "b", true, true},
                                         Fitting{"a|bc", "xbc", false, true},
                                         Fitting{"a|b", "ab", false, true},
                                         Fitting{"a|", "", true, true},
                                         Fitting{"|b", "b", true, true},
                                         Fitting{"()", "", true, true},
                                         Fitting{"()*a", "a", true, true},
                                         Fitting{"(a|b)c", "bc", true, true},
                                         Fitting{"(a(b|c))*", "abac", true, true},
                                         Fitting{"(|a)b", "b", true, true},
                                         Fitting{"ab", "aB", false, false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Counts,
                         IRegexpFit,
                         testing::Values(Fitting{"a*", "", true, true},
                                         Fitting{"a*b", "aaab", true, true},
                                         Fitting{"a+", "", false, false},
                                         Fitting{"a+", "aaa", true, true},
                                         Fitting{"a?b", "b", true, true},
                                         Fitting{"a?b", "aab", false, true},
                                         Fitting{"a{2}", "aa", true, true},
                                         Fitting{"a{2}", "aaa", false, true},
                                         Fitting{"a{2}", "a", false, false},
                                         Fitting{"a{2,}", "aaaa", true, true},
                                         Fitting{"a{2,3}", "aaa", true, true},
                                         Fitting{"a{2,3}", "aaaa", false, true},
                                         Fitting{"a{0}", "", true, true},
                                         Fitting{"a{0,0}", "a", false, true},
                                         Fitting{"a{002}", "aa", true, true},
                                         Fitting{"a{000}b", "b", true, true},
                                         Fitting{"(ab){2}", "abab", true, true},
                                         Fitting{"[ab]{3}", "bab", true, true},
                                         Fitting{"\\p{L}{2}", "\u00e9z", true, true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Characters,
    IRegexpFit,
    testing::Values(Fitting{"\u00e9", "\u00e9", true, true},
                    Fitting{"\u00e9+", "\u00e9\u00e9", true, true},
                    Fitting{"\U0001f600", "x\U0001f600", false, true},
                    Fitting{"-,/:;<=>@_`~!\"#%&'", "-,/:;<=>@_`~!\"#%&'", true, true},
                    Fitting{"a b", "a b", true, true},
                    Fitting{"a\nb", "a\nb", true, true},
                    Fitting{"a\0b"sv, "a\0b"sv, true, true},
                    Fitting{"\\n\\r\\t", "\n\r\t", true, true},
                    Fitting{"\\(\\)\\*\\+", "()*+", true, true},
                    Fitting{"\\-\\.\\?", "-.?", true, true},
                    Fitting{"\\[\\\\\\]\\^", "[\\]^", true, true},
                    Fitting{"\\{\\|\\}", "{|}", true, true},
                    Fitting{"a\\.c", "abc", false, false}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(Dots,
                         IRegexpFit,
                         testing::Values(Fitting{".", "a", true, true},
                                         Fitting{".", "\u00e9", true, true},
                                         Fitting{".", "\U00010101", true, true},
                                         Fitting{".", "\n", false, false},
                                         Fitting{".", "\r", false, false},
                                         Fitting{".", "\u2028", true, true},
                                         Fitting{".", "\u2029", true, true},
                                         Fitting{".", "\u0085", true, true},
                                         Fitting{".", "\0"sv, true, true},
                                         Fitting{".", "", false, false},
                                         Fitting{".", "\xFF", false, false},
                                         Fitting{"a.c", "a\rc", false, false},
                                         Fitting{"a.*c", "axxxc", true, true},
                                         Fitting{".", "\r\n", false, false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Classes,
                         IRegexpFit,
                         testing::Values(Fitting{"[abc]", "b", true, true},
                                         Fitting{"[abc]", "d", false, false},
                                         Fitting{"[a-c]", "c", true, true},
                                         Fitting{"[a-c]", "-", false, false},
                                         Fitting{"[^a-c]", "d", true, true},
                                         Fitting{"[^a-c]", "b", false, false},
                                         Fitting{"[^a]", "\n", true, true},
                                         Fitting{"[.]", "x", false, false},
                                         Fitting{"[.]", ".", true, true},
                                         Fitting{"[-a]", "-", true, true},
                                         Fitting{"[a-]", "-", true, true},
                                         Fitting{"[-]", "-", true, true},
                                         Fitting{"[--]", "-", true, true},
                                         Fitting{"[^-]", "-", false, false},
                                         Fitting{"[^-a]", "b", true, true},
                                         Fitting{"[a-c-]", "-", true, true},
                                         Fitting{"[a\\-c]", "b", false, false},
                                         Fitting{"[a\\-c]", "-", true, true},
                                         Fitting{"[\\]\\[]", "]", true, true},
                                         Fitting{"[\\\\]", "\\", true, true},
                                         Fitting{"[\\^]", "^", true, true},
                                         Fitting{"[a^]", "^", true, true},
                                         Fitting{"[^^]", "^", false, false},
                                         Fitting{"[\\n-\\r]", "\f", true, true},
                                         Fitting{"[(*+?{|}$,:&]", "{", true, true},
                                         Fitting{"[a&&b]", "&", true, true},
                                         Fitting{"[\u00e0-\u00ff]", "\u00e9", true, true},
                                         Fitting{"[\u00e0-\u00ff]", "z", false, false},
                                         Fitting{
                                             "[\U0001f600-\U0001f64f]", "\U0001f609", true, true},
                                         Fitting{"[\0-\x1f]"sv, "\x01", true, true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Categories,
                         IRegexpFit,
                         testing::Values(Fitting{"\\p{L}", "\u0436", true, true},
                                         Fitting{"\\p{L}", "1", false, false},
                                         Fitting{"\\p{Lu}", "\u0416", true, true},
                                         Fitting{"\\p{Lu}", "\u0436", false, false},
                                         Fitting{"\\P{Lu}", "\u0436", true, true},
                                         Fitting{"\\P{Lu}", "\u0416", false, false},
                                         Fitting{"\\p{Nd}", "\u0663", true, true},
                                         Fitting{"\\p{N}", "\u2167", true, true},
                                         Fitting{"\\p{Sc}", "\u20ac", true, true},
                                         Fitting{"\\p{Zs}", "\u00a0", true, true},
                                         Fitting{"\\p{Pd}", "-", true, true},
                                         Fitting{"\\p{Mn}", "\u0301", true, true},
                                         Fitting{"\\p{Cc}", "\n", true, true},
                                         Fitting{"\\p{Cf}", "\u200b", true, true},
                                         Fitting{"\\p{Co}", "\ue000", true, true},
                                         Fitting{"[\\p{L}\\p{N}_]+", "a\u06631_", true, true},
                                         Fitting{"[^\\p{L}]", "1", true, true},
                                         Fitting{"[^\\p{L}]", "\u0436", false, false},
                                         Fitting{"[\\P{L}a]", "a", true, true},
                                         Fitting{"[\\P{L}a]", "b", false, false},
                                         Fitting{"[^\\P{L}a]", "b", true, true},
                                         Fitting{"[^\\P{L}a]", "a", false, false},
                                         Fitting{"[^\\P{L}a]", "1", false, false},
                                         Fitting{"[\\p{L}-]", "-", true, true},
                                         Fitting{"[-\\p{L}]", "x", true, true}),
                         RowName{});

// U+0378 is not assigned, U+0007 is a control character.
INSTANTIATE_TEST_SUITE_P(Unassigned,
                         IRegexpFit,
                         testing::Values(Fitting{"\\p{Cn}", "\u0378", true, true},
                                         Fitting{"\\p{Cn}", "a", false, false},
                                         Fitting{"\\p{Cn}", "\x07", false, false},
                                         Fitting{"\\P{Cn}", "\u0378", false, false},
                                         Fitting{"\\P{Cn}", "\x07", true, true},
                                         Fitting{"\\p{C}", "\u0378", true, true},
                                         Fitting{"\\p{C}", "\x07", true, true},
                                         Fitting{"\\p{C}", "a", false, false},
                                         Fitting{"\\P{C}", "a", true, true},
                                         Fitting{"\\P{C}", "\u0378", false, false},
                                         Fitting{"[a\\p{Cn}]", "a", true, true},
                                         Fitting{"[a\\p{Cn}]", "\u0378", true, true},
                                         Fitting{"[a\\p{Cn}]", "b", false, false},
                                         Fitting{"[^\\p{C}]", "b", true, true},
                                         Fitting{"[^\\p{C}]", "\u0378", false, false},
                                         Fitting{"[^\\p{C}\\p{Z}]", "\u00a0", false, false},
                                         Fitting{"[^\\p{C}\\p{Z}]", "b", true, true},
                                         Fitting{"[^a\\p{C}]", "a", false, false},
                                         Fitting{"[^a\\p{C}]", "b", true, true},
                                         Fitting{"[^a\\p{C}]", "1", true, true},
                                         Fitting{"[^a\\p{C}]", "\x07", false, false},
                                         Fitting{"[^a\\p{C}]", "\u0378", false, false},
                                         Fitting{"[\\p{L}\\P{L}]", "\u0378", true, true},
                                         Fitting{"[^\\p{L}\\P{L}]", "a", false, false},
                                         Fitting{"[^\\p{L}\\P{L}]", "\u0378", false, false}),
                         RowName{});

// The RFC's grammar takes both for characters, its mappings to other engines leave them as they
// are.
INSTANTIATE_TEST_SUITE_P(Anchors,
                         IRegexpFit,
                         testing::Values(Fitting{"^ab.*", "abc", true, true},
                                         Fitting{"^b", "ab", false, false},
                                         Fitting{".*bc$", "abc", true, true},
                                         Fitting{"a$", "ab", false, false},
                                         Fitting{"a$", "a\n", false, false},
                                         Fitting{"\\^", "^", true, true},
                                         Fitting{"[$]", "$", true, true}),
                         RowName{});

class IRegexpName : public testing::TestWithParam<std::string_view> {};

TEST_P(IRegexpName, IsACategoryOfItsOwn) {
    EXPECT_THAT(compile_iregexp("\\p{" + std::string(GetParam()) + "}", Fit::kWhole), IsOk());
    EXPECT_THAT(compile_iregexp("[^x\\P{" + std::string(GetParam()) + "}]", Fit::kPart), IsOk());
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

TEST(IRegexp, TakesNoLongerForNestedRepetition) {
    const auto regex = compile_iregexp("((a*)*)*b", Fit::kWhole);
    ASSERT_THAT(regex, IsOk());
    EXPECT_FALSE(regex->search(std::string(100'000, 'a')));
}

}  // namespace
}  // namespace plumbline
