// What is no filter: conditions, comparisons, numbers. Source: RFC 9535, section 2.3.5.1.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

class NoFilter : public RefusedQuery {};

TEST_P(NoFilter, IsRefused) {
    expect_refused(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Conditions,
    NoFilter,
    testing::Values(
        Refusal{"$[?]", 4, "expected a value or a condition, found `]`"},
        Refusal{"$[?", 4, "found the end"},
        Refusal{"$[?()]", 5, "found `)`"},
        Refusal{"$[?(@.a]", 4, "this `(` is not closed"},
        Refusal{"$[?((@.a)]", 4, "this `(` is not closed"},
        Refusal{"$[?(@.a", 4, "this `(` is not closed"},
        Refusal{"$[?@.a)]", 7, "this `)` closes nothing"},
        Refusal{"$[?(@.a))]", 9, "this `)` closes nothing"},
        Refusal{"$[?(@.a @.b)]", 9, "expected `)`, && or ||, found `@`"},
        Refusal{"$[?(@.a, @.b)]", 8, "expected `)`, && or ||, found `,`"},
        Refusal{"$[?@.a @.b]", 8, "expected `,` or `]`"},
        Refusal{"$[?@.a &&]", 10, "found `]`"},
        Refusal{"$[?@.a ||]", 10, "found `]`"},
        Refusal{"$[?&& @.a]", 4, "found `&`"},
        Refusal{"$[?@.a && || @.b]", 11, "found `|`"},
        Refusal{"$[?@.a & @.b]", 8, "`&` is no operator; did you mean `&&`?"},
        Refusal{"$[?@.a | @.b]", 8, "`|` is no operator; did you mean `||`?"},
        Refusal{"$[?(@.a & @.b)]", 9, "did you mean `&&`?"},
        Refusal{"$[?@.a and @.b]", 8, "expected `,` or `]`"},
        Refusal{"$[?not @.a]", 4, "`not` is no value"},
        Refusal{"$[?!]", 5, "found `]`"},
        Refusal{"$[?!!@.a]", 5, "`!` stands once"},
        Refusal{"$[?! !@.a]", 6, "`!` stands once"},
        Refusal{"$[?@.a!]", 7, "expected `,` or `]`"},
        Refusal{"$[?@.a !@.b]", 8, "expected `,` or `]`"},
        Refusal{"$[?!@.a == 1]", 4, "`!` does not stand before a comparison"},
        Refusal{"$[?@.b && !@.a == 1]", 11, "`!` does not stand before a comparison"},
        Refusal{"$[??@.a]", 4, "found `?`"},
        Refusal{"$[?*]", 4, "found `*`"},
        Refusal{"$[?.a]", 4, "found `.`"},
        Refusal{"$[?a]",
                4,
                "`a` is no value; a text stands in quotes, a member of the current node is @.a"},
        Refusal{"$[?@a]", 5, "expected `,` or `]`"},
        Refusal{"$[?@.a ? @.b]", 8, "expected `,` or `]`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(ValuesAlone,
                         NoFilter,
                         testing::Values(Refusal{"$[?true]", 4, "a value alone is no condition"},
                                         Refusal{"$[?false]", 4, "a value alone"},
                                         Refusal{"$[?null]", 4, "a value alone"},
                                         Refusal{"$[?'abc']", 4, "a value alone"},
                                         Refusal{"$[?2]", 4, "a value alone"},
                                         Refusal{"$[?2.2]", 4, "a value alone"},
                                         Refusal{"$[?!true]", 5, "a value alone"},
                                         Refusal{"$[?(1)]", 5, "a value alone"},
                                         Refusal{"$[?true && false]", 4, "a value alone"},
                                         Refusal{"$[?true == false && false]", 21, "a value alone"},
                                         Refusal{"$[?false || true == false]", 4, "a value alone"},
                                         Refusal{"$[?@.a == 1 || 'x']", 16, "a value alone"}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Comparisons,
    NoFilter,
    testing::Values(Refusal{"$[?@.a ==]", 10, "found `]`"},
                    Refusal{"$[?== 1]", 4, "found `=`"},
                    Refusal{"$[?@.a = 1]", 8, "`=` is no operator; did you mean `==`?"},
                    Refusal{"$[?@.a === 1]", 10, "found `=`"},
                    Refusal{"$[?@.a =~ 'b']", 8, "there is no `=~`; use match() or search()"},
                    Refusal{"$[?@.a <> 1]", 9, "found `>`"},
                    Refusal{"$[?@.a => 1]", 8, "did you mean `==`?"},
                    Refusal{"$[?@.a == 1 == 1]", 13, "comparisons do not chain"},
                    Refusal{"$[?1 < @.a < 3]", 12, "comparisons do not chain"},
                    Refusal{"$[?(@.a) == 1]", 10, "what stands in parentheses holds or not"},
                    Refusal{"$[?(@.a == 1) == true]", 15, "what stands in parentheses"},
                    Refusal{"$[?1 == (@.a)]", 9, "has no parentheses"},
                    Refusal{"$[?@.a == !@.b]", 11, "is no condition"},
                    Refusal{"$[?@.a == [1]]", 11, "found `[`"},
                    Refusal{"$[?@.a == {}]", 11, "found `{`"},
                    Refusal{"$[?@.a == b]", 11, "`b` is no value"},
                    Refusal{
                        "$[?@.a + 1 == 2]", 8, "`+`: filters compare values and do not calculate"},
                    Refusal{"$[?@.a - 1 == 2]", 8, "do not calculate"},
                    Refusal{"$[?@.a == 1 + 1]", 13, "do not calculate"},
                    Refusal{"$[?@ == True]", 9, "`True` is written in small letters: true"},
                    Refusal{"$[?@ == False]", 9, "small letters: false"},
                    Refusal{"$[?@ == NULL]", 9, "small letters: null"},
                    Refusal{"$[?@ == trueish]", 9, "`trueish` is no value"},
                    Refusal{"$[?@ in 'abc']", 6, "expected `,` or `]`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    SeveralNodes,
    NoFilter,
    testing::Values(Refusal{"$[?@.* == 1]",
                            5,
                            "only a query for one node is compared, and `.*` may select several"},
                    Refusal{"$[?@[*] == 1]", 5, "`[*]` may select several nodes"},
                    Refusal{"$[?@..a == 1]", 5, "`..a` may select several nodes"},
                    Refusal{"$[?@.a[*].b == 1]", 7, "`[*]` may select several nodes"},
                    Refusal{"$[?@[0, 0] == 1]", 5, "`[0, 0]` may select several nodes"},
                    Refusal{"$[?@['a','b'] == 1]", 5, "may select several"},
                    Refusal{"$[?@[0:1] == 1]", 5, "may select several"},
                    Refusal{"$[?@[?@.a] == 1]", 5, "may select several"},
                    Refusal{"$[?$.* == 1]", 5, "may select several"},
                    Refusal{"$[?1 == @.*]", 10, "may select several"},
                    Refusal{"$[?@.a == $..b]", 12, "ask whether some node fits with a filter"},
                    Refusal{"$[?(@.b < @..b)]", 12, "may select several"},
                    Refusal{"$[?@..[0] == 1]", 5, "`..[0]` may select several nodes"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Numbers,
    NoFilter,
    testing::Values(Refusal{"$[?@==+1]", 7, "found `+`"},
                    Refusal{"$[?@==--1]", 8, "expected a digit, found `-`"},
                    Refusal{"$[?@==.1]", 7, "found `.`"},
                    Refusal{"$[?@==-.1]", 8, "expected a digit, found `.`"},
                    Refusal{"$[?@==-]", 8, "expected a digit, found `]`"},
                    Refusal{"$[?@==00]", 7, "begins with zeros"},
                    Refusal{"$[?@==01]", 7, "begins with zeros"},
                    Refusal{"$[?@==-01]", 7, "begins with zeros"},
                    Refusal{"$[?@==-00]", 7, "begins with zeros"},
                    Refusal{"$[?@==1.]", 9, "expected a digit behind the point"},
                    Refusal{"$[?@==1.-1]", 9, "expected a digit behind the point"},
                    Refusal{"$[?@==1.e1]", 9, "expected a digit behind the point"},
                    Refusal{"$[?@==1e]", 9, "expected a digit in the exponent"},
                    Refusal{"$[?@==1e-]", 10, "expected a digit in the exponent"},
                    Refusal{"$[?@==1eE1]", 9, "expected a digit in the exponent"},
                    Refusal{"$[?@==1e--1]", 10, "expected a digit in the exponent"},
                    Refusal{"$[?@==1e+-1]", 10, "expected a digit in the exponent"},
                    Refusal{"$[?@==1e2.3]", 10, "expected `,` or `]`"},
                    Refusal{"$[?@==1e2e3]", 10, "expected `,` or `]`"},
                    Refusal{"$[?@==1.2.3]", 10, "expected `,` or `]`"},
                    Refusal{"$[?@==0x10]", 8, "expected `,` or `]`"},
                    Refusal{"$[?@==1_000]", 8, "expected `,` or `]`"},
                    Refusal{"$[?@==Infinity]", 7, "`Infinity` is no value"},
                    Refusal{"$[?@==NaN]", 7, "`NaN` is no value"}),
    RowName{});

TEST(JsonPath, SaysInFullWhatToDo) {
    EXPECT_EQ(
        to_text(JsonPath::compile("$.a[?@.b..c == 1]").error()),
        "column 9: only a query for one node is compared, and `..c` may select several nodes; "
        "ask whether some node fits with a filter, as in @.a[?@ == 1], or compare value(...) "
        "or count(...)\n"
        "  $.a[?@.b..c == 1]\n"
        "          ^");
}

}  // namespace
}  // namespace plumbline
