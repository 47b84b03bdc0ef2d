// Filters: existence, logic, nesting. Source: RFC 9535, section 2.3.5.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

class Filters : public testing::TestWithParam<SelectionCase> {};

TEST_P(Filters, SelectMatchingChildren) {
    const Json document = json_of(R"({
        "a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
        "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}},
        "e": "f"})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Rfc,
    Filters,
    testing::Values(
        SelectionCase{"$.a[?@.b == 'kilo']", {R"($['a'][9] {"b":"kilo"})"}},
        SelectionCase{"$.a[?(@.b == 'kilo')]", {R"($['a'][9] {"b":"kilo"})"}},
        SelectionCase{"$.a[?@>3.5]", {"$['a'][1] 5", "$['a'][4] 4", "$['a'][5] 6"}},
        SelectionCase{"$.a[?@.b]",
                      {R"($['a'][6] {"b":"j"})",
                       R"($['a'][7] {"b":"k"})",
                       R"($['a'][8] {"b":{}})",
                       R"($['a'][9] {"b":"kilo"})"}},
        SelectionCase{"$[?@.*].u", {}},
        SelectionCase{"$[?@.*][0]", {"$['a'][0] 3"}},
        SelectionCase{"$[?@[?@.b]][1]", {"$['a'][1] 5"}},
        SelectionCase{"$.o[?@<3, ?@<3]",
                      {"$['o']['p'] 1", "$['o']['q'] 2", "$['o']['p'] 1", "$['o']['q'] 2"}},
        SelectionCase{R"($.a[?@<2 || @.b == "k"])", {"$['a'][2] 1", R"($['a'][7] {"b":"k"})"}},
        SelectionCase{R"($.a[?match(@.b, "[jk]")])",
                      {R"($['a'][6] {"b":"j"})", R"($['a'][7] {"b":"k"})"}},
        SelectionCase{
            R"($.a[?search(@.b, "[jk]")])",
            {R"($['a'][6] {"b":"j"})", R"($['a'][7] {"b":"k"})", R"($['a'][9] {"b":"kilo"})"}},
        SelectionCase{"$.o[?@>1 && @<4]", {"$['o']['q'] 2", "$['o']['r'] 3"}},
        SelectionCase{"$.o[?@.u || @.x]", {R"($['o']['t'] {"u":6})"}},
        SelectionCase{"$.a[?@.b == $.x]",
                      {"$['a'][0] 3",
                       "$['a'][1] 5",
                       "$['a'][2] 1",
                       "$['a'][3] 2",
                       "$['a'][4] 4",
                       "$['a'][5] 6"}},
        SelectionCase{"$.a[?@ == @]",
                      {"$['a'][0] 3",
                       "$['a'][1] 5",
                       "$['a'][2] 1",
                       "$['a'][3] 2",
                       "$['a'][4] 4",
                       "$['a'][5] 6",
                       R"($['a'][6] {"b":"j"})",
                       R"($['a'][7] {"b":"k"})",
                       R"($['a'][8] {"b":{}})",
                       R"($['a'][9] {"b":"kilo"})"}}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(
    More,
    Filters,
    testing::Values(SelectionCase{"$.e[?@ == 'f']", {}},
                    SelectionCase{"$[?@ == 'f']", {R"($['e'] "f")"}},
                    SelectionCase{"$[?@.b]", {}},
                    SelectionCase{"$.a[?!@.b && @ > 4]", {"$['a'][1] 5", "$['a'][5] 6"}},
                    SelectionCase{"$.a[?@.b.c || @.b == 'j'].b", {R"($['a'][6]['b'] "j")"}},
                    SelectionCase{"$.o[?@.u][?@ == 6]", {"$['o']['t']['u'] 6"}},
                    SelectionCase{"$.o[?@[?@ == 6]].u", {"$['o']['t']['u'] 6"}},
                    SelectionCase{"$[?@[?@[?@ == 6]]].p", {"$['o']['p'] 1"}},
                    SelectionCase{"$[?@[?$.e == 'f' && @ == 1]].p", {"$['o']['p'] 1"}},
                    SelectionCase{"$.a[?$.a[?@ == 7] || @ == 3]", {"$['a'][0] 3"}},
                    SelectionCase{"$.o[?@ == $.a[-8]]", {"$['o']['p'] 1"}},
                    SelectionCase{"$.o[?@ == $.a[2], 'r', ?@ == $.a[2]]",
                                  {"$['o']['p'] 1", "$['o']['r'] 3", "$['o']['p'] 1"}},
                    SelectionCase{"$.a[?@['b'] == 'j' || @[0]].b", {R"($['a'][6]['b'] "j")"}}),
    RowName{});

class Logic : public testing::TestWithParam<FilterCase> {};

TEST_P(Logic, FollowsThePrecedenceTable) {
    // In the current node, `t` is true and `f` is absent.
    const Json document = json_of(R"([{"t": 1}])");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         Logic,
                         testing::Values(FilterCase{"@.t", true},
                                         FilterCase{"@.f", false},
                                         FilterCase{"!@.t", false},
                                         FilterCase{"!@.f", true},
                                         FilterCase{"@.t && @.t", true},
                                         FilterCase{"@.t && @.f", false},
                                         FilterCase{"@.f || @.t", true},
                                         FilterCase{"@.f || @.f", false},
                                         FilterCase{"@.t || @.f && @.f", true},
                                         FilterCase{"(@.t || @.f) && @.f", false},
                                         FilterCase{"@.f && @.f || @.t", true},
                                         FilterCase{"@.f && (@.f || @.t)", false},
                                         FilterCase{"!@.f && @.f", false},
                                         FilterCase{"!(@.f && @.f)", true},
                                         FilterCase{"!@.t || @.t", true},
                                         FilterCase{"!(@.t || @.t)", false},
                                         FilterCase{"!(!@.t)", true},
                                         FilterCase{"(((@.t)))", true},
                                         FilterCase{"!(!(!@.t))", false},
                                         FilterCase{"@.t && @.t && @.t && @.f", false},
                                         FilterCase{"@.f || @.f || @.f || @.t", true},
                                         FilterCase{"@.t == 1 && @.t != 2", true},
                                         FilterCase{"@.t == 2 || !(@.t == 2)", true},
                                         FilterCase{"@.t == 1 && !@.f || @.f", true}),
                         RowName{});

class Existence : public testing::TestWithParam<FilterCase> {};

TEST_P(Existence, TestsForNodesNotForTheirValues) {
    const Json document = json_of(R"([{"n": null, "f": false, "z": 0, "e": [], "a": [1, [2]]}])");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         Existence,
                         testing::Values(FilterCase{"@", true},
                                         FilterCase{"$", true},
                                         FilterCase{"@.n", true},
                                         FilterCase{"@.f", true},
                                         FilterCase{"@.z", true},
                                         FilterCase{"@.e", true},
                                         FilterCase{"@.e[0]", false},
                                         FilterCase{"@.e.*", false},
                                         FilterCase{"@.e[:]", false},
                                         FilterCase{"@.*", true},
                                         FilterCase{"@.a[0, 9]", true},
                                         FilterCase{"@['x', 'n']", true},
                                         FilterCase{"@['x', 'y']", false},
                                         FilterCase{"@..[1][0]", true},
                                         FilterCase{"@..x", false},
                                         FilterCase{"@.a[?@ == 1]", true},
                                         FilterCase{"@.a[?@ == 3]", false},
                                         FilterCase{"$[0].n", true},
                                         FilterCase{"$[1]", false},
                                         FilterCase{"$..x", false},
                                         FilterCase{"$..z", true},
                                         FilterCase{"!@.e[0]", true},
                                         FilterCase{"!@.n", false},
                                         FilterCase{"@[ 'n' ]", true},
                                         FilterCase{"@.n == null", true},
                                         FilterCase{"@.x == null", false},
                                         FilterCase{"@.f == false", true},
                                         FilterCase{"@.x == false", false}),
                         RowName{});

}  // namespace
}  // namespace plumbline
