// Functions and their types. Source: RFC 9535, section 2.4.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Functions : public testing::TestWithParam<FilterCase> {};

TEST_P(Functions, ReturnTheDefinedResults) {
    const Json document = json_of(R"([{
        "text": "abc", "wide": "é😀", "empty": "", "list": [1, 2, [3, 4]], "object": {"a": 1, "b": 2},
        "number": 7, "true": true, "null": null, "none": [], "pattern": "a.c", "broken": "a(",
        "class": "\\p{Lu}", "lines": "a\nb", "same": [{"c": 1}, {"c": 1}], "one": [{"c": "red"}]}])");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Length,
                         Functions,
                         testing::Values(FilterCase{"length(@.text) == 3", true},
                                         FilterCase{"length(@.wide) == 2", true},
                                         FilterCase{"length(@.empty) == 0", true},
                                         FilterCase{"length(@.list) == 3", true},
                                         FilterCase{"length(@.none) == 0", true},
                                         FilterCase{"length(@.object) == 2", true},
                                         FilterCase{"length('\\ud83d\\ude00') == 1", true},
                                         FilterCase{"length(\"abc\") > 2", true},
                                         FilterCase{"length(@.number) == length(@.true)", true},
                                         FilterCase{"length(@.number) == 0", false},
                                         FilterCase{"length(@.null) == length(@.absent)", true},
                                         FilterCase{"length(1) == $.absent", true},
                                         FilterCase{"length(true) >= 0", false},
                                         FilterCase{"length(null) >= 0", false},
                                         FilterCase{"length(@) == 15", true},
                                         FilterCase{"length(@) == 16", false},
                                         FilterCase{"length($) == 1", true},
                                         FilterCase{"length(length(@.text)) == $.absent", true},
                                         FilterCase{"length(value(@.one..c)) == 3", true},
                                         FilterCase{"length(@.text) == length(@.list)", true},
                                         FilterCase{"length(@.text) < length(@.object)", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Count,
                         Functions,
                         testing::Values(FilterCase{"count(@.list) == 1", true},
                                         FilterCase{"count(@.list[*]) == 3", true},
                                         FilterCase{"count(@.list..*) == 5", true},
                                         FilterCase{"count(@.list[0, 0]) == 2", true},
                                         FilterCase{"count(@.absent) == 0", true},
                                         FilterCase{"count(@.absent.*) == 0", true},
                                         FilterCase{"count(@) == 1", true},
                                         FilterCase{"count($) == 1", true},
                                         FilterCase{"count($..c) == 3", true},
                                         FilterCase{"count(@.same[?@.c == 1]) == 2", true},
                                         FilterCase{"count(@.list[5:]) == 0", true},
                                         FilterCase{"count(@['text', 'absent', 'null']) == 2",
                                                    true},
                                         FilterCase{"count(@.list[?count(@.*) == 2]) == 1", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Value,
                         Functions,
                         testing::Values(FilterCase{"value(@.one..c) == 'red'", true},
                                         FilterCase{"value(@.same..c) == 1", false},
                                         FilterCase{"value(@.same..c) == $.absent", true},
                                         FilterCase{"value(@.absent) == $.absent", true},
                                         FilterCase{"value(@.number) == 7", true},
                                         FilterCase{"value(@..number) == value($..number)", true},
                                         FilterCase{"value(@.null) == null", true},
                                         FilterCase{"value(@.list[0, 0]) == $.absent", true},
                                         FilterCase{"value(@.list[*]) == 1", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Match,
                         Functions,
                         testing::Values(FilterCase{"match(@.text, 'a.c')", true},
                                         FilterCase{"match(@.text, 'b')", false},
                                         FilterCase{"match(@.text, '.*b.*')", true},
                                         FilterCase{"match(@.text, 'ab|abc')", true},
                                         FilterCase{"match(@.text, @.pattern)", true},
                                         FilterCase{"match(@.text, $[0].pattern)", true},
                                         FilterCase{"match(@.text, value($..pattern))", true},
                                         FilterCase{"match(@.empty, '')", true},
                                         FilterCase{"match('\u0416', @.class)", true},
                                         FilterCase{"match(@.lines, 'a.b')", false},
                                         FilterCase{"match(@.lines, 'a\\nb')", true},
                                         FilterCase{"match(@.lines, 'a\\\\nb')", true},
                                         FilterCase{"match('a.c', 'a\\\\.c')", true},
                                         FilterCase{"match('abc', 'a\\\\.c')", false},
                                         FilterCase{"match('a\\rb', 'a.b')", false},
                                         FilterCase{"match('a\\u2028b', 'a.b')", true},
                                         FilterCase{"match(@.text, 'A.C')", false},
                                         FilterCase{"!match(@.text, 'b')", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Search,
                         Functions,
                         testing::Values(FilterCase{"search(@.text, 'b')", true},
                                         FilterCase{"search(@.text, 'd')", false},
                                         FilterCase{"search(@.text, '')", true},
                                         FilterCase{"search(@.text, '^b')", false},
                                         FilterCase{"search(@.wide, '\\\\p{So}')", true},
                                         FilterCase{"search(@.text, @.pattern)", true},
                                         FilterCase{"search('xabcx', @.pattern)", true},
                                         FilterCase{"match('xabcx', @.pattern)", false},
                                         FilterCase{"!search(@.text, 'd')", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(NoMatch,
                         Functions,
                         testing::Values(FilterCase{"match(@.number, '.*')", false},
                                         FilterCase{"match(@.absent, '.*')", false},
                                         FilterCase{"match(@.null, '.*')", false},
                                         FilterCase{"match(@.list, '.*')", false},
                                         FilterCase{"match(1, '.*')", false},
                                         FilterCase{"match(@.text, 1)", false},
                                         FilterCase{"match(@.text, null)", false},
                                         FilterCase{"match(@.text, @.number)", false},
                                         FilterCase{"match(@.text, @.absent)", false},
                                         FilterCase{"match(@.text, @.broken)", false},
                                         FilterCase{"search(@.text, @.broken)", false},
                                         FilterCase{"search(@.text, 'a(')", false},
                                         FilterCase{"search(@.text, '\\\\w')", false},
                                         FilterCase{"search(@.text, '(?i)B')", false},
                                         FilterCase{"!search(@.text, 'a(')", true},
                                         FilterCase{"!match(@.absent, '.*')", true}),
                         RowName{});

TEST(JsonPath, WarnsOfAPatternThatMatchesNothing) {
    const auto path =
        JsonPath::compile("$[?match(@.é, '\\\\d+') || search(@, 'a') || search(@, '[')]");
    ASSERT_THAT(path, IsOk());
    EXPECT_THAT(path->warnings(),
                ElementsAre(HasSubstr("column 15: the pattern \"\\d+\" is not an I-Regexp"),
                            HasSubstr("column 54: the pattern \"[\" is not an I-Regexp")));
    EXPECT_THAT(path->warnings()[0], HasSubstr("write [0-9] or \\p{Nd}; it matches no text"));
}

TEST(JsonPath, WarnsOfNothingElse) {
    EXPECT_THAT(JsonPath::compile("$[?match(@.a, 'b') || match(@.a, 1)]")->warnings(), IsEmpty());
}

class MisusedFunctions : public InvalidQueryTest {};

TEST_P(MisusedFunctions, AreRefused) {
    expect_error(GetParam());
}

constexpr ErrorCode kInvalid = ErrorCode::kInvalid;

INSTANTIATE_TEST_SUITE_P(
    Results,
    MisusedFunctions,
    testing::Values(
        InvalidQueryCase{"$[?length(@.a)]", 4, "length() returns a value", kInvalid},
        InvalidQueryCase{"$[?count(@..*)]", 4, "compare it, as in count(...) > 0", kInvalid},
        InvalidQueryCase{"$[?value(@.a)]", 4, "value() returns a value", kInvalid},
        InvalidQueryCase{"$[?!length(@.a)]", 5, "length() returns a value", kInvalid},
        InvalidQueryCase{"$[?@.a && count(@.*)]", 11, "count() returns a value", kInvalid},
        InvalidQueryCase{"$[?(length(@))]", 5, "length() returns a value", kInvalid},
        InvalidQueryCase{"$[?match(@.a, 'a')==true]",
                         4,
                         "match() returns true or false and cannot be compared",
                         kInvalid},
        InvalidQueryCase{
            "$[?true==match(@.a, 'a')]", 10, "match() returns true or false", kInvalid},
        InvalidQueryCase{
            "$[?search(@.a, 'a') != 1]", 4, "search() returns true or false", kInvalid},
        InvalidQueryCase{
            "$[?length(match(@.a, 'a')) == 1]", 11, "length() takes a value", kInvalid},
        InvalidQueryCase{"$[?match(search(@.a, 'a'), 'a')]", 10, "match() takes a value", kInvalid},
        InvalidQueryCase{"$[?match(@.a, match(@.a, 'a'))]", 15, "match() takes a value", kInvalid},
        InvalidQueryCase{"$[?count(match(@.a, 'a')) == 1]", 10, "count() takes a query", kInvalid}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Arguments,
    MisusedFunctions,
    testing::Values(
        InvalidQueryCase{
            "$[?count(1)>2]", 10, "count() takes a query, as in @.*; found `1`", kInvalid},
        InvalidQueryCase{"$[?count('string')>2]", 10, "count() takes a query", kInvalid},
        InvalidQueryCase{"$[?count(true)>2]", 10, "count() takes a query", kInvalid},
        InvalidQueryCase{"$[?count(null)>2]", 10, "count() takes a query", kInvalid},
        InvalidQueryCase{"$[?count(count(@.*))>2]", 10, "count() takes a query", kInvalid},
        InvalidQueryCase{"$[?value(1)==1]", 10, "value() takes a query", kInvalid},
        InvalidQueryCase{"$[?value(length(@))==1]", 10, "value() takes a query", kInvalid},
        InvalidQueryCase{"$[?length(@.*)<3]", 12, "`.*` may select several nodes", kInvalid},
        InvalidQueryCase{
            "$[?length(@[1, 2])<3]", 12, "`[1, 2]` may select several nodes", kInvalid},
        InvalidQueryCase{"$[?length(@['a','b'])<3]", 12, "may select several", kInvalid},
        InvalidQueryCase{"$[?length(@..a)<3]", 12, "`..a` may select several nodes", kInvalid},
        InvalidQueryCase{"$[?length(@[0:1])<3]", 12, "may select several", kInvalid},
        InvalidQueryCase{"$[?length(@[?@.a])<3]", 12, "may select several", kInvalid},
        InvalidQueryCase{
            "$[?length(@.a[ 0 ])<3]", 14, "has whitespace inside its brackets", kInvalid},
        InvalidQueryCase{
            "$[?match(@.*, 'a')]", 11, "match() takes the value of one node", kInvalid},
        InvalidQueryCase{
            "$[?match(@.a, $..b)]", 16, "match() takes the value of one node", kInvalid},
        InvalidQueryCase{"$[?length()==1]", 4, "length() takes 1 argument, found 0", kInvalid},
        InvalidQueryCase{
            "$[?length(@.a,@.b)==1]", 4, "length() takes 1 argument, found 2", kInvalid},
        InvalidQueryCase{"$[?count()==1]", 4, "count() takes 1 argument, found 0", kInvalid},
        InvalidQueryCase{"$[?count(@.a,@.b)==1]", 4, "count() takes 1 argument, found 2", kInvalid},
        InvalidQueryCase{"$[?value()==4]", 4, "value() takes 1 argument, found 0", kInvalid},
        InvalidQueryCase{"$[?value(@.a,@.b)==4]", 4, "value() takes 1 argument, found 2", kInvalid},
        InvalidQueryCase{"$[?match(@.a)]", 4, "match() takes 2 arguments, found 1", kInvalid},
        InvalidQueryCase{"$[?match(@.a)==1]", 4, "match() takes 2 arguments, found 1", kInvalid},
        InvalidQueryCase{
            "$[?match(@.a,@.b,@.c)]", 4, "match() takes 2 arguments, found 3", kInvalid},
        InvalidQueryCase{"$[?search()]", 4, "search() takes 2 arguments, found 0", kInvalid},
        InvalidQueryCase{
            "$[?search(@.a,@.b,@.*)]", 4, "search() takes 2 arguments, found 3", kInvalid}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Names,
    MisusedFunctions,
    testing::Values(
        InvalidQueryCase{
            "$[?lenght(@.a) > 1]", 4, "no function lenght(); did you mean length()?", kInvalid},
        InvalidQueryCase{"$[?Length(@.a) > 1]", 4, "did you mean length()?", kInvalid},
        InvalidQueryCase{
            "$[?foo(@.a)]", 4, "the functions are length, count, match, search, value", kInvalid},
        InvalidQueryCase{"$[?count(foo(@.*)) == 1]", 10, "there is no function foo()", kInvalid},
        InvalidQueryCase{"$[?@.a == foo()]", 11, "there is no function foo()", kInvalid},
        InvalidQueryCase{"$[?true()]", 4, "there is no function true()", kInvalid},
        InvalidQueryCase{
            "$[?count (@.*)==1]", 9, "remove the whitespace between count and its `(`"},
        InvalidQueryCase{
            "$[?count\n(@.*)==1]", 9, "remove the whitespace between count and its `(`"},
        InvalidQueryCase{"$[?count]", 4, "`count` is not a value"},
        InvalidQueryCase{"$[?@.a == count]", 11, "`count` is not a value"},
        InvalidQueryCase{"$[?_count(@)]", 4, "expected a value or a condition, found `_`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Syntax,
    MisusedFunctions,
    testing::Values(
        InvalidQueryCase{"$[?count(@.*", 9, "this `(` is not closed"},
        InvalidQueryCase{"$[?count(@.*]", 9, "this `(` is not closed"},
        InvalidQueryCase{"$[?count(", 10, "found the end"},
        InvalidQueryCase{"$[?count(,@)==1]", 10, "expected a value or a condition, found `,`"},
        InvalidQueryCase{"$[?match(@,)]", 12, "found `)`"},
        InvalidQueryCase{
            "$[?match(@ 'a')]", 12, "expected `,` or `)` after an argument of match()"},
        InvalidQueryCase{
            "$[?count(@.a == 1)==1]", 14, "expected `,` or `)` after an argument of count()"},
        InvalidQueryCase{"$[?count(@.a && @.b)==1]", 14, "found `&`"},
        InvalidQueryCase{"$[?count((@.a))==1]", 10, "cannot be a condition or have parentheses"},
        InvalidQueryCase{"$[?length(!@.a)==1]", 11, "cannot be a condition"},
        InvalidQueryCase{"$[?length(a)==1]", 11, "`a` is not a value"},
        InvalidQueryCase{"$[?match(@.a, 'a)]", 15, "this quote is not closed"}),
    RowName{});

}  // namespace
}  // namespace plumbline
