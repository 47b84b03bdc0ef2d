// Normalized paths and pointers. Source: RFC 9535, section 2.7.

#include "spec/jsonpath/node_list.hpp"

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

#include <ostream>

namespace plumbline {
namespace {

using namespace std::string_view_literals;

struct NormalizedPathCase {
    std::string_view query;
    std::string_view path;
};

void PrintTo(const NormalizedPathCase& row, std::ostream* out) {
    *out << testing::PrintToString(row.query);
}

class NormalizedPaths : public testing::TestWithParam<NormalizedPathCase> {};

TEST_P(NormalizedPaths, HaveOneForm) {
    const Json document = json_of(R"({
        "a": {"b": [0, 1, 2], "c\"d": 1}, "\u000b": 1, "it's": {"\\": [[7]]}, "\b\t\n\f\r": 1,
        "\u0000\u0007\u000e\u000f\u0010\u001f": 1, "\u007f\u0080\u2028": 1, "/~": 1, "é😀": 1, "": 1})");
    const auto compiled = JsonPath::compile(GetParam().query);
    ASSERT_THAT(compiled, IsOk());
    const auto nodes = compiled->select(document);
    ASSERT_THAT(nodes, IsOk());
    ASSERT_EQ(nodes->size(), 1U);
    EXPECT_EQ((*nodes)[0].path(), GetParam().path);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    NormalizedPaths,
    testing::Values(NormalizedPathCase{"$", "$"},
                    NormalizedPathCase{"$.a", "$['a']"},
                    NormalizedPathCase{"$[\"a\"]", "$['a']"},
                    NormalizedPathCase{"$['\\u0061']", "$['a']"},
                    NormalizedPathCase{"$.a.b[1]", "$['a']['b'][1]"},
                    NormalizedPathCase{"$.a.b[-3]", "$['a']['b'][0]"},
                    NormalizedPathCase{"$.a.b[1:2]", "$['a']['b'][1]"},
                    NormalizedPathCase{"$.a['c\"d']", "$['a']['c\"d']"},
                    NormalizedPathCase{"$['\\u000B']", "$['\\u000b']"},
                    NormalizedPathCase{"$[\"it's\"]", "$['it\\'s']"},
                    NormalizedPathCase{"$..[?@ == 7]", "$['it\\'s']['\\\\'][0][0]"},
                    NormalizedPathCase{"$['\\b\\t\\n\\f\\r']", "$['\\b\\t\\n\\f\\r']"},
                    NormalizedPathCase{"$['\\u0000\\u0007\\u000E\\u000F\\u0010\\u001F']",
                                       "$['\\u0000\\u0007\\u000e\\u000f\\u0010\\u001f']"},
                    NormalizedPathCase{"$['\\u007f\\u0080\\u2028']", "$['\x7f\u0080\u2028']"},
                    NormalizedPathCase{"$['\\/~']", "$['/~']"},
                    NormalizedPathCase{"$.é😀", "$['é😀']"},
                    NormalizedPathCase{"$['']", "$['']"}),
    RowName{});

TEST(NormalizedName, EscapesOnlyWhatItMust) {
    EXPECT_EQ(normalized_name("a\"b/c d\u00e9"), "'a\"b/c d\u00e9'");
    EXPECT_EQ(normalized_name("'\\"), R"('\'\\')");
    EXPECT_EQ(normalized_name("\0\v\x1b\x7f"sv), "'\\u0000\\u000b\\u001b\x7f'");
    EXPECT_EQ(normalized_name(""), "''");
}

TEST(NodeList, ReturnsEachNodeAsAPointer) {
    const Json document = json_of(R"({"a/b": [{"~": 1, "": 2}], "0": [3]})");
    const auto nodes = JsonPath::compile("$..[?@ > 0]")->select(document);
    ASSERT_EQ(nodes->size(), 3U);
    EXPECT_EQ((*nodes)[0].pointer().to_text(), "/0/0");
    EXPECT_EQ((*nodes)[1].pointer().to_text(), "/a~1b/0/");
    EXPECT_EQ((*nodes)[2].pointer().to_text(), "/a~1b/0/~0");
    EXPECT_EQ(JsonPath::compile("$")->select(document).value()[0].pointer().to_text(), "");
}

TEST(NodeList, PointsIntoTheDocument) {
    const Json document = json_of(R"({"a": [1, {"b": 2}]})");
    const auto nodes = JsonPath::compile("$.a[1].b")->select(document);
    ASSERT_EQ(nodes->size(), 1U);
    EXPECT_EQ(&(*nodes)[0].value(), &document.at("a").at(1).at("b"));
}

TEST(NodeList, IsIteratedInOrder) {
    const Json document = json_of("[1, 2, 3]");
    const auto nodes = JsonPath::compile("$[::-1]")->select(document);
    std::string seen;
    for (const JsonPathMatch& node : *nodes) seen += node.path();
    EXPECT_EQ(seen, "$[2]$[1]$[0]");
    EXPECT_FALSE(nodes->empty());
}

TEST(NodeList, MayBeEmpty) {
    const NodeList none;
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.size(), 0U);
    EXPECT_TRUE(none.begin() == none.end());
}

TEST(NodeList, KeepsANodeThatIsSelectedTwice) {
    const Json document = json_of(R"({"a": {"b": 1}})");
    EXPECT_EQ(nodes_of("$..['a','a'].b", document),
              (std::vector<std::string>{"$['a']['b'] 1", "$['a']['b'] 1"}));
}

TEST(JsonPath, ReturnsWhetherItIsSingular) {
    EXPECT_TRUE(JsonPath::compile("$")->is_singular());
    EXPECT_TRUE(JsonPath::compile("$.a[0]['b'][-1]")->is_singular());
    EXPECT_FALSE(JsonPath::compile("$.*")->is_singular());
    EXPECT_FALSE(JsonPath::compile("$..a")->is_singular());
    EXPECT_FALSE(JsonPath::compile("$['a', 'b']")->is_singular());
    EXPECT_FALSE(JsonPath::compile("$[0:1]")->is_singular());
    EXPECT_FALSE(JsonPath::compile("$[?@.a]")->is_singular());
}

TEST(JsonPath, ReturnsWhetherAnythingExists) {
    const Json document = json_of(R"({"a": [null]})");
    EXPECT_TRUE(JsonPath::compile("$")->exists(document).value());
    EXPECT_TRUE(JsonPath::compile("$.a[0]")->exists(document).value());
    EXPECT_FALSE(JsonPath::compile("$.a[1]")->exists(document).value());
    EXPECT_FALSE(JsonPath::compile("$..[?@ == 1]")->exists(document).value());
}

TEST(JsonPath, KeepsItsText) {
    EXPECT_EQ(JsonPath::compile("$ .a")->text(), "$ .a");
}

}  // namespace
}  // namespace plumbline
