// Functions and their types. Source: RFC 9535, section 2.4.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Functions : public testing::TestWithParam<Truth> {};

TEST_P(Functions, GiveWhatTheyPromise) {
    const Json document = json_of(R"([{
        "text": "abc", "wide": "é😀", "empty": "", "list": [1, 2, [3, 4]], "object": {"a": 1, "b": 2},
        "number": 7, "true": true, "null": null, "none": [], "pattern": "a.c", "broken": "a(",
        "class": "\\p{Lu}", "lines": "a\nb", "same": [{"c": 1}, {"c": 1}], "one": [{"c": "red"}]}])");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Length,
                         Functions,
                         testing::Values(Truth{"length(@.text) == 3", true},
                                         Truth{"length(@.wide) == 2", true},
                                         Truth{"length(@.empty) == 0", true},
                                         Truth{"length(@.list) == 3", true},
                                         Truth{"length(@.none) == 0", true},
                                         Truth{"length(@.object) == 2", true},
                                         Truth{"length('\\ud83d\\ude00') == 1", true},
                                         Truth{"length(\"abc\") > 2", true},
                                         Truth{"length(@.number) == length(@.true)", true},
                                         Truth{"length(@.number) == 0", false},
                                         Truth{"length(@.null) == length(@.absent)", true},
                                         Truth{"length(1) == $.absent", true},
                                         Truth{"length(true) >= 0", false},
                                         Truth{"length(null) >= 0", false},
                                         Truth{"length(@) == 15", true},
                                         Truth{"length(@) == 16", false},
                                         Truth{"length($) == 1", true},
                                         Truth{"length(length(@.text)) == $.absent", true},
                                         Truth{"length(value(@.one..c)) == 3", true},
                                         Truth{"length(@.text) == length(@.list)", true},
                                         Truth{"length(@.text) < length(@.object)", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Count,
                         Functions,
                         testing::Values(Truth{"count(@.list) == 1", true},
                                         Truth{"count(@.list[*]) == 3", true},
                                         Truth{"count(@.list..*) == 5", true},
                                         Truth{"count(@.list[0, 0]) == 2", true},
                                         Truth{"count(@.absent) == 0", true},
                                         Truth{"count(@.absent.*) == 0", true},
                                         Truth{"count(@) == 1", true},
                                         Truth{"count($) == 1", true},
                                         Truth{"count($..c) == 3", true},
                                         Truth{"count(@.same[?@.c == 1]) == 2", true},
                                         Truth{"count(@.list[5:]) == 0", true},
                                         Truth{"count(@['text', 'absent', 'null']) == 2", true},
                                         Truth{"count(@.list[?count(@.*) == 2]) == 1", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Value,
                         Functions,
                         testing::Values(Truth{"value(@.one..c) == 'red'", true},
                                         Truth{"value(@.same..c) == 1", false},
                                         Truth{"value(@.same..c) == $.absent", true},
                                         Truth{"value(@.absent) == $.absent", true},
                                         Truth{"value(@.number) == 7", true},
                                         Truth{"value(@..number) == value($..number)", true},
                                         Truth{"value(@.null) == null", true},
                                         Truth{"value(@.list[0, 0]) == $.absent", true},
                                         Truth{"value(@.list[*]) == 1", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Match,
                         Functions,
                         testing::Values(Truth{"match(@.text, 'a.c')", true},
                                         Truth{"match(@.text, 'b')", false},
                                         Truth{"match(@.text, '.*b.*')", true},
                                         Truth{"match(@.text, 'ab|abc')", true},
                                         Truth{"match(@.text, @.pattern)", true},
                                         Truth{"match(@.text, $[0].pattern)", true},
                                         Truth{"match(@.text, value($..pattern))", true},
                                         Truth{"match(@.empty, '')", true},
                                         Truth{"match('\u0416', @.class)", true},
                                         Truth{"match(@.lines, 'a.b')", false},
                                         Truth{"match(@.lines, 'a\\nb')", true},
                                         Truth{"match(@.lines, 'a\\\\nb')", true},
                                         Truth{"match('a.c', 'a\\\\.c')", true},
                                         Truth{"match('abc', 'a\\\\.c')", false},
                                         Truth{"match('a\\rb', 'a.b')", false},
                                         Truth{"match('a\\u2028b', 'a.b')", true},
                                         Truth{"match(@.text, 'A.C')", false},
                                         Truth{"!match(@.text, 'b')", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Search,
                         Functions,
                         testing::Values(Truth{"search(@.text, 'b')", true},
                                         Truth{"search(@.text, 'd')", false},
                                         Truth{"search(@.text, '')", true},
                                         Truth{"search(@.text, '^b')", false},
                                         Truth{"search(@.wide, '\\\\p{So}')", true},
                                         Truth{"search(@.text, @.pattern)", true},
                                         Truth{"search('xabcx', @.pattern)", true},
                                         Truth{"match('xabcx', @.pattern)", false},
                                         Truth{"!search(@.text, 'd')", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(NoMatch,
                         Functions,
                         testing::Values(Truth{"match(@.number, '.*')", false},
                                         Truth{"match(@.absent, '.*')", false},
                                         Truth{"match(@.null, '.*')", false},
                                         Truth{"match(@.list, '.*')", false},
                                         Truth{"match(1, '.*')", false},
                                         Truth{"match(@.text, 1)", false},
                                         Truth{"match(@.text, null)", false},
                                         Truth{"match(@.text, @.number)", false},
                                         Truth{"match(@.text, @.absent)", false},
                                         Truth{"match(@.text, @.broken)", false},
                                         Truth{"search(@.text, @.broken)", false},
                                         Truth{"search(@.text, 'a(')", false},
                                         Truth{"search(@.text, '\\\\w')", false},
                                         Truth{"search(@.text, '(?i)B')", false},
                                         Truth{"!search(@.text, 'a(')", true},
                                         Truth{"!match(@.absent, '.*')", true}),
                         RowName{});

TEST(JsonPath, RemarksOnAPatternThatFitsNothing) {
    const auto path =
        JsonPath::compile("$[?match(@.é, '\\\\d+') || search(@, 'a') || search(@, '[')]");
    ASSERT_THAT(path, IsOk());
    EXPECT_THAT(path->remarks(),
                ElementsAre(HasSubstr("column 15: the pattern \"\\d+\" is no I-Regexp"),
                            HasSubstr("column 54: the pattern \"[\" is no I-Regexp")));
    EXPECT_THAT(path->remarks()[0], HasSubstr("write [0-9] or \\p{Nd}; it fits no text"));
}

TEST(JsonPath, RemarksOnNothingElse) {
    EXPECT_THAT(JsonPath::compile("$[?match(@.a, 'b') || match(@.a, 1)]")->remarks(), IsEmpty());
}

class MisusedFunctions : public RefusedQuery {};

TEST_P(MisusedFunctions, AreRefused) {
    expect_refused(GetParam());
}

constexpr ErrorCode kInvalid = ErrorCode::kInvalid;

INSTANTIATE_TEST_SUITE_P(
    Results,
    MisusedFunctions,
    testing::Values(
        Refusal{"$[?length(@.a)]", 4, "length() gives a value", kInvalid},
        Refusal{"$[?count(@..*)]", 4, "compare it, as in count(...) > 0", kInvalid},
        Refusal{"$[?value(@.a)]", 4, "value() gives a value", kInvalid},
        Refusal{"$[?!length(@.a)]", 5, "length() gives a value", kInvalid},
        Refusal{"$[?@.a && count(@.*)]", 11, "count() gives a value", kInvalid},
        Refusal{"$[?(length(@))]", 5, "length() gives a value", kInvalid},
        Refusal{
            "$[?match(@.a, 'a')==true]", 4, "match() holds or not and is not compared", kInvalid},
        Refusal{"$[?true==match(@.a, 'a')]", 10, "match() holds or not", kInvalid},
        Refusal{"$[?search(@.a, 'a') != 1]", 4, "search() holds or not", kInvalid},
        Refusal{"$[?length(match(@.a, 'a')) == 1]", 11, "length() takes a value", kInvalid},
        Refusal{"$[?match(search(@.a, 'a'), 'a')]", 10, "match() takes a value", kInvalid},
        Refusal{"$[?match(@.a, match(@.a, 'a'))]", 15, "match() takes a value", kInvalid},
        Refusal{"$[?count(match(@.a, 'a')) == 1]", 10, "count() takes a query", kInvalid}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Arguments,
    MisusedFunctions,
    testing::Values(
        Refusal{"$[?count(1)>2]", 10, "count() takes a query, as in @.*; found `1`", kInvalid},
        Refusal{"$[?count('string')>2]", 10, "count() takes a query", kInvalid},
        Refusal{"$[?count(true)>2]", 10, "count() takes a query", kInvalid},
        Refusal{"$[?count(null)>2]", 10, "count() takes a query", kInvalid},
        Refusal{"$[?count(count(@.*))>2]", 10, "count() takes a query", kInvalid},
        Refusal{"$[?value(1)==1]", 10, "value() takes a query", kInvalid},
        Refusal{"$[?value(length(@))==1]", 10, "value() takes a query", kInvalid},
        Refusal{"$[?length(@.*)<3]", 12, "`.*` may select several nodes", kInvalid},
        Refusal{"$[?length(@[1, 2])<3]", 12, "`[1, 2]` may select several nodes", kInvalid},
        Refusal{"$[?length(@['a','b'])<3]", 12, "may select several", kInvalid},
        Refusal{"$[?length(@..a)<3]", 12, "`..a` may select several nodes", kInvalid},
        Refusal{"$[?length(@[0:1])<3]", 12, "may select several", kInvalid},
        Refusal{"$[?length(@[?@.a])<3]", 12, "may select several", kInvalid},
        Refusal{"$[?length(@.a[ 0 ])<3]", 14, "has blanks inside its brackets", kInvalid},
        Refusal{"$[?match(@.*, 'a')]", 11, "match() takes the value of one node", kInvalid},
        Refusal{"$[?match(@.a, $..b)]", 16, "match() takes the value of one node", kInvalid},
        Refusal{"$[?length()==1]", 4, "length() takes 1 argument, found 0", kInvalid},
        Refusal{"$[?length(@.a,@.b)==1]", 4, "length() takes 1 argument, found 2", kInvalid},
        Refusal{"$[?count()==1]", 4, "count() takes 1 argument, found 0", kInvalid},
        Refusal{"$[?count(@.a,@.b)==1]", 4, "count() takes 1 argument, found 2", kInvalid},
        Refusal{"$[?value()==4]", 4, "value() takes 1 argument, found 0", kInvalid},
        Refusal{"$[?value(@.a,@.b)==4]", 4, "value() takes 1 argument, found 2", kInvalid},
        Refusal{"$[?match(@.a)]", 4, "match() takes 2 arguments, found 1", kInvalid},
        Refusal{"$[?match(@.a)==1]", 4, "match() takes 2 arguments, found 1", kInvalid},
        Refusal{"$[?match(@.a,@.b,@.c)]", 4, "match() takes 2 arguments, found 3", kInvalid},
        Refusal{"$[?search()]", 4, "search() takes 2 arguments, found 0", kInvalid},
        Refusal{"$[?search(@.a,@.b,@.*)]", 4, "search() takes 2 arguments, found 3", kInvalid}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Names,
    MisusedFunctions,
    testing::Values(
        Refusal{"$[?lenght(@.a) > 1]", 4, "no function lenght(); did you mean length()?", kInvalid},
        Refusal{"$[?Length(@.a) > 1]", 4, "did you mean length()?", kInvalid},
        Refusal{"$[?foo(@.a)]", 4, "there are length, count, match, search, value", kInvalid},
        Refusal{"$[?count(foo(@.*)) == 1]", 10, "there is no function foo()", kInvalid},
        Refusal{"$[?@.a == foo()]", 11, "there is no function foo()", kInvalid},
        Refusal{"$[?true()]", 4, "there is no function true()", kInvalid},
        Refusal{"$[?count (@.*)==1]", 9, "no blank stands between count and its `(`"},
        Refusal{"$[?count\n(@.*)==1]", 9, "no blank stands between count and its `(`"},
        Refusal{"$[?count]", 4, "`count` is no value"},
        Refusal{"$[?@.a == count]", 11, "`count` is no value"},
        Refusal{"$[?_count(@)]", 4, "expected a value or a condition, found `_`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Syntax,
    MisusedFunctions,
    testing::Values(
        Refusal{"$[?count(@.*", 9, "this `(` is not closed"},
        Refusal{"$[?count(@.*]", 9, "this `(` is not closed"},
        Refusal{"$[?count(", 10, "found the end"},
        Refusal{"$[?count(,@)==1]", 10, "expected a value or a condition, found `,`"},
        Refusal{"$[?match(@,)]", 12, "found `)`"},
        Refusal{"$[?match(@ 'a')]", 12, "expected `,` or `)` behind an argument of match()"},
        Refusal{"$[?count(@.a == 1)==1]", 14, "expected `,` or `)` behind an argument of count()"},
        Refusal{"$[?count(@.a && @.b)==1]", 14, "found `&`"},
        Refusal{"$[?count((@.a))==1]", 10, "has no parentheses"},
        Refusal{"$[?length(!@.a)==1]", 11, "no condition"},
        Refusal{"$[?length(a)==1]", 11, "`a` is no value"},
        Refusal{"$[?match(@.a, 'a)]", 15, "this quote is not closed"}),
    RowName{});

}  // namespace
}  // namespace plumbline
