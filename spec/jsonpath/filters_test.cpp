// Filters: existence, logic, nesting. Source: RFC 9535, section 2.3.5.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

class Filters : public testing::TestWithParam<Selection> {};

TEST_P(Filters, KeepWhatFits) {
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
        Selection{"$.a[?@.b == 'kilo']", {R"($['a'][9] {"b":"kilo"})"}},
        Selection{"$.a[?(@.b == 'kilo')]", {R"($['a'][9] {"b":"kilo"})"}},
        Selection{"$.a[?@>3.5]", {"$['a'][1] 5", "$['a'][4] 4", "$['a'][5] 6"}},
        Selection{"$.a[?@.b]",
                  {R"($['a'][6] {"b":"j"})",
                   R"($['a'][7] {"b":"k"})",
                   R"($['a'][8] {"b":{}})",
                   R"($['a'][9] {"b":"kilo"})"}},
        Selection{"$[?@.*].u", {}},
        Selection{"$[?@.*][0]", {"$['a'][0] 3"}},
        Selection{"$[?@[?@.b]][1]", {"$['a'][1] 5"}},
        Selection{"$.o[?@<3, ?@<3]",
                  {"$['o']['p'] 1", "$['o']['q'] 2", "$['o']['p'] 1", "$['o']['q'] 2"}},
        Selection{R"($.a[?@<2 || @.b == "k"])", {"$['a'][2] 1", R"($['a'][7] {"b":"k"})"}},
        Selection{R"($.a[?match(@.b, "[jk]")])",
                  {R"($['a'][6] {"b":"j"})", R"($['a'][7] {"b":"k"})"}},
        Selection{
            R"($.a[?search(@.b, "[jk]")])",
            {R"($['a'][6] {"b":"j"})", R"($['a'][7] {"b":"k"})", R"($['a'][9] {"b":"kilo"})"}},
        Selection{"$.o[?@>1 && @<4]", {"$['o']['q'] 2", "$['o']['r'] 3"}},
        Selection{"$.o[?@.u || @.x]", {R"($['o']['t'] {"u":6})"}},
        Selection{"$.a[?@.b == $.x]",
                  {"$['a'][0] 3",
                   "$['a'][1] 5",
                   "$['a'][2] 1",
                   "$['a'][3] 2",
                   "$['a'][4] 4",
                   "$['a'][5] 6"}},
        Selection{"$.a[?@ == @]",
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
    testing::Values(Selection{"$.e[?@ == 'f']", {}},
                    Selection{"$[?@ == 'f']", {R"($['e'] "f")"}},
                    Selection{"$[?@.b]", {}},
                    Selection{"$.a[?!@.b && @ > 4]", {"$['a'][1] 5", "$['a'][5] 6"}},
                    Selection{"$.a[?@.b.c || @.b == 'j'].b", {R"($['a'][6]['b'] "j")"}},
                    Selection{"$.o[?@.u][?@ == 6]", {"$['o']['t']['u'] 6"}},
                    Selection{"$.o[?@[?@ == 6]].u", {"$['o']['t']['u'] 6"}},
                    Selection{"$[?@[?@[?@ == 6]]].p", {"$['o']['p'] 1"}},
                    Selection{"$[?@[?$.e == 'f' && @ == 1]].p", {"$['o']['p'] 1"}},
                    Selection{"$.a[?$.a[?@ == 7] || @ == 3]", {"$['a'][0] 3"}},
                    Selection{"$.o[?@ == $.a[-8]]", {"$['o']['p'] 1"}},
                    Selection{"$.o[?@ == $.a[2], 'r', ?@ == $.a[2]]",
                              {"$['o']['p'] 1", "$['o']['r'] 3", "$['o']['p'] 1"}},
                    Selection{"$.a[?@['b'] == 'j' || @[0]].b", {R"($['a'][6]['b'] "j")"}}),
    RowName{});

class Logic : public testing::TestWithParam<Truth> {};

TEST_P(Logic, BindsAsTheTableSays) {
    // Of the current node, 1 is true and 0 is absent.
    const Json document = json_of(R"([{"t": 1}])");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         Logic,
                         testing::Values(Truth{"@.t", true},
                                         Truth{"@.f", false},
                                         Truth{"!@.t", false},
                                         Truth{"!@.f", true},
                                         Truth{"@.t && @.t", true},
                                         Truth{"@.t && @.f", false},
                                         Truth{"@.f || @.t", true},
                                         Truth{"@.f || @.f", false},
                                         Truth{"@.t || @.f && @.f", true},
                                         Truth{"(@.t || @.f) && @.f", false},
                                         Truth{"@.f && @.f || @.t", true},
                                         Truth{"@.f && (@.f || @.t)", false},
                                         Truth{"!@.f && @.f", false},
                                         Truth{"!(@.f && @.f)", true},
                                         Truth{"!@.t || @.t", true},
                                         Truth{"!(@.t || @.t)", false},
                                         Truth{"!(!@.t)", true},
                                         Truth{"(((@.t)))", true},
                                         Truth{"!(!(!@.t))", false},
                                         Truth{"@.t && @.t && @.t && @.f", false},
                                         Truth{"@.f || @.f || @.f || @.t", true},
                                         Truth{"@.t == 1 && @.t != 2", true},
                                         Truth{"@.t == 2 || !(@.t == 2)", true},
                                         Truth{"@.t == 1 && !@.f || @.f", true}),
                         RowName{});

class Existence : public testing::TestWithParam<Truth> {};

TEST_P(Existence, AsksForNodesNotForTheirValues) {
    const Json document = json_of(R"([{"n": null, "f": false, "z": 0, "e": [], "a": [1, [2]]}])");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         Existence,
                         testing::Values(Truth{"@", true},
                                         Truth{"$", true},
                                         Truth{"@.n", true},
                                         Truth{"@.f", true},
                                         Truth{"@.z", true},
                                         Truth{"@.e", true},
                                         Truth{"@.e[0]", false},
                                         Truth{"@.e.*", false},
                                         Truth{"@.e[:]", false},
                                         Truth{"@.*", true},
                                         Truth{"@.a[0, 9]", true},
                                         Truth{"@['x', 'n']", true},
                                         Truth{"@['x', 'y']", false},
                                         Truth{"@..[1][0]", true},
                                         Truth{"@..x", false},
                                         Truth{"@.a[?@ == 1]", true},
                                         Truth{"@.a[?@ == 3]", false},
                                         Truth{"$[0].n", true},
                                         Truth{"$[1]", false},
                                         Truth{"$..x", false},
                                         Truth{"$..z", true},
                                         Truth{"!@.e[0]", true},
                                         Truth{"!@.n", false},
                                         Truth{"@[ 'n' ]", true},
                                         Truth{"@.n == null", true},
                                         Truth{"@.x == null", false},
                                         Truth{"@.f == false", true},
                                         Truth{"@.x == false", false}),
                         RowName{});

}  // namespace
}  // namespace plumbline
