#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/regex/iregexp.hpp"

#include <ostream>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

struct InvalidIRegexpCase {
    std::string_view pattern;
    int character;  ///< the position in the message
    std::string_view message;
};

void PrintTo(const InvalidIRegexpCase& row, std::ostream* out) {
    *out << testing::PrintToString(row.pattern);
}

class IRegexpError : public testing::TestWithParam<InvalidIRegexpCase> {};

TEST_P(IRegexpError, PointsAtTheCharacter) {
    const auto regex = compile_iregexp(GetParam().pattern, MatchScope::kSubstring);
    ASSERT_THAT(regex, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(regex,
                FailsWith("is not an I-Regexp (RFC 9485), character " +
                          std::to_string(GetParam().character) + ": "));
    EXPECT_THAT(regex, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(Structure,
                         IRegexpError,
                         testing::Values(InvalidIRegexpCase{"(a", 3, "not closed"},
                                         InvalidIRegexpCase{"a)", 2, "no matching `(`"},
                                         InvalidIRegexpCase{")", 1, "no matching `(`"},
                                         InvalidIRegexpCase{"*a", 1, "nothing to repeat"},
                                         InvalidIRegexpCase{"a|+", 3, "nothing to repeat"},
                                         InvalidIRegexpCase{"(?:a)", 2, "nothing to repeat"},
                                         InvalidIRegexpCase{"(?=a)", 2, "nothing to repeat"},
                                         InvalidIRegexpCase{"a**", 3, "nothing to repeat"},
                                         InvalidIRegexpCase{"a+?", 3, "nothing to repeat"},
                                         InvalidIRegexpCase{"a{2}{3}", 5, "nothing to repeat"},
                                         InvalidIRegexpCase{"{2}", 1, "nothing to repeat"},
                                         InvalidIRegexpCase{"a{", 3, "expected a count"},
                                         InvalidIRegexpCase{"a{}", 3, "expected a count"},
                                         InvalidIRegexpCase{"a{,3}", 3, "expected a count"},
                                         InvalidIRegexpCase{"a{2", 4, "expected `}`"},
                                         InvalidIRegexpCase{"a{2,x}", 5, "expected a count"},
                                         InvalidIRegexpCase{"a{2 }", 4, "expected `}`"},
                                         InvalidIRegexpCase{"a{3,2}", 2, "in the wrong order"},
                                         InvalidIRegexpCase{"a]", 2, "write \\]"},
                                         InvalidIRegexpCase{"a}", 2, "write \\}"},
                                         InvalidIRegexpCase{"\u00e9\xFF", 2, "not UTF-8"}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Escapes,
    IRegexpError,
    testing::Values(InvalidIRegexpCase{"\\d", 1, "write [0-9]"},
                    InvalidIRegexpCase{"\\D", 1, "write [^0-9]"},
                    InvalidIRegexpCase{"\\w", 1, "write [0-9A-Za-z_]"},
                    InvalidIRegexpCase{"\\W", 1, "write [^0-9A-Za-z_]"},
                    InvalidIRegexpCase{"a\\s", 2, "write [ \\t\\n\\r]"},
                    InvalidIRegexpCase{"\\S", 1, "write [^ \\t\\n\\r]"},
                    InvalidIRegexpCase{"\\b", 1, "unsupported escape"},
                    InvalidIRegexpCase{"\\1", 1, "unsupported escape"},
                    InvalidIRegexpCase{"\\$", 1, "unsupported escape"},
                    InvalidIRegexpCase{"\\/", 1, "unsupported escape"},
                    InvalidIRegexpCase{"\\u0041", 1, "unsupported escape"},
                    InvalidIRegexpCase{"\\", 1, "unsupported escape"},
                    InvalidIRegexpCase{std::string_view("\\\0", 2), 1, "unsupported escape"},
                    InvalidIRegexpCase{"\\p", 1, "expected a category"},
                    InvalidIRegexpCase{"\\pL", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{}", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{L", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{X}", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{Lx}", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{Luu}", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{l}", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{^L}", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{Cs}", 1, "expected a category"},
                    InvalidIRegexpCase{"\\p{IsGreek}", 1, "expected a category"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(Classes,
                         IRegexpError,
                         testing::Values(InvalidIRegexpCase{"[", 1, "not closed"},
                                         InvalidIRegexpCase{"[a", 1, "not closed"},
                                         InvalidIRegexpCase{"[]", 1, "without characters"},
                                         InvalidIRegexpCase{"[^]", 1, "without characters"},
                                         InvalidIRegexpCase{"[]a]", 1, "without characters"},
                                         InvalidIRegexpCase{"[a[b]]", 3, "write \\["},
                                         InvalidIRegexpCase{"[[:alpha:]]", 2, "write \\["},
                                         InvalidIRegexpCase{"[z-a]", 2, "in the wrong order"},
                                         InvalidIRegexpCase{"[a-\\n]", 2, "in the wrong order"},
                                         InvalidIRegexpCase{"[a-c-e]", 5, "first or last"},
                                         InvalidIRegexpCase{"[--a]", 3, "first or last"},
                                         InvalidIRegexpCase{"[---]", 3, "first or last"},
                                         InvalidIRegexpCase{"[a--]", 4, "write \\-"},
                                         InvalidIRegexpCase{"[\\p{L}-a]", 7, "first or last"},
                                         InvalidIRegexpCase{"[a-\\p{L}]", 4, "unsupported escape"},
                                         InvalidIRegexpCase{"[\\d]", 2, "write [0-9]"},
                                         InvalidIRegexpCase{"[\\q]", 2, "unsupported escape"},
                                         InvalidIRegexpCase{"[a-", 4, "not closed"},
                                         InvalidIRegexpCase{"[a-[b]]", 4, "write \\["}),
                         RowName{});

TEST(IRegexp, ReportsALimitForAPatternThatIsTooLarge) {
    EXPECT_THAT(compile_iregexp("a{1000}", MatchScope::kWhole), IsOk());
    EXPECT_THAT(compile_iregexp("a{1001}", MatchScope::kWhole), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(compile_iregexp("a{1,99999999999999999999}", MatchScope::kWhole),
                IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(compile_iregexp(std::string(8193, 'a'), MatchScope::kWhole),
                IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(compile_iregexp(std::string(201, '(') + std::string(201, ')'), MatchScope::kWhole),
                IsErrorCode(ErrorCode::kLimit));
}

TEST(IRegexp, ShowsTheOriginalPatternIfItIsTooLarge) {
    const auto regex = compile_iregexp("(.{100}){1000}", MatchScope::kWhole);
    EXPECT_THAT(regex, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(regex, FailsWith("the pattern \"(.{100}){1000}\" is too large"));
}

TEST(IRegexp, ShowsOnlyTheBeginningOfALongPattern) {
    const auto regex = compile_iregexp(std::string(500, 'a') + "(", MatchScope::kWhole);
    EXPECT_THAT(regex, FailsWith("aaa...\" is not an I-Regexp"));
    EXPECT_LT(regex.error().message.size(), 200U);
}

}  // namespace
}  // namespace plumbline
