// Where whitespace is allowed. Source: RFC 9535, the uses of `S` in appendix A.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

constexpr std::string_view kBlanks[] = {" ", "\t", "\n", "\r", " \n\t\r "};

/// Returns `pattern` with `blank` in place of each `_`.
std::string with_blank(std::string_view pattern, std::string_view blank) {
    std::string text;
    for (const char c : pattern) {
        if (c == '_') {
            text += blank;
        } else {
            text += c;
        }
    }
    return text;
}

class AllowedWhitespace : public testing::TestWithParam<std::string_view> {};

TEST_P(AllowedWhitespace, ChangesNothing) {
    const Json document = json_of(R"([{"a": {"b": 1}, "c": [1, 2, 3]}, {"a": {"b": 2}}])");
    const auto plain = nodes_of(with_blank(GetParam(), ""), document);
    ASSERT_THAT(JsonPath::compile(with_blank(GetParam(), "")), IsOk());
    for (const std::string_view blank : kBlanks) {
        EXPECT_EQ(nodes_of(with_blank(GetParam(), blank), document), plain);
    }
}

INSTANTIATE_TEST_SUITE_P(Table,
                         AllowedWhitespace,
                         testing::Values("$_[0]_.a_['b']",
                                         "$_..b",
                                         "$_.*_..*",
                                         "$[_0_]",
                                         "$[_0_,_1_]",
                                         "$[0]['a'_,_'c']",
                                         "$[0].c[0_:_2_:_1]",
                                         "$[0].c[_:_]",
                                         "$[0].c[_:_:_]",
                                         "$[0].c[_1_:_]",
                                         "$[0].c[_:_2_]",
                                         "$[0].c[_:_:_-1_]",
                                         "$[_*_]",
                                         "$..[_'b'_]",
                                         "$[_?_@.a_]",
                                         "$[?_@.a_,_?_@.c_]",
                                         "$[?_@_.a_.b_==_1_]",
                                         "$[?_1_==_@_.a_['b']_]",
                                         "$[?_$_[0]_.a_]",
                                         "$[?_@.a.b_!=_1_]",
                                         "$[?_@.a.b_<_2_]",
                                         "$[?_@.a.b_<=_2_]",
                                         "$[?_@.a.b_>_1_]",
                                         "$[?_@.a.b_>=_1_]",
                                         "$[?_@.a_&&_@.c_]",
                                         "$[?_@.a_||_@.c_]",
                                         "$[?_!_@.c_]",
                                         "$[?_(_@.c_)_]",
                                         "$[?_!_(_@.c_)_]",
                                         "$[?_(_@.c_&&_@.a_)_||_@.x_]",
                                         "$[?_length(_@_.c_)_==_3_]",
                                         "$[?_count(_@_.c_[_*_]_)_==_3_]",
                                         "$[?_match(_'a'_,_'a'_)_]",
                                         "$[?@[_'c'_]_]",
                                         "$[?@[_'c'_,_'d'_]_]"),
                         RowName{});

struct MisplacedBlankCase {
    std::string_view pattern;
    int column;
    std::string_view message;
};

void PrintTo(const MisplacedBlankCase& row, std::ostream* out) {
    *out << testing::PrintToString(row.pattern);
}

class MisplacedWhitespace : public testing::TestWithParam<MisplacedBlankCase> {};

TEST_P(MisplacedWhitespace, IsRefused) {
    for (const std::string_view blank : kBlanks) {
        const auto compiled = JsonPath::compile(with_blank(GetParam().pattern, blank));
        ASSERT_THAT(compiled, testing::Not(IsOk()));
        EXPECT_EQ(compiled.error().where.column, GetParam().column);
        EXPECT_THAT(compiled, FailsWith(GetParam().message));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    MisplacedWhitespace,
    testing::Values(MisplacedBlankCase{"_$", 1, "remove the whitespace"},
                    MisplacedBlankCase{"$_", 2, "must not end with whitespace"},
                    MisplacedBlankCase{"$.a_", 4, "must not end with whitespace"},
                    MisplacedBlankCase{"$[0]_", 5, "must not end with whitespace"},
                    MisplacedBlankCase{"$._a", 3, "no whitespace is allowed after a dot"},
                    MisplacedBlankCase{"$.._a", 4, "no whitespace is allowed after a dot"},
                    MisplacedBlankCase{"$._*", 3, "no whitespace is allowed after a dot"},
                    MisplacedBlankCase{"$.._*", 4, "no whitespace is allowed after a dot"},
                    MisplacedBlankCase{"$.._['a']", 4, "no whitespace is allowed after a dot"},
                    MisplacedBlankCase{"$._.a", 3, "no whitespace is allowed after a dot"},
                    MisplacedBlankCase{"$[-_1]", 4, "expected a digit"},
                    MisplacedBlankCase{"$[?@.a==-_1]", 10, "expected a digit"},
                    MisplacedBlankCase{"$[?@.a==1._5]", 11, "expected a digit"},
                    MisplacedBlankCase{"$[?@.a==1e_5]", 11, "expected a digit"},
                    MisplacedBlankCase{"$[?length_(@) == 1]", 10, "remove the whitespace between"},
                    // Only queries that are not compared may have these.
                    MisplacedBlankCase{"$[?@[_0]==1]", 5, "whitespace inside its brackets"},
                    MisplacedBlankCase{"$[?@[0_]==1]", 5, "whitespace inside its brackets"},
                    MisplacedBlankCase{"$[?@.a[_'b'_]==1]", 7, "whitespace inside its brackets"},
                    MisplacedBlankCase{"$[?1==$[_'b']]", 8, "whitespace inside its brackets"},
                    MisplacedBlankCase{
                        "$[?length(@[_0]) == 1]", 12, "whitespace inside its brackets"}),
    RowName{});

TEST(JsonPath, AcceptsNoOtherCharacterAsWhitespace) {
    EXPECT_THAT(JsonPath::compile("$\v.a"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(JsonPath::compile("$\u00a0.a"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(JsonPath::compile("$[?@.a\f== 1]"), IsErrorCode(ErrorCode::kSyntax));
}

TEST(JsonPath, KeepsSpacesInTexts) {
    EXPECT_EQ(nodes_of("$[' a ']", json_of(R"({" a ": 1})")),
              std::vector<std::string>{"$[' a '] 1"});
}

}  // namespace
}  // namespace plumbline
