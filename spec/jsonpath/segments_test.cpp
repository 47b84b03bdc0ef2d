// Child and descendant segments, and the order of nodes. Source: RFC 9535, sections 1.5, 2.5, 2.6.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

class SelectsTogether : public testing::TestWithParam<SelectionCase> {};

TEST_P(SelectsTogether, InTheOrderOfTheSelectors) {
    const Json document = json_of(R"(["a", "b", "c", "d", "e", "f", "g"])");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    SelectsTogether,
    testing::Values(SelectionCase{"$[0, 3]", {R"($[0] "a")", R"($[3] "d")"}},
                    SelectionCase{"$[3,0]", {R"($[3] "d")", R"($[0] "a")"}},
                    SelectionCase{"$[0:2, 5]", {R"($[0] "a")", R"($[1] "b")", R"($[5] "f")"}},
                    SelectionCase{"$[0, 0]", {R"($[0] "a")", R"($[0] "a")"}},
                    SelectionCase{"$['a', 1]", {R"($[1] "b")"}},
                    SelectionCase{"$[-1, 6, ::6]",
                                  {R"($[6] "g")", R"($[6] "g")", R"($[0] "a")", R"($[6] "g")"}},
                    SelectionCase{"$[?@ == 'c', 0]", {R"($[2] "c")", R"($[0] "a")"}}),
    RowName{});

class SelectsBelow : public testing::TestWithParam<SelectionCase> {};

TEST_P(SelectsBelow, ParentsBeforeTheirDescendants) {
    const Json document = json_of(R"({"o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]]})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    SelectsBelow,
    testing::Values(
        SelectionCase{"$..j", {"$['a'][2][0]['j'] 4", "$['o']['j'] 1"}},
        SelectionCase{"$..['j']", {"$['a'][2][0]['j'] 4", "$['o']['j'] 1"}},
        SelectionCase{"$..[0]", {"$['a'][0] 5", R"($['a'][2][0] {"j":4})"}},
        SelectionCase{"$..*",
                      {R"($['a'] [5,3,[{"j":4},{"k":6}]])",
                       R"($['o'] {"j":1,"k":2})",
                       "$['a'][0] 5",
                       "$['a'][1] 3",
                       R"($['a'][2] [{"j":4},{"k":6}])",
                       R"($['a'][2][0] {"j":4})",
                       R"($['a'][2][1] {"k":6})",
                       "$['a'][2][0]['j'] 4",
                       "$['a'][2][1]['k'] 6",
                       "$['o']['j'] 1",
                       "$['o']['k'] 2"}},
        SelectionCase{"$..o", {R"($['o'] {"j":1,"k":2})"}},
        SelectionCase{"$.o..[*, *]",
                      {"$['o']['j'] 1", "$['o']['k'] 2", "$['o']['j'] 1", "$['o']['k'] 2"}},
        SelectionCase{
            "$.a..[0, 1]",
            {"$['a'][0] 5", "$['a'][1] 3", R"($['a'][2][0] {"j":4})", R"($['a'][2][1] {"k":6})"}},
        SelectionCase{"$..[-1]", {R"($['a'][2] [{"j":4},{"k":6}])", R"($['a'][2][1] {"k":6})"}},
        SelectionCase{"$..[1:]",
                      {"$['a'][1] 3", R"($['a'][2] [{"j":4},{"k":6}])", R"($['a'][2][1] {"k":6})"}},
        SelectionCase{
            "$..['k','j']",
            {"$['a'][2][0]['j'] 4", "$['a'][2][1]['k'] 6", "$['o']['k'] 2", "$['o']['j'] 1"}},
        SelectionCase{"$..a..j", {"$['a'][2][0]['j'] 4"}},
        SelectionCase{"$.a..*..*",
                      {R"($['a'][2][0] {"j":4})",
                       R"($['a'][2][1] {"k":6})",
                       "$['a'][2][0]['j'] 4",
                       "$['a'][2][1]['k'] 6",
                       "$['a'][2][0]['j'] 4",
                       "$['a'][2][1]['k'] 6"}},
        SelectionCase{"$.o.j..*", {}},
        SelectionCase{"$..[?@ > 4]", {"$['a'][0] 5", "$['a'][2][1]['k'] 6"}}),
    RowName{});

class SelectsNull : public testing::TestWithParam<SelectionCase> {};

