// Selectors of names, wildcards, indexes and slices. Source: RFC 9535, sections 2.2 to 2.3.4.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

using Lines = std::vector<std::string>;

class SelectsByName : public testing::TestWithParam<SelectionCase> {};

TEST_P(SelectsByName, InOrder) {
    const Json document = json_of(R"({
        "o": {"j j": {"k.k": 3}}, "'": {"@": 2}, "a": null, "": 4, "\"": 5, "\\": 6, "/": 7,
        "\b\f\n\r\t": 8, "é": 9, "☺": 10, "😀": 11, "a b": 12, "_1": 13, "\u0000": 14, "A": 15,
        "e\u0301": 16, "true": 17, "null": 18, "0": 19, "\u007f": 20, "\ufffd": 21})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Quoted,
    SelectsByName,
    testing::Values(SelectionCase{"$.o['j j']", {R"($['o']['j j'] {"k.k":3})"}},
                    SelectionCase{"$.o['j j']['k.k']", {"$['o']['j j']['k.k'] 3"}},
                    SelectionCase{R"($.o["j j"]["k.k"])", {"$['o']['j j']['k.k'] 3"}},
                    SelectionCase{R"($["'"]["@"])", {R"($['\'']['@'] 2)"}},
                    SelectionCase{R"($['\''])", {R"($['\''] {"@":2})"}},
                    SelectionCase{"$['']", {"$[''] 4"}},
                    SelectionCase{R"($[""])", {"$[''] 4"}},
                    SelectionCase{R"($['"'])", {R"($['"'] 5)"}},
                    SelectionCase{R"($["\""])", {R"($['"'] 5)"}},
                    SelectionCase{R"($['\\'])", {R"($['\\'] 6)"}},
                    SelectionCase{R"($["\/"])", {"$['/'] 7"}},
                    SelectionCase{"$['/']", {"$['/'] 7"}},
                    SelectionCase{R"($['\b\f\n\r\t'])", {R"($['\b\f\n\r\t'] 8)"}},
                    SelectionCase{"$['0']", {"$['0'] 19"}},
                    SelectionCase{"$['\x7f']", {"$['\x7f'] 20"}},
                    SelectionCase{"$['absent']", {}},
                    SelectionCase{"$['a']['b']", {}},
                    SelectionCase{"$['a'][0]", {}},
                    SelectionCase{"$['o'][0]", {}}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(Escaped,
                         SelectsByName,
                         testing::Values(SelectionCase{R"($['\u0061'])", {"$['a'] null"}},
                                         SelectionCase{R"($['\u00e9'])", {"$['é'] 9"}},
                                         SelectionCase{R"($['\u00E9'])", {"$['é'] 9"}},
                                         SelectionCase{R"($["\u263a"])", {"$['☺'] 10"}},
                                         SelectionCase{R"($["\u263A"])", {"$['☺'] 10"}},
                                         SelectionCase{R"($["\uD83D\uDE00"])", {"$['😀'] 11"}},
                                         SelectionCase{R"($['\ud83d\ude00'])", {"$['😀'] 11"}},
                                         SelectionCase{R"($['\u0000'])", {R"($['\u0000'] 14)"}},
                                         SelectionCase{R"($['e\u0301'])", {"$['e\u0301'] 16"}},
                                         SelectionCase{R"($['\u0041'])", {"$['A'] 15"}},
                                         SelectionCase{R"($['\u0027'])", {R"($['\''] {"@":2})"}},
                                         SelectionCase{R"($['\u005c'])", {R"($['\\'] 6)"}},
                                         SelectionCase{R"($['\ufffd'])", {"$['\ufffd'] 21"}},
                                         SelectionCase{R"($['\ud7ff\ue000'])", {}}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Short,
                         SelectsByName,
                         testing::Values(SelectionCase{"$.a", {"$['a'] null"}},
                                         SelectionCase{"$.é", {"$['é'] 9"}},
                                         SelectionCase{"$.☺", {"$['☺'] 10"}},
                                         SelectionCase{"$.😀", {"$['😀'] 11"}},
                                         SelectionCase{"$._1", {"$['_1'] 13"}},
                                         SelectionCase{"$.A", {"$['A'] 15"}},
                                         SelectionCase{"$.e\u0301", {"$['e\u0301'] 16"}},
                                         SelectionCase{"$.true", {"$['true'] 17"}},
                                         SelectionCase{"$.null", {"$['null'] 18"}},
                                         SelectionCase{"$.absent", {}},
                                         SelectionCase{"$.a.b.c", {}}),
                         RowName{});

TEST(JsonPath, SelectsTheRoot) {
    EXPECT_EQ(nodes_of("$", json_of(R"({"k": "v"})")), Lines{R"($ {"k":"v"})"});
    EXPECT_EQ(nodes_of("$", json_of("17")), Lines{"$ 17"});
}

TEST(JsonPath, ReadsEscapesOfEveryLengthInUtf8) {
    const Json document = json_of(
        "{\"\x7f\": 1, \"\u0080\": 2, \"\u07ff\": 3, \"\u0800\": 4, \"\uffff\": 5, "
        "\"\U00010000\": 6, \"\U0010ffff\": 7, \"\ud7ff\": 8, \"\ue000\": 9}");
    EXPECT_EQ(
        nodes_of(R"($['\u007f', '\u0080', '\u07ff', '\u0800', '\uffff'])", document),
        (Lines{"$['\x7f'] 1", "$['\u0080'] 2", "$['\u07ff'] 3", "$['\u0800'] 4", "$['\uffff'] 5"}));
    EXPECT_EQ(nodes_of(R"($['\ud800\udc00', '\udbff\udfff', '\ud7ff', '\ue000'])", document),
              (Lines{"$['\U00010000'] 6", "$['\U0010ffff'] 7", "$['\ud7ff'] 8", "$['\ue000'] 9"}));
}

TEST(JsonPath, DistinguishesNamesThatLookAlike) {
    const Json document = json_of("{\"\u00e9\": 1, \"e\u0301\": 2, \"\u212b\": 3, \"\u00c5\": 4}");
    EXPECT_EQ(nodes_of("$.\u00e9", document), Lines{"$['\u00e9'] 1"});
    EXPECT_EQ(nodes_of("$['\\u212b']", document), Lines{"$['\u212b'] 3"});
}

class SelectsChildren : public testing::TestWithParam<SelectionCase> {};

TEST_P(SelectsChildren, InOrder) {
    const Json document =
        json_of(R"({"o": {"k": 2, "j": 1}, "a": [5, 3], "s": "text", "n": null})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Wildcards,
    SelectsChildren,
    testing::Values(
        SelectionCase{
            "$[*]", {"$['a'] [5,3]", "$['n'] null", R"($['o'] {"j":1,"k":2})", R"($['s'] "text")"}},
        SelectionCase{"$.o[*]", {"$['o']['j'] 1", "$['o']['k'] 2"}},
        SelectionCase{"$.o.*", {"$['o']['j'] 1", "$['o']['k'] 2"}},
        SelectionCase{"$.o[*, *]",
                      {"$['o']['j'] 1", "$['o']['k'] 2", "$['o']['j'] 1", "$['o']['k'] 2"}},
        SelectionCase{"$.a[*]", {"$['a'][0] 5", "$['a'][1] 3"}},
        SelectionCase{"$.a.*", {"$['a'][0] 5", "$['a'][1] 3"}},
        SelectionCase{"$.s[*]", {}},
        SelectionCase{"$.n.*", {}},
        SelectionCase{"$.*.*", {"$['a'][0] 5", "$['a'][1] 3", "$['o']['j'] 1", "$['o']['k'] 2"}},
        SelectionCase{"$.*.j", {"$['o']['j'] 1"}}),
    RowName{});

class SelectsItems : public testing::TestWithParam<SelectionCase> {};

TEST_P(SelectsItems, InOrder) {
    const Json document = json_of(R"(["a", "b", "c", "d", "e", "f", "g"])");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(Indexes,
                         SelectsItems,
                         testing::Values(SelectionCase{"$[0]", {R"($[0] "a")"}},
                                         SelectionCase{"$[1]", {R"($[1] "b")"}},
                                         SelectionCase{"$[6]", {R"($[6] "g")"}},
                                         SelectionCase{"$[7]", {}},
                                         SelectionCase{"$[-1]", {R"($[6] "g")"}},
                                         SelectionCase{"$[-2]", {R"($[5] "f")"}},
                                         SelectionCase{"$[-7]", {R"($[0] "a")"}},
                                         SelectionCase{"$[-8]", {}},
                                         SelectionCase{"$[9007199254740991]", {}},
                                         SelectionCase{"$[-9007199254740991]", {}},
                                         SelectionCase{"$['0']", {}},
                                         SelectionCase{"$.a", {}},
                                         SelectionCase{"$[0][0]", {}}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Slices,
    SelectsItems,
    testing::Values(SelectionCase{"$[1:3]", {R"($[1] "b")", R"($[2] "c")"}},
                    SelectionCase{"$[5:]", {R"($[5] "f")", R"($[6] "g")"}},
                    SelectionCase{"$[1:5:2]", {R"($[1] "b")", R"($[3] "d")"}},
                    SelectionCase{"$[5:1:-2]", {R"($[5] "f")", R"($[3] "d")"}},
                    SelectionCase{"$[::-1]",
                                  {R"($[6] "g")",
                                   R"($[5] "f")",
                                   R"($[4] "e")",
                                   R"($[3] "d")",
                                   R"($[2] "c")",
                                   R"($[1] "b")",
                                   R"($[0] "a")"}},
                    SelectionCase{"$[:2]", {R"($[0] "a")", R"($[1] "b")"}},
                    SelectionCase{"$[-2:]", {R"($[5] "f")", R"($[6] "g")"}},
                    SelectionCase{"$[:-5]", {R"($[0] "a")", R"($[1] "b")"}},
                    SelectionCase{"$[-3:-1]", {R"($[4] "e")", R"($[5] "f")"}},
                    SelectionCase{"$[::3]", {R"($[0] "a")", R"($[3] "d")", R"($[6] "g")"}},
                    SelectionCase{"$[::-3]", {R"($[6] "g")", R"($[3] "d")", R"($[0] "a")"}},
                    SelectionCase{"$[2::-1]", {R"($[2] "c")", R"($[1] "b")", R"($[0] "a")"}},
                    SelectionCase{"$[:4:-1]", {R"($[6] "g")", R"($[5] "f")"}},
                    SelectionCase{"$[-1:-3:-1]", {R"($[6] "g")", R"($[5] "f")"}},
                    SelectionCase{"$[100:4:-1]", {R"($[6] "g")", R"($[5] "f")"}},
                    SelectionCase{"$[1:-100:-1]", {R"($[1] "b")", R"($[0] "a")"}},
                    SelectionCase{"$[-100:2]", {R"($[0] "a")", R"($[1] "b")"}},
                    SelectionCase{"$[5:9007199254740991]", {R"($[5] "f")", R"($[6] "g")"}},
                    SelectionCase{"$[1:6:9007199254740991]", {R"($[1] "b")"}},
                    SelectionCase{"$[5:0:-9007199254740991]", {R"($[5] "f")"}},
                    SelectionCase{"$[-9007199254740991:1:9007199254740991]", {R"($[0] "a")"}},
                    SelectionCase{"$[1:3:0]", {}},
                    SelectionCase{"$[::0]", {}},
                    SelectionCase{"$[3:3]", {}},
                    SelectionCase{"$[3:1]", {}},
                    SelectionCase{"$[1:3:-1]", {}},
                    SelectionCase{"$[7:]", {}},
                    SelectionCase{"$[0:0]", {}}),
    RowName{});

TEST(JsonPath, SlicesOnlyArrays) {
    EXPECT_EQ(nodes_of("$[:]", json_of(R"({"0": 1})")), Lines{});
    EXPECT_EQ(nodes_of("$[::-1]", json_of("[]")), Lines{});
    EXPECT_EQ(nodes_of("$[:]", json_of(R"("text")")), Lines{});
}

}  // namespace
}  // namespace plumbline
