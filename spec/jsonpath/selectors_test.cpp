// Selectors of names, wildcards, indexes and slices. Source: RFC 9535, sections 2.2 to 2.3.4.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

using Lines = std::vector<std::string>;

class SelectsByName : public testing::TestWithParam<Selection> {};

TEST_P(SelectsByName, InOrder) {
    const Json document = json_of(R"({
        "o": {"j j": {"k.k": 3}}, "'": {"@": 2}, "a": null, "": 4, "\"": 5, "\\": 6, "/": 7,
        "\b\f\n\r\t": 8, "é": 9, "☺": 10, "😀": 11, "a b": 12, "_1": 13, "\u0000": 14, "A": 15,
        "e\u0301": 16, "true": 17, "null": 18, "0": 19, "\u007f": 20, "\ufffd": 21})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(Quoted,
                         SelectsByName,
                         testing::Values(Selection{"$.o['j j']", {R"($['o']['j j'] {"k.k":3})"}},
                                         Selection{"$.o['j j']['k.k']", {"$['o']['j j']['k.k'] 3"}},
                                         Selection{R"($.o["j j"]["k.k"])",
                                                   {"$['o']['j j']['k.k'] 3"}},
                                         Selection{R"($["'"]["@"])", {R"($['\'']['@'] 2)"}},
                                         Selection{R"($['\''])", {R"($['\''] {"@":2})"}},
                                         Selection{"$['']", {"$[''] 4"}},
                                         Selection{R"($[""])", {"$[''] 4"}},
                                         Selection{R"($['"'])", {R"($['"'] 5)"}},
                                         Selection{R"($["\""])", {R"($['"'] 5)"}},
                                         Selection{R"($['\\'])", {R"($['\\'] 6)"}},
                                         Selection{R"($["\/"])", {"$['/'] 7"}},
                                         Selection{"$['/']", {"$['/'] 7"}},
                                         Selection{R"($['\b\f\n\r\t'])", {R"($['\b\f\n\r\t'] 8)"}},
                                         Selection{"$['0']", {"$['0'] 19"}},
                                         Selection{"$['\x7f']", {"$['\x7f'] 20"}},
                                         Selection{"$['absent']", {}},
                                         Selection{"$['a']['b']", {}},
                                         Selection{"$['a'][0]", {}},
                                         Selection{"$['o'][0]", {}}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Escaped,
                         SelectsByName,
                         testing::Values(Selection{R"($['\u0061'])", {"$['a'] null"}},
                                         Selection{R"($['\u00e9'])", {"$['é'] 9"}},
                                         Selection{R"($['\u00E9'])", {"$['é'] 9"}},
                                         Selection{R"($["\u263a"])", {"$['☺'] 10"}},
                                         Selection{R"($["\u263A"])", {"$['☺'] 10"}},
                                         Selection{R"($["\uD83D\uDE00"])", {"$['😀'] 11"}},
                                         Selection{R"($['\ud83d\ude00'])", {"$['😀'] 11"}},
                                         Selection{R"($['\u0000'])", {R"($['\u0000'] 14)"}},
                                         Selection{R"($['e\u0301'])", {"$['e\u0301'] 16"}},
                                         Selection{R"($['\u0041'])", {"$['A'] 15"}},
                                         Selection{R"($['\u0027'])", {R"($['\''] {"@":2})"}},
                                         Selection{R"($['\u005c'])", {R"($['\\'] 6)"}},
                                         Selection{R"($['\ufffd'])", {"$['\ufffd'] 21"}},
                                         Selection{R"($['\ud7ff\ue000'])", {}}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Short,
                         SelectsByName,
                         testing::Values(Selection{"$.a", {"$['a'] null"}},
                                         Selection{"$.é", {"$['é'] 9"}},
                                         Selection{"$.☺", {"$['☺'] 10"}},
                                         Selection{"$.😀", {"$['😀'] 11"}},
                                         Selection{"$._1", {"$['_1'] 13"}},
                                         Selection{"$.A", {"$['A'] 15"}},
                                         Selection{"$.e\u0301", {"$['e\u0301'] 16"}},
                                         Selection{"$.true", {"$['true'] 17"}},
                                         Selection{"$.null", {"$['null'] 18"}},
                                         Selection{"$.absent", {}},
                                         Selection{"$.a.b.c", {}}),
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

TEST(JsonPath, TellsNamesApartThatOnlyLookAlike) {
    const Json document = json_of("{\"\u00e9\": 1, \"e\u0301\": 2, \"\u212b\": 3, \"\u00c5\": 4}");
    EXPECT_EQ(nodes_of("$.\u00e9", document), Lines{"$['\u00e9'] 1"});
    EXPECT_EQ(nodes_of("$['\\u212b']", document), Lines{"$['\u212b'] 3"});
}

class SelectsChildren : public testing::TestWithParam<Selection> {};

TEST_P(SelectsChildren, InOrder) {
    const Json document =
        json_of(R"({"o": {"k": 2, "j": 1}, "a": [5, 3], "s": "text", "n": null})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Wildcards,
    SelectsChildren,
    testing::Values(
        Selection{"$[*]",
                  {"$['a'] [5,3]", "$['n'] null", R"($['o'] {"j":1,"k":2})", R"($['s'] "text")"}},
        Selection{"$.o[*]", {"$['o']['j'] 1", "$['o']['k'] 2"}},
        Selection{"$.o.*", {"$['o']['j'] 1", "$['o']['k'] 2"}},
        Selection{"$.o[*, *]",
                  {"$['o']['j'] 1", "$['o']['k'] 2", "$['o']['j'] 1", "$['o']['k'] 2"}},
        Selection{"$.a[*]", {"$['a'][0] 5", "$['a'][1] 3"}},
        Selection{"$.a.*", {"$['a'][0] 5", "$['a'][1] 3"}},
        Selection{"$.s[*]", {}},
        Selection{"$.n.*", {}},
        Selection{"$.*.*", {"$['a'][0] 5", "$['a'][1] 3", "$['o']['j'] 1", "$['o']['k'] 2"}},
        Selection{"$.*.j", {"$['o']['j'] 1"}}),
    RowName{});

class SelectsItems : public testing::TestWithParam<Selection> {};

TEST_P(SelectsItems, InOrder) {
    const Json document = json_of(R"(["a", "b", "c", "d", "e", "f", "g"])");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(Indexes,
                         SelectsItems,
                         testing::Values(Selection{"$[0]", {R"($[0] "a")"}},
                                         Selection{"$[1]", {R"($[1] "b")"}},
                                         Selection{"$[6]", {R"($[6] "g")"}},
                                         Selection{"$[7]", {}},
                                         Selection{"$[-1]", {R"($[6] "g")"}},
                                         Selection{"$[-2]", {R"($[5] "f")"}},
                                         Selection{"$[-7]", {R"($[0] "a")"}},
                                         Selection{"$[-8]", {}},
                                         Selection{"$[9007199254740991]", {}},
                                         Selection{"$[-9007199254740991]", {}},
                                         Selection{"$['0']", {}},
                                         Selection{"$.a", {}},
                                         Selection{"$[0][0]", {}}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Slices,
    SelectsItems,
    testing::Values(Selection{"$[1:3]", {R"($[1] "b")", R"($[2] "c")"}},
                    Selection{"$[5:]", {R"($[5] "f")", R"($[6] "g")"}},
                    Selection{"$[1:5:2]", {R"($[1] "b")", R"($[3] "d")"}},
                    Selection{"$[5:1:-2]", {R"($[5] "f")", R"($[3] "d")"}},
                    Selection{"$[::-1]",
                              {R"($[6] "g")",
                               R"($[5] "f")",
                               R"($[4] "e")",
                               R"($[3] "d")",
                               R"($[2] "c")",
                               R"($[1] "b")",
                               R"($[0] "a")"}},
                    Selection{"$[:2]", {R"($[0] "a")", R"($[1] "b")"}},
                    Selection{"$[-2:]", {R"($[5] "f")", R"($[6] "g")"}},
                    Selection{"$[:-5]", {R"($[0] "a")", R"($[1] "b")"}},
                    Selection{"$[-3:-1]", {R"($[4] "e")", R"($[5] "f")"}},
                    Selection{"$[::3]", {R"($[0] "a")", R"($[3] "d")", R"($[6] "g")"}},
                    Selection{"$[::-3]", {R"($[6] "g")", R"($[3] "d")", R"($[0] "a")"}},
                    Selection{"$[2::-1]", {R"($[2] "c")", R"($[1] "b")", R"($[0] "a")"}},
                    Selection{"$[:4:-1]", {R"($[6] "g")", R"($[5] "f")"}},
                    Selection{"$[-1:-3:-1]", {R"($[6] "g")", R"($[5] "f")"}},
                    Selection{"$[100:4:-1]", {R"($[6] "g")", R"($[5] "f")"}},
                    Selection{"$[1:-100:-1]", {R"($[1] "b")", R"($[0] "a")"}},
                    Selection{"$[-100:2]", {R"($[0] "a")", R"($[1] "b")"}},
                    Selection{"$[5:9007199254740991]", {R"($[5] "f")", R"($[6] "g")"}},
                    Selection{"$[1:6:9007199254740991]", {R"($[1] "b")"}},
                    Selection{"$[5:0:-9007199254740991]", {R"($[5] "f")"}},
                    Selection{"$[-9007199254740991:1:9007199254740991]", {R"($[0] "a")"}},
                    Selection{"$[1:3:0]", {}},
                    Selection{"$[::0]", {}},
                    Selection{"$[3:3]", {}},
                    Selection{"$[3:1]", {}},
                    Selection{"$[1:3:-1]", {}},
                    Selection{"$[7:]", {}},
                    Selection{"$[0:0]", {}}),
    RowName{});

TEST(JsonPath, SlicesNothingButArrays) {
    EXPECT_EQ(nodes_of("$[:]", json_of(R"({"0": 1})")), Lines{});
    EXPECT_EQ(nodes_of("$[::-1]", json_of("[]")), Lines{});
    EXPECT_EQ(nodes_of("$[:]", json_of(R"("text")")), Lines{});
}

}  // namespace
}  // namespace plumbline
