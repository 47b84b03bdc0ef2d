// What is no query: segments, selectors, texts and integers. Source: RFC 9535, appendix A.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

class NoQuery : public RefusedQuery {};

TEST_P(NoQuery, IsRefused) {
    expect_refused(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Segments,
    NoQuery,
    testing::Values(Refusal{"", 1, "a query begins with `$`, as in $.name or $[0]; found the end"},
                    Refusal{"a", 1, "found `a`"},
                    Refusal{".a", 1, "found `.`"},
                    Refusal{"[0]", 1, "found `[`"},
                    Refusal{"@", 1, "`@` stands only within a filter"},
                    Refusal{"@.a", 1, "`@` stands only within a filter"},
                    Refusal{"$$", 2, "unexpected `$`; expected `.name`, `..name`, `[` or the end"},
                    Refusal{"$a", 2, "unexpected `a`"},
                    Refusal{"$.a b", 5, "unexpected `b`"},
                    Refusal{"$.a]", 4, "unexpected `]`"},
                    Refusal{"$[0]]", 5, "unexpected `]`"},
                    Refusal{"$.a == 1", 5, "unexpected `=`"},
                    Refusal{"$.é)", 4, "unexpected `)`"},
                    Refusal{"$.a\u00d7[", 5, "this `[` is not closed"},
                    Refusal{"$.", 3, "behind a dot expected `*` or a name"},
                    Refusal{"$..", 4, "found the end"},
                    Refusal{"$...a", 4, "found `.`"},
                    Refusal{"$.a.", 5, "found the end"},
                    Refusal{"$.&", 3, "found `&`"},
                    Refusal{"$.1", 3, "other names stand in brackets"},
                    Refusal{"$.-a", 3, "found `-`"},
                    Refusal{"$..1", 4, "found `1`"},
                    Refusal{"$.a-b", 4, "unexpected `-`"},
                    Refusal{"$.['a']", 3, "one dot and `[` do not go together"},
                    Refusal{"$.'a'", 3, "a name in quotes stands in brackets"},
                    Refusal{"$..\"a\"", 4, "a name in quotes stands in brackets"},
                    Refusal{"$.$", 3, "found `$`"},
                    Refusal{"$.@", 3, "found `@`"},
                    Refusal{"$.**", 4, "unexpected `*`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Selectors,
    NoQuery,
    testing::Values(Refusal{"$[]", 3, "expected a selector before `]`"},
                    Refusal{"$..[]", 5, "expected a selector before `]`"},
                    Refusal{"$[,0]", 3, "expected a selector before `,`"},
                    Refusal{"$[0,]", 5, "expected a selector before `]`"},
                    Refusal{"$[0,,1]", 5, "expected a selector before `,`"},
                    Refusal{"$[0 2]", 5, "expected `,` or `]` behind a selector, found `2`"},
                    Refusal{"$['a' 'b']", 7, "expected `,` or `]`"},
                    Refusal{"$[* *]", 5, "`*`: filters compare values and do not calculate"},
                    Refusal{"$[", 2, "this `[` is not closed"},
                    Refusal{"$[0", 2, "this `[` is not closed"},
                    Refusal{"$[0,", 2, "this `[` is not closed"},
                    Refusal{"$.a['b'", 4, "this `[` is not closed"},
                    Refusal{"$[?@.a", 2, "this `[` is not closed"},
                    Refusal{"$[name]", 3, "'name' (in quotes)"},
                    Refusal{"$[@.a]", 3, "a filter begins with `?`"},
                    Refusal{"$[$.a]", 3, "a filter begins with `?`"},
                    Refusal{"$[(@.length-1)]", 3, "a filter begins with `?`"},
                    Refusal{"$[!@.a]", 3, "a filter begins with `?`"},
                    Refusal{"$[.a]", 3, "expected a selector, found `.`"},
                    Refusal{"$[0[1]]", 4, "expected `,` or `]`"},
                    Refusal{"$[0)]", 4, "this `)` closes nothing"},
                    Refusal{"$[true]", 3, "expected a selector, found `t`"}),
    RowName{});

constexpr ErrorCode kBeyond = ErrorCode::kInvalid;

INSTANTIATE_TEST_SUITE_P(
    Integers,
    NoQuery,
    testing::Values(Refusal{"$[01]", 3, "begins with zeros"},
                    Refusal{"$[00]", 3, "begins with zeros"},
                    Refusal{"$[-01]", 3, "begins with zeros"},
                    Refusal{"$[-0]", 3, "`-0` is no index; write 0"},
                    Refusal{"$[-]", 4, "expected a digit, found `]`"},
                    Refusal{"$[--1]", 4, "expected a digit, found `-`"},
                    Refusal{"$[+1]", 3, "an index has no `+`"},
                    Refusal{"$[1.0]", 4, "expected `,` or `]`"},
                    Refusal{"$[1e2]", 4, "expected `,` or `]`"},
                    Refusal{"$[0x1]", 4, "expected `,` or `]`"},
                    Refusal{"$[9007199254740992]", 3, "is not between", kBeyond},
                    Refusal{"$[-9007199254740992]", 3, "is not between", kBeyond},
                    Refusal{"$[9223372036854775808]", 3, "is not between", kBeyond},
                    Refusal{
                        "$[231584178474632390847141970017375815706]", 3, "is not between", kBeyond},
                    Refusal{"$[?@[9007199254740992]]", 6, "is not between", kBeyond},
                    Refusal{"$[1:2:3:4]", 8, "a slice has two `:` at most"},
                    Refusal{"$[1:2:a]", 7, "expected `,` or `]`"},
                    Refusal{"$[a:2]", 3, "expected a selector"},
                    Refusal{"$[1:'a']", 5, "expected `,` or `]`"},
                    Refusal{"$[01:]", 3, "begins with zeros"},
                    Refusal{"$[:01]", 4, "begins with zeros"},
                    Refusal{"$[::01]", 5, "begins with zeros"},
                    Refusal{"$[-0:]", 3, "`-0` is no index"},
                    Refusal{"$[:-0]", 4, "`-0` is no index"},
                    Refusal{"$[::-0]", 5, "`-0` is no index"},
                    Refusal{"$[:+1]", 4, "do not calculate"},
                    Refusal{"$[9007199254740992:]", 3, "is not between", kBeyond},
                    Refusal{"$[:9007199254740992]", 4, "is not between", kBeyond},
                    Refusal{"$[::9007199254740992]", 5, "is not between", kBeyond},
                    Refusal{"$[::-9007199254740992]", 5, "is not between", kBeyond}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Texts,
    NoQuery,
    testing::Values(Refusal{"$['a]", 3, "this quote is not closed"},
                    Refusal{"$[\"a']", 3, "this quote is not closed"},
                    Refusal{"$['a\\']", 3, "this quote is not closed"},
                    Refusal{"$[''']", 5, "expected `,` or `]`"},
                    Refusal{"$['a'b']", 6, "expected `,` or `]`"},
                    Refusal{"$['\\\"']", 4, R"(`\` before `"` is no escape)"},
                    Refusal{"$[\"\\'\"]", 4, R"(`\` before `'` is no escape)"},
                    Refusal{"$['ab\\a']", 6, R"(there are \b \f \n \r \t \/ \\ \' \uXXXX)"},
                    Refusal{"$['\\v']", 4, "is no escape"},
                    Refusal{"$['\\0']", 4, "is no escape"},
                    Refusal{"$['\\x41']", 4, "is no escape"},
                    Refusal{"$['\\?']", 4, "is no escape"},
                    Refusal{"$['\\U0041']", 4, "is no escape"},
                    Refusal{"$['\\N']", 4, "is no escape"},
                    Refusal{"$['\\\n']", 4, "is no escape"},
                    Refusal{"$['\\é']", 4, "`é` is no escape"},
                    Refusal{"$['\\", 4, "before the end is no escape"},
                    Refusal{"$['\\u']", 4, "expected four hexadecimal digits"},
                    Refusal{"$['\\u12']", 4, "expected four hexadecimal digits"},
                    Refusal{"$['\\u123']", 4, "expected four hexadecimal digits"},
                    Refusal{"$['\\u12g4']", 4, "expected four hexadecimal digits"},
                    Refusal{"$['\\u+123']", 4, "expected four hexadecimal digits"},
                    Refusal{"$['\\u{41}']", 4, "expected four hexadecimal digits"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Surrogates,
    NoQuery,
    testing::Values(Refusal{"$['\\ud800']", 4, "a high surrogate without a low one behind it"},
                    Refusal{"$['\\uDBFF']", 4, "a high surrogate without"},
                    Refusal{"$['\\ud800\\ud800']", 4, "a high surrogate without"},
                    Refusal{"$['\\ud800\\u0041']", 4, "a high surrogate without"},
                    Refusal{"$['\\ud800x']", 4, "a high surrogate without"},
                    Refusal{"$['\\ud800\\n']", 4, "a high surrogate without"},
                    Refusal{"$['\\ud800\\udc0']", 4, "a high surrogate without"},
                    Refusal{"$['\\ud800😀']", 4, "a high surrogate without"},
                    Refusal{"$['\\udc00']", 4, "a low surrogate without a high one"},
                    Refusal{"$['\\uDFFF']", 4, "a low surrogate without"},
                    Refusal{"$['\\udc00\\ud800']", 4, "a low surrogate without"},
                    Refusal{"$['a\\u1234\\udc00']", 11, "a low surrogate without"},
                    Refusal{"$['😀\\udc00']", 5, "a low surrogate without"}),
    RowName{});

class RawControl : public testing::TestWithParam<int> {};

TEST_P(RawControl, IsRefusedInATextWithItsEscape) {
    for (const std::string quote : {"'", "\""}) {
        const std::string text = "$[" + quote + "a" + static_cast<char>(GetParam()) + quote + "]";
        const auto compiled = JsonPath::compile(text);
        ASSERT_THAT(compiled, IsErrorCode(ErrorCode::kSyntax));
        EXPECT_EQ(compiled.error().where.column, 5);
        const std::string digits = "0123456789abcdef";
        EXPECT_THAT(compiled,
                    FailsWith(std::string("write \\u00") + (GetParam() < 16 ? "0" : "1") +
                              digits[static_cast<std::size_t>(GetParam()) % 16]));
    }
}

INSTANTIATE_TEST_SUITE_P(All, RawControl, testing::Range(0, 0x20));

TEST(JsonPath, RefusesBytesThatAreNotUtf8) {
    const auto compiled = JsonPath::compile("$.é\xC3(");
    EXPECT_THAT(compiled, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(compiled, FailsWith("column 4: a byte that is not UTF-8"));
    EXPECT_THAT(JsonPath::compile("$['\xED\xA0\x80']"), FailsWith("not UTF-8"));
}

}  // namespace
}  // namespace plumbline
