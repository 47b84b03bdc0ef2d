// Invalid queries: segments, selectors, texts and integers. Source: RFC 9535, appendix A.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

class InvalidQuery : public InvalidQueryTest {};

TEST_P(InvalidQuery, IsRefused) {
    expect_error(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Segments,
    InvalidQuery,
    testing::Values(
        InvalidQueryCase{"", 1, "a query begins with `$`, as in $.name or $[0]; found the end"},
        InvalidQueryCase{"a", 1, "found `a`"},
        InvalidQueryCase{".a", 1, "found `.`"},
        InvalidQueryCase{"[0]", 1, "found `[`"},
        InvalidQueryCase{"@", 1, "`@` is allowed only inside a filter"},
        InvalidQueryCase{"@.a", 1, "`@` is allowed only inside a filter"},
        InvalidQueryCase{"$$", 2, "unexpected `$`; expected `.name`, `..name`, `[` or the end"},
        InvalidQueryCase{"$a", 2, "unexpected `a`"},
        InvalidQueryCase{"$.a b", 5, "unexpected `b`"},
        InvalidQueryCase{"$.a]", 4, "unexpected `]`"},
        InvalidQueryCase{"$[0]]", 5, "unexpected `]`"},
        InvalidQueryCase{"$.a == 1", 5, "unexpected `=`"},
        InvalidQueryCase{"$.é)", 4, "unexpected `)`"},
        InvalidQueryCase{"$.a\u00d7[", 5, "this `[` is not closed"},
        InvalidQueryCase{"$.", 3, "expected `*` or a name of letters, digits and `_` after a dot"},
        InvalidQueryCase{"$..", 4, "found the end"},
        InvalidQueryCase{"$...a", 4, "found `.`"},
        InvalidQueryCase{"$.a.", 5, "found the end"},
        InvalidQueryCase{"$.&", 3, "found `&`"},
        InvalidQueryCase{"$.1", 3, "write other names in brackets"},
        InvalidQueryCase{"$.-a", 3, "found `-`"},
        InvalidQueryCase{"$..1", 4, "found `1`"},
        InvalidQueryCase{"$.a-b", 4, "unexpected `-`"},
        InvalidQueryCase{"$.['a']", 3, "a single dot before `[` is not allowed"},
        InvalidQueryCase{"$.'a'", 3, "a name in quotes must be in brackets"},
        InvalidQueryCase{"$..\"a\"", 4, "a name in quotes must be in brackets"},
        InvalidQueryCase{"$.$", 3, "found `$`"},
        InvalidQueryCase{"$.@", 3, "found `@`"},
        InvalidQueryCase{"$.**", 4, "unexpected `*`"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Selectors,
    InvalidQuery,
    testing::Values(
        InvalidQueryCase{"$[]", 3, "expected a selector before `]`"},
        InvalidQueryCase{"$..[]", 5, "expected a selector before `]`"},
        InvalidQueryCase{"$[,0]", 3, "expected a selector before `,`"},
        InvalidQueryCase{"$[0,]", 5, "expected a selector before `]`"},
        InvalidQueryCase{"$[0,,1]", 5, "expected a selector before `,`"},
        InvalidQueryCase{"$[0 2]", 5, "expected `,` or `]` after a selector, found `2`"},
        InvalidQueryCase{"$['a' 'b']", 7, "expected `,` or `]`"},
        InvalidQueryCase{"$[* *]", 5, "`*`: filters compare values and do not calculate"},
        InvalidQueryCase{"$[", 2, "this `[` is not closed"},
        InvalidQueryCase{"$[0", 2, "this `[` is not closed"},
        InvalidQueryCase{"$[0,", 2, "this `[` is not closed"},
        InvalidQueryCase{"$.a['b'", 4, "this `[` is not closed"},
        InvalidQueryCase{"$[?@.a", 2, "this `[` is not closed"},
        InvalidQueryCase{"$[name]", 3, "'name' (in quotes)"},
        InvalidQueryCase{"$[@.a]", 3, "a filter begins with `?`"},
        InvalidQueryCase{"$[$.a]", 3, "a filter begins with `?`"},
        InvalidQueryCase{"$[(@.length-1)]", 3, "a filter begins with `?`"},
        InvalidQueryCase{"$[!@.a]", 3, "a filter begins with `?`"},
        InvalidQueryCase{"$[.a]", 3, "expected a selector, found `.`"},
        InvalidQueryCase{"$[0[1]]", 4, "expected `,` or `]`"},
        InvalidQueryCase{"$[0)]", 4, "this `)` has no matching `(`"},
        InvalidQueryCase{"$[true]", 3, "expected a selector, found `t`"}),
    RowName{});

constexpr ErrorCode kBeyond = ErrorCode::kInvalid;

INSTANTIATE_TEST_SUITE_P(
    Integers,
    InvalidQuery,
    testing::Values(InvalidQueryCase{"$[01]", 3, "begins with zeros"},
                    InvalidQueryCase{"$[00]", 3, "begins with zeros"},
                    InvalidQueryCase{"$[-01]", 3, "begins with zeros"},
                    InvalidQueryCase{"$[-0]", 3, "`-0` is not an index; write 0"},
                    InvalidQueryCase{"$[-]", 4, "expected a digit, found `]`"},
                    InvalidQueryCase{"$[--1]", 4, "expected a digit, found `-`"},
                    InvalidQueryCase{"$[+1]", 3, "an index has no `+`"},
                    InvalidQueryCase{"$[1.0]", 4, "expected `,` or `]`"},
                    InvalidQueryCase{"$[1e2]", 4, "expected `,` or `]`"},
                    InvalidQueryCase{"$[0x1]", 4, "expected `,` or `]`"},
                    InvalidQueryCase{"$[9007199254740992]", 3, "is not between", kBeyond},
                    InvalidQueryCase{"$[-9007199254740992]", 3, "is not between", kBeyond},
                    InvalidQueryCase{"$[9223372036854775808]", 3, "is not between", kBeyond},
                    InvalidQueryCase{
                        "$[231584178474632390847141970017375815706]", 3, "is not between", kBeyond},
                    InvalidQueryCase{"$[?@[9007199254740992]]", 6, "is not between", kBeyond},
                    InvalidQueryCase{"$[1:2:3:4]", 8, "a slice has at most two `:`"},
                    InvalidQueryCase{"$[1:2:a]", 7, "expected `,` or `]`"},
                    InvalidQueryCase{"$[a:2]", 3, "expected a selector"},
                    InvalidQueryCase{"$[1:'a']", 5, "expected `,` or `]`"},
                    InvalidQueryCase{"$[01:]", 3, "begins with zeros"},
                    InvalidQueryCase{"$[:01]", 4, "begins with zeros"},
                    InvalidQueryCase{"$[::01]", 5, "begins with zeros"},
                    InvalidQueryCase{"$[-0:]", 3, "`-0` is not an index"},
                    InvalidQueryCase{"$[:-0]", 4, "`-0` is not an index"},
                    InvalidQueryCase{"$[::-0]", 5, "`-0` is not an index"},
                    InvalidQueryCase{"$[:+1]", 4, "do not calculate"},
                    InvalidQueryCase{"$[9007199254740992:]", 3, "is not between", kBeyond},
                    InvalidQueryCase{"$[:9007199254740992]", 4, "is not between", kBeyond},
                    InvalidQueryCase{"$[::9007199254740992]", 5, "is not between", kBeyond},
                    InvalidQueryCase{"$[::-9007199254740992]", 5, "is not between", kBeyond}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Texts,
    InvalidQuery,
    testing::Values(InvalidQueryCase{"$['a]", 3, "this quote is not closed"},
                    InvalidQueryCase{"$[\"a']", 3, "this quote is not closed"},
                    InvalidQueryCase{"$['a\\']", 3, "this quote is not closed"},
                    InvalidQueryCase{"$[''']", 5, "expected `,` or `]`"},
                    InvalidQueryCase{"$['a'b']", 6, "expected `,` or `]`"},
                    InvalidQueryCase{"$['\\\"']", 4, R"(`\` before `"` is not an escape)"},
                    InvalidQueryCase{"$[\"\\'\"]", 4, R"(`\` before `'` is not an escape)"},
                    InvalidQueryCase{
                        "$['ab\\a']", 6, R"(supported are \b \f \n \r \t \/ \\ \' \uXXXX)"},
                    InvalidQueryCase{"$['\\v']", 4, "is not an escape"},
                    InvalidQueryCase{"$['\\0']", 4, "is not an escape"},
                    InvalidQueryCase{"$['\\x41']", 4, "is not an escape"},
                    InvalidQueryCase{"$['\\?']", 4, "is not an escape"},
                    InvalidQueryCase{"$['\\U0041']", 4, "is not an escape"},
                    InvalidQueryCase{"$['\\N']", 4, "is not an escape"},
                    InvalidQueryCase{"$['\\\n']", 4, "is not an escape"},
                    InvalidQueryCase{"$['\\é']", 4, "`é` is not an escape"},
                    InvalidQueryCase{"$['\\", 4, "before the end is not an escape"},
                    InvalidQueryCase{"$['\\u']", 4, "expected four hexadecimal digits"},
                    InvalidQueryCase{"$['\\u12']", 4, "expected four hexadecimal digits"},
                    InvalidQueryCase{"$['\\u123']", 4, "expected four hexadecimal digits"},
                    InvalidQueryCase{"$['\\u12g4']", 4, "expected four hexadecimal digits"},
                    InvalidQueryCase{"$['\\u+123']", 4, "expected four hexadecimal digits"},
                    InvalidQueryCase{"$['\\u{41}']", 4, "expected four hexadecimal digits"}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    Surrogates,
    InvalidQuery,
    testing::Values(
        InvalidQueryCase{"$['\\ud800']", 4, "a high surrogate without a low one after it"},
        InvalidQueryCase{"$['\\uDBFF']", 4, "a high surrogate without"},
        InvalidQueryCase{"$['\\ud800\\ud800']", 4, "a high surrogate without"},
        InvalidQueryCase{"$['\\ud800\\u0041']", 4, "a high surrogate without"},
        InvalidQueryCase{"$['\\ud800x']", 4, "a high surrogate without"},
        InvalidQueryCase{"$['\\ud800\\n']", 4, "a high surrogate without"},
        InvalidQueryCase{"$['\\ud800\\udc0']", 4, "a high surrogate without"},
        InvalidQueryCase{"$['\\ud800😀']", 4, "a high surrogate without"},
        InvalidQueryCase{"$['\\udc00']", 4, "a low surrogate without a high one"},
        InvalidQueryCase{"$['\\uDFFF']", 4, "a low surrogate without"},
        InvalidQueryCase{"$['\\udc00\\ud800']", 4, "a low surrogate without"},
        InvalidQueryCase{"$['a\\u1234\\udc00']", 11, "a low surrogate without"},
        InvalidQueryCase{"$['😀\\udc00']", 5, "a low surrogate without"}),
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