TEST_P(SelectsNull, LikeAnyValue) {
    const Json document = json_of(R"({"a": null, "b": [null], "c": [{}], "null": 1})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         SelectsNull,
                         testing::Values(SelectionCase{"$.a", {"$['a'] null"}},
                                         SelectionCase{"$.a[0]", {}},
                                         SelectionCase{"$.a.d", {}},
                                         SelectionCase{"$.b[0]", {"$['b'][0] null"}},
                                         SelectionCase{"$.b[*]", {"$['b'][0] null"}},
                                         SelectionCase{"$.b[?@]", {"$['b'][0] null"}},
                                         SelectionCase{"$.b[?@==null]", {"$['b'][0] null"}},
                                         SelectionCase{"$.c[?@.d==null]", {}},
                                         SelectionCase{"$.null", {"$['null'] 1"}}),
                         RowName{});

class FindsInTheStore : public testing::TestWithParam<SelectionCase> {};

TEST_P(FindsInTheStore, TheRequestedNodes) {
    const Json document = json_of(R"({"store": {
        "book": [
            {"category": "reference", "author": "Rees", "title": "Sayings", "price": 8.95},
            {"category": "fiction", "author": "Waugh", "title": "Sword", "price": 12.99},
            {"category": "fiction", "author": "Melville", "title": "Moby", "isbn": "0-553", "price": 8.99},
            {"category": "fiction", "author": "Tolkien", "title": "Rings", "isbn": "0-395", "price": 22.99}],
        "bicycle": {"color": "red", "price": 399}}})");
    EXPECT_EQ(nodes_of(GetParam().query, document), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    FindsInTheStore,
    testing::Values(SelectionCase{"$.store.book[*].author",
                                  {R"($['store']['book'][0]['author'] "Rees")",
                                   R"($['store']['book'][1]['author'] "Waugh")",
                                   R"($['store']['book'][2]['author'] "Melville")",
                                   R"($['store']['book'][3]['author'] "Tolkien")"}},
                    SelectionCase{"$..author",
                                  {R"($['store']['book'][0]['author'] "Rees")",
                                   R"($['store']['book'][1]['author'] "Waugh")",
                                   R"($['store']['book'][2]['author'] "Melville")",
                                   R"($['store']['book'][3]['author'] "Tolkien")"}},
                    SelectionCase{"$.store..price",
                                  {"$['store']['bicycle']['price'] 399",
                                   "$['store']['book'][0]['price'] 8.95",
                                   "$['store']['book'][1]['price'] 12.99",
                                   "$['store']['book'][2]['price'] 8.99",
                                   "$['store']['book'][3]['price'] 22.99"}},
                    SelectionCase{"$.store.*.color", {R"($['store']['bicycle']['color'] "red")"}},
                    SelectionCase{"$..book[2].title", {R"($['store']['book'][2]['title'] "Moby")"}},
                    SelectionCase{"$..book[2].publisher", {}},
                    SelectionCase{"$..book[-1].title",
                                  {R"($['store']['book'][3]['title'] "Rings")"}},
                    SelectionCase{"$..book[0,1].title",
                                  {R"($['store']['book'][0]['title'] "Sayings")",
                                   R"($['store']['book'][1]['title'] "Sword")"}},
                    SelectionCase{"$..book[:2].title",
                                  {R"($['store']['book'][0]['title'] "Sayings")",
                                   R"($['store']['book'][1]['title'] "Sword")"}},
                    SelectionCase{"$..book[?@.isbn].title",
                                  {R"($['store']['book'][2]['title'] "Moby")",
                                   R"($['store']['book'][3]['title'] "Rings")"}},
                    SelectionCase{"$..book[?@.price<10].title",
                                  {R"($['store']['book'][0]['title'] "Sayings")",
                                   R"($['store']['book'][2]['title'] "Moby")"}},
                    SelectionCase{"$..[?@.price > $.store.book[0].price && @.price < 100].title",
                                  {R"($['store']['book'][1]['title'] "Sword")",
                                   R"($['store']['book'][2]['title'] "Moby")",
                                   R"($['store']['book'][3]['title'] "Rings")"}}),
    RowName{});

TEST(JsonPath, CountsEverythingInTheStore) {
    const Json document =
        json_of(R"({"store": {"book": [{"a": 1}, {"a": 2}], "bicycle": {"price": 399}}})");
    EXPECT_EQ(nodes_of("$..*", document).size(), 8U);
}

}  // namespace
}  // namespace plumbline
