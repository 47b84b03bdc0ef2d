// Invalid filters: conditions, comparisons, numbers. Source: RFC 9535, section 2.3.5.1.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

class InvalidFilter : public InvalidQueryTest {};

TEST_P(InvalidFilter, IsRefused) {
    expect_error(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Conditions,
    InvalidFilter,
    testing::Values(
        InvalidQueryCase{"$[?]", 4, "expected a value or a condition, found `]`"},
        InvalidQueryCase{"$[?", 4, "found the end"},
        InvalidQueryCase{"$[?()]", 5, "found `)`"},
        InvalidQueryCase{"$[?(@.a]", 4, "this `(` is not closed"},
        InvalidQueryCase{"$[?((@.a)]", 4, "this `(` is not closed"},
        InvalidQueryCase{"$[?(@.a", 4, "this `(` is not closed"},
        InvalidQueryCase{"$[?@.a)]", 7, "this `)` has no matching `(`"},
        InvalidQueryCase{"$[?(@.a))]", 9, "this `)` has no matching `(`"},
        InvalidQueryCase{"$[?(@.a @.b)]", 9, "expected `)`, && or ||, found `@`"},
        InvalidQueryCase{"$[?(@.a, @.b)]", 8, "expected `)`, && or ||, found `,`"},
        InvalidQueryCase{"$[?@.a @.b]", 8, "expected `,` or `]`"},
        InvalidQueryCase{"$[?@.a &&]", 10, "found `]`"},
        InvalidQueryCase{"$[?@.a ||]", 10, "found `]`"},
        InvalidQueryCase{"$[?&& @.a]", 4, "found `&`"},
        InvalidQueryCase{"$[?@.a && || @.b]", 11, "found `|`"},
        InvalidQueryCase{"$[?@.a & @.b]", 8, "`&` is not an operator; did you mean `&&`?"},
        InvalidQueryCase{"$[?@.a | @.b]", 8, "`|` is not an operator; did you mean `||`?"},
        InvalidQueryCase{"$[?(@.a & @.b)]", 9, "did you mean `&&`?"},
        InvalidQueryCase{"$[?@.a and @.b]", 8, "expected `,` or `]`"},
        InvalidQueryCase{"$[?not @.a]", 4, "`not` is not a value"},
        InvalidQueryCase{"$[?!]", 5, "found `]`"},
        InvalidQueryCase{"$[?!!@.a]", 5, "`!` cannot be repeated"},
        InvalidQueryCase{"$[?! !@.a]", 6, "`!` cannot be repeated"},
        InvalidQueryCase{"$[?@.a!]", 7, "expected `,` or `]`"},
        InvalidQueryCase{"$[?@.a !@.b]", 8, "expected `,` or `]`"},
        InvalidQueryCase{"$[?!@.a == 1]", 4, "`!` is not allowed before a comparison"},
        InvalidQueryCase{"$[?@.b && !@.a == 1]", 11, "`!` is not allowed before a comparison"},
        InvalidQueryCase{"$[??@.a]", 4, "found `?`"},
        InvalidQueryCase{"$[?*]", 4, "found `*`"},
        InvalidQueryCase{"$[?.a]", 4, "found `.`"},
        InvalidQueryCase{
            "$[?a]",
            4,
            "`a` is not a value; write a text in quotes, or a member of the current node as @.a"},
        InvalidQueryCase{"$[?@a]", 5, "expected `,` or `]`"},
        InvalidQueryCase{"$[?@.a ? @.b]", 8, "expected `,` or `]`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    ValuesAlone,
    InvalidFilter,
    testing::Values(InvalidQueryCase{"$[?true]", 4, "a value alone is not a condition"},
                    InvalidQueryCase{"$[?false]", 4, "a value alone"},
                    InvalidQueryCase{"$[?null]", 4, "a value alone"},
                    InvalidQueryCase{"$[?'abc']", 4, "a value alone"},
                    InvalidQueryCase{"$[?2]", 4, "a value alone"},
                    InvalidQueryCase{"$[?2.2]", 4, "a value alone"},
                    InvalidQueryCase{"$[?!true]", 5, "a value alone"},
                    InvalidQueryCase{"$[?(1)]", 5, "a value alone"},
                    InvalidQueryCase{"$[?true && false]", 4, "a value alone"},
                    InvalidQueryCase{"$[?true == false && false]", 21, "a value alone"},
                    InvalidQueryCase{"$[?false || true == false]", 4, "a value alone"},
                    InvalidQueryCase{"$[?@.a == 1 || 'x']", 16, "a value alone"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Comparisons,
    InvalidFilter,
    testing::Values(
        InvalidQueryCase{"$[?@.a ==]", 10, "found `]`"},
        InvalidQueryCase{"$[?== 1]", 4, "found `=`"},
        InvalidQueryCase{"$[?@.a = 1]", 8, "`=` is not an operator; did you mean `==`?"},
        InvalidQueryCase{"$[?@.a === 1]", 10, "found `=`"},
        InvalidQueryCase{"$[?@.a =~ 'b']", 8, "there is no `=~`; use match() or search()"},
        InvalidQueryCase{"$[?@.a <> 1]", 9, "found `>`"},
        InvalidQueryCase{"$[?@.a => 1]", 8, "did you mean `==`?"},
        InvalidQueryCase{"$[?@.a == 1 == 1]", 13, "comparisons do not chain"},
        InvalidQueryCase{"$[?1 < @.a < 3]", 12, "comparisons do not chain"},
        InvalidQueryCase{"$[?(@.a) == 1]", 10, "a condition in parentheses cannot be compared"},
        InvalidQueryCase{"$[?(@.a == 1) == true]", 15, "a condition in parentheses"},
        InvalidQueryCase{"$[?1 == (@.a)]", 9, "cannot be a condition or have parentheses"},
        InvalidQueryCase{"$[?@.a == !@.b]", 11, "cannot be a condition"},
        InvalidQueryCase{"$[?@.a == [1]]", 11, "found `[`"},
        InvalidQueryCase{"$[?@.a == {}]", 11, "found `{`"},
        InvalidQueryCase{"$[?@.a == b]", 11, "`b` is not a value"},
        InvalidQueryCase{"$[?@.a + 1 == 2]", 8, "`+`: filters compare values and do not calculate"},
        InvalidQueryCase{"$[?@.a - 1 == 2]", 8, "do not calculate"},
        InvalidQueryCase{"$[?@.a == 1 + 1]", 13, "do not calculate"},
        InvalidQueryCase{"$[?@ == True]", 9, "`True` is written in lower case: true"},
        InvalidQueryCase{"$[?@ == False]", 9, "lower case: false"},
        InvalidQueryCase{"$[?@ == NULL]", 9, "lower case: null"},
        InvalidQueryCase{"$[?@ == trueish]", 9, "`trueish` is not a value"},
        InvalidQueryCase{"$[?@ in 'abc']", 6, "expected `,` or `]`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    SeveralNodes,
    InvalidFilter,
    testing::Values(
        InvalidQueryCase{"$[?@.* == 1]",
                         5,
                         "only a query for one node can be compared, and `.*` may select several"},
        InvalidQueryCase{"$[?@[*] == 1]", 5, "`[*]` may select several nodes"},
        InvalidQueryCase{"$[?@..a == 1]", 5, "`..a` may select several nodes"},
        InvalidQueryCase{"$[?@.a[*].b == 1]", 7, "`[*]` may select several nodes"},
        InvalidQueryCase{"$[?@[0, 0] == 1]", 5, "`[0, 0]` may select several nodes"},
        InvalidQueryCase{"$[?@['a','b'] == 1]", 5, "may select several"},
        InvalidQueryCase{"$[?@[0:1] == 1]", 5, "may select several"},
        InvalidQueryCase{"$[?@[?@.a] == 1]", 5, "may select several"},
        InvalidQueryCase{"$[?$.* == 1]", 5, "may select several"},
        InvalidQueryCase{"$[?1 == @.*]", 10, "may select several"},
        InvalidQueryCase{"$[?@.a == $..b]", 12, "test whether some node matches with a filter"},
        InvalidQueryCase{"$[?(@.b < @..b)]", 12, "may select several"},
        InvalidQueryCase{"$[?@..[0] == 1]", 5, "`..[0]` may select several nodes"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Numbers,
    InvalidFilter,
    testing::Values(InvalidQueryCase{"$[?@==+1]", 7, "found `+`"},
                    InvalidQueryCase{"$[?@==--1]", 8, "expected a digit, found `-`"},
                    InvalidQueryCase{"$[?@==.1]", 7, "found `.`"},
                    InvalidQueryCase{"$[?@==-.1]", 8, "expected a digit, found `.`"},
                    InvalidQueryCase{"$[?@==-]", 8, "expected a digit, found `]`"},
                    InvalidQueryCase{"$[?@==00]", 7, "begins with zeros"},
                    InvalidQueryCase{"$[?@==01]", 7, "begins with zeros"},
                    InvalidQueryCase{"$[?@==-01]", 7, "begins with zeros"},
                    InvalidQueryCase{"$[?@==-00]", 7, "begins with zeros"},
                    InvalidQueryCase{"$[?@==1.]", 9, "expected a digit after the point"},
                    InvalidQueryCase{"$[?@==1.-1]", 9, "expected a digit after the point"},
                    InvalidQueryCase{"$[?@==1.e1]", 9, "expected a digit after the point"},
                    InvalidQueryCase{"$[?@==1e]", 9, "expected a digit in the exponent"},
                    InvalidQueryCase{"$[?@==1e-]", 10, "expected a digit in the exponent"},
                    InvalidQueryCase{"$[?@==1eE1]", 9, "expected a digit in the exponent"},
                    InvalidQueryCase{"$[?@==1e--1]", 10, "expected a digit in the exponent"},
                    InvalidQueryCase{"$[?@==1e+-1]", 10, "expected a digit in the exponent"},
                    InvalidQueryCase{"$[?@==1e2.3]", 10, "expected `,` or `]`"},
                    InvalidQueryCase{"$[?@==1e2e3]", 10, "expected `,` or `]`"},
                    InvalidQueryCase{"$[?@==1.2.3]", 10, "expected `,` or `]`"},
                    InvalidQueryCase{"$[?@==0x10]", 8, "expected `,` or `]`"},
                    InvalidQueryCase{"$[?@==1_000]", 8, "expected `,` or `]`"},
                    InvalidQueryCase{"$[?@==Infinity]", 7, "`Infinity` is not a value"},
                    InvalidQueryCase{"$[?@==NaN]", 7, "`NaN` is not a value"}),
    RowName{});

TEST(JsonPath, ReportsAProblemWithItsFix) {
    EXPECT_EQ(
        to_text(JsonPath::compile("$.a[?@.b..c == 1]").error()),
        "column 9: only a query for one node can be compared, and `..c` may select several nodes; "
        "test whether some node matches with a filter, as in @.a[?@ == 1], or compare value(...) "
        "or count(...)\n"
        "  $.a[?@.b..c == 1]\n"
        "          ^");
}

}  // namespace
}  // namespace plumbline
