#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/regex/iregexp.hpp"

#include <ostream>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

struct NoIRegexp {
    std::string_view pattern;
    int character;  ///< where the message says it is
    std::string_view says;
};

void PrintTo(const NoIRegexp& row, std::ostream* out) {
    *out << testing::PrintToString(row.pattern);
}

class IRegexpRefusal : public testing::TestWithParam<NoIRegexp> {};

TEST_P(IRegexpRefusal, PointsAtTheCharacter) {
    const auto regex = compile_iregexp(GetParam().pattern, Fit::kPart);
    ASSERT_THAT(regex, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(regex,
                FailsWith("is no I-Regexp (RFC 9485), character " +
                          std::to_string(GetParam().character) + ": "));
    EXPECT_THAT(regex, FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(Structure,
                         IRegexpRefusal,
                         testing::Values(NoIRegexp{"(a", 3, "not closed"},
                                         NoIRegexp{"a)", 2, "closes nothing"},
                                         NoIRegexp{")", 1, "closes nothing"},
                                         NoIRegexp{"*a", 1, "nothing to repeat"},
                                         NoIRegexp{"a|+", 3, "nothing to repeat"},
                                         NoIRegexp{"(?:a)", 2, "nothing to repeat"},
                                         NoIRegexp{"(?=a)", 2, "nothing to repeat"},
                                         NoIRegexp{"a**", 3, "nothing to repeat"},
                                         NoIRegexp{"a+?", 3, "nothing to repeat"},
                                         NoIRegexp{"a{2}{3}", 5, "nothing to repeat"},
                                         NoIRegexp{"{2}", 1, "nothing to repeat"},
                                         NoIRegexp{"a{", 3, "expected a count"},
                                         NoIRegexp{"a{}", 3, "expected a count"},
                                         NoIRegexp{"a{,3}", 3, "expected a count"},
                                         NoIRegexp{"a{2", 4, "expected `}`"},
                                         NoIRegexp{"a{2,x}", 5, "expected a count"},
                                         NoIRegexp{"a{2 }", 4, "expected `}`"},
                                         NoIRegexp{"a{3,2}", 2, "wrong way round"},
                                         NoIRegexp{"a]", 2, "write \\]"},
                                         NoIRegexp{"a}", 2, "write \\}"},
                                         NoIRegexp{"\u00e9\xFF", 2, "not UTF-8"}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Escapes,
    IRegexpRefusal,
    testing::Values(NoIRegexp{"\\d", 1, "write [0-9]"},
                    NoIRegexp{"\\D", 1, "write [^0-9]"},
                    NoIRegexp{"\\w", 1, "write [0-9A-Za-z_]"},
                    NoIRegexp{"\\W", 1, "write [^0-9A-Za-z_]"},
                    NoIRegexp{"a\\s", 2, "write [ \\t\\n\\r]"},
                    NoIRegexp{"\\S", 1, "write [^ \\t\\n\\r]"},
                    NoIRegexp{"\\b", 1, "an escape it does not have"},
                    NoIRegexp{"\\1", 1, "an escape it does not have"},
                    NoIRegexp{"\\$", 1, "an escape it does not have"},
                    NoIRegexp{"\\/", 1, "an escape it does not have"},
                    NoIRegexp{"\\u0041", 1, "an escape it does not have"},
                    NoIRegexp{"\\", 1, "an escape it does not have"},
                    NoIRegexp{std::string_view("\\\0", 2), 1, "an escape it does not have"},
                    NoIRegexp{"\\p", 1, "expected a category"},
                    NoIRegexp{"\\pL", 1, "expected a category"},
                    NoIRegexp{"\\p{}", 1, "expected a category"},
                    NoIRegexp{"\\p{L", 1, "expected a category"},
                    NoIRegexp{"\\p{X}", 1, "expected a category"},
                    NoIRegexp{"\\p{Lx}", 1, "expected a category"},
                    NoIRegexp{"\\p{Luu}", 1, "expected a category"},
                    NoIRegexp{"\\p{l}", 1, "expected a category"},
                    NoIRegexp{"\\p{^L}", 1, "expected a category"},
                    NoIRegexp{"\\p{Cs}", 1, "expected a category"},
                    NoIRegexp{"\\p{IsGreek}", 1, "expected a category"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(Classes,
                         IRegexpRefusal,
                         testing::Values(NoIRegexp{"[", 1, "not closed"},
                                         NoIRegexp{"[a", 1, "not closed"},
                                         NoIRegexp{"[]", 1, "without characters"},
                                         NoIRegexp{"[^]", 1, "without characters"},
                                         NoIRegexp{"[]a]", 1, "without characters"},
                                         NoIRegexp{"[a[b]]", 3, "write \\["},
                                         NoIRegexp{"[[:alpha:]]", 2, "write \\["},
                                         NoIRegexp{"[z-a]", 2, "wrong way round"},
                                         NoIRegexp{"[a-\\n]", 2, "wrong way round"},
                                         NoIRegexp{"[a-c-e]", 5, "first or last"},
                                         NoIRegexp{"[--a]", 3, "first or last"},
                                         NoIRegexp{"[---]", 3, "first or last"},
                                         NoIRegexp{"[a--]", 4, "write \\-"},
                                         NoIRegexp{"[\\p{L}-a]", 7, "first or last"},
                                         NoIRegexp{"[a-\\p{L}]", 4, "an escape it does not have"},
                                         NoIRegexp{"[\\d]", 2, "write [0-9]"},
                                         NoIRegexp{"[\\q]", 2, "an escape it does not have"},
                                         NoIRegexp{"[a-", 4, "not closed"},
                                         NoIRegexp{"[a-[b]]", 4, "write \\["}),
                         RowName{});

TEST(IRegexp, RefusesWhatIsTooLargeAsALimit) {
    EXPECT_THAT(compile_iregexp("a{1000}", Fit::kWhole), IsOk());
    EXPECT_THAT(compile_iregexp("a{1001}", Fit::kWhole), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(compile_iregexp("a{1,99999999999999999999}", Fit::kWhole),
                IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(compile_iregexp(std::string(8193, 'a'), Fit::kWhole),
                IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(compile_iregexp(std::string(201, '(') + std::string(201, ')'), Fit::kWhole),
                IsErrorCode(ErrorCode::kLimit));
}

TEST(IRegexp, NamesThePatternAsItWasWrittenWhereItIsTooLarge) {
    const auto regex = compile_iregexp("(.{100}){1000}", Fit::kWhole);
    EXPECT_THAT(regex, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(regex, FailsWith("the pattern \"(.{100}){1000}\" is too large"));
}

TEST(IRegexp, ShowsOnlyTheBeginningOfALongPattern) {
    const auto regex = compile_iregexp(std::string(500, 'a') + "(", Fit::kWhole);
    EXPECT_THAT(regex, FailsWith("aaa...\" is no I-Regexp"));
    EXPECT_LT(regex.error().message.size(), 200U);
}

}  // namespace
}  // namespace plumbline
