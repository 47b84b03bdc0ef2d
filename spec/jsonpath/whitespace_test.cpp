// Where blanks may stand, and where not. Source: RFC 9535, the uses of `S` in appendix A.

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

class BlanksBetween : public testing::TestWithParam<std::string_view> {};

TEST_P(BlanksBetween, ChangeNothing) {
    const Json document = json_of(R"([{"a": {"b": 1}, "c": [1, 2, 3]}, {"a": {"b": 2}}])");
    const auto plain = nodes_of(with_blank(GetParam(), ""), document);
    ASSERT_THAT(JsonPath::compile(with_blank(GetParam(), "")), IsOk());
    for (const std::string_view blank : kBlanks) {
        EXPECT_EQ(nodes_of(with_blank(GetParam(), blank), document), plain);
    }
}

INSTANTIATE_TEST_SUITE_P(Table,
                         BlanksBetween,
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

struct Misplaced {
    std::string_view pattern;
    int column;
    std::string_view says;
};

void PrintTo(const Misplaced& row, std::ostream* out) {
    *out << testing::PrintToString(row.pattern);
}

class BlanksWithin : public testing::TestWithParam<Misplaced> {};

TEST_P(BlanksWithin, AreRefused) {
    for (const std::string_view blank : kBlanks) {
        const auto compiled = JsonPath::compile(with_blank(GetParam().pattern, blank));
        ASSERT_THAT(compiled, testing::Not(IsOk()));
        EXPECT_EQ(compiled.error().where.column, GetParam().column);
        EXPECT_THAT(compiled, FailsWith(GetParam().says));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    BlanksWithin,
    testing::Values(Misplaced{"_$", 1, "leave out the blanks"},
                    Misplaced{"$_", 2, "ends without blanks"},
                    Misplaced{"$.a_", 4, "ends without blanks"},
                    Misplaced{"$[0]_", 5, "ends without blanks"},
                    Misplaced{"$._a", 3, "no blank stands behind a dot"},
                    Misplaced{"$.._a", 4, "no blank stands behind a dot"},
                    Misplaced{"$._*", 3, "no blank stands behind a dot"},
                    Misplaced{"$.._*", 4, "no blank stands behind a dot"},
                    Misplaced{"$.._['a']", 4, "no blank stands behind a dot"},
                    Misplaced{"$._.a", 3, "no blank stands behind a dot"},
                    Misplaced{"$[-_1]", 4, "expected a digit"},
                    Misplaced{"$[?@.a==-_1]", 10, "expected a digit"},
                    Misplaced{"$[?@.a==1._5]", 11, "expected a digit"},
                    Misplaced{"$[?@.a==1e_5]", 11, "expected a digit"},
                    Misplaced{"$[?length_(@) == 1]", 10, "no blank stands between"},
                    // Only queries that are not compared may have these.
                    Misplaced{"$[?@[_0]==1]", 5, "blanks inside its brackets"},
                    Misplaced{"$[?@[0_]==1]", 5, "blanks inside its brackets"},
                    Misplaced{"$[?@.a[_'b'_]==1]", 7, "blanks inside its brackets"},
                    Misplaced{"$[?1==$[_'b']]", 8, "blanks inside its brackets"},
                    Misplaced{"$[?length(@[_0]) == 1]", 12, "blanks inside its brackets"}),
    RowName{});

TEST(JsonPath, TakesNoOtherCharacterForABlank) {
    EXPECT_THAT(JsonPath::compile("$\v.a"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(JsonPath::compile("$\u00a0.a"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(JsonPath::compile("$[?@.a\f== 1]"), IsErrorCode(ErrorCode::kSyntax));
}

TEST(JsonPath, KeepsBlanksInTexts) {
    EXPECT_EQ(nodes_of("$[' a ']", json_of(R"({" a ": 1})")),
              std::vector<std::string>{"$[' a '] 1"});
}

}  // namespace
}  // namespace plumbline
