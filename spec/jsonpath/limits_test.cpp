// Limits of queries and evaluations: the exceeded limit is named, and every evaluation ends soon.

#include "spec/jsonpath/parser.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline {
namespace {

using testing::HasSubstr;

std::string repeated(std::size_t times, std::string_view text) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

/// Returns 1 within `depth` arrays.
Json nested_arrays(std::size_t depth) {
    Json value = 1;
    for (std::size_t i = 0; i < depth; ++i) {
        Json outer = Json::array();
        outer.push_back(std::move(value));
        value = std::move(outer);
    }
    return value;
}

/// Returns `width` objects with an id, a name and a list.
Json many_objects(int width) {
    Json value = Json::array();
    for (int i = 0; i < width; ++i) {
        value.push_back({{"id", i}, {"name", "item " + std::to_string(i)}, {"tags", {"a", "b"}}});
    }
    return value;
}

Result<NodeList> selected(std::string_view query,
                          const Json& document,
                          const JsonPathLimits& limits = {}) {
    const auto compiled = JsonPath::compile(query);
    if (!compiled) return fail(compiled.error());
    return compiled->select(document, limits);
}

TEST(JsonPathLimits, BoundTheTextOfAQuery) {
    const std::string longest = "$['" + std::string(jsonpath::kMaxQueryBytes - 5, 'a') + "']";
    EXPECT_THAT(JsonPath::compile(longest), IsOk());
    EXPECT_THAT(JsonPath::compile(longest + ".b"), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(JsonPath::compile(longest + ".b"), FailsWith("at most 65536 are allowed"));
}

TEST(JsonPathLimits, BoundTheNestingOfAQuery) {
    const auto parentheses = [](std::size_t depth) {
        return "$[?" + repeated(depth, "(") + "@" + repeated(depth, ")") + "]";
    };
    EXPECT_THAT(JsonPath::compile(parentheses(63)), IsOk());
    EXPECT_THAT(JsonPath::compile(parentheses(64)), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(JsonPath::compile(parentheses(64)), FailsWith("column 67: "));
    EXPECT_THAT(JsonPath::compile(parentheses(30'000)), FailsWith("more than 64 levels deep"));

    EXPECT_THAT(JsonPath::compile("$" + repeated(64, "[?@") + repeated(64, "]")), IsOk());
    EXPECT_THAT(JsonPath::compile("$" + repeated(65, "[?@") + repeated(65, "]")),
                IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(JsonPath::compile("$[?" + repeated(1'000, "!(")), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(JsonPath::compile("$[?" + repeated(1'000, "length(")),
                IsErrorCode(ErrorCode::kLimit));
}

TEST(JsonPathLimits, CountNestingNotLength) {
    EXPECT_THAT(JsonPath::compile("$" + repeated(100, "[?@.a]")), IsOk());
    EXPECT_THAT(JsonPath::compile("$[?" + repeated(100, "(@.a) || ") + "@.b]"), IsOk());
    EXPECT_THAT(JsonPath::compile("$[?" + repeated(100, "count(@) > 0 || ") + "@.b]"), IsOk());
}

TEST(JsonPathLimits, AllowEvaluationAtTheDeepestNesting) {
    const std::string query = "$" + repeated(64, "[?@") + repeated(64, "]");
    EXPECT_EQ(selected(query, nested_arrays(64))->size(), 1U);
    EXPECT_EQ(selected(query, nested_arrays(63))->size(), 0U);
    const std::string denied = "$[?" + repeated(63, "!(") + "@" + repeated(63, ")") + "]";
    EXPECT_EQ(selected(denied, nested_arrays(1))->size(), 0U);
}

TEST(JsonPathLimits, AllowLongQueriesThatAreNotDeep) {
    const Json document = json_of(R"([{"a": 1}])");
    EXPECT_EQ(selected("$[?" + repeated(3'000, "@.b || ") + "@.a]", document)->size(), 1U);
    EXPECT_EQ(selected("$[?" + repeated(3'000, "@.a && ") + "@.a]", document)->size(), 1U);
    EXPECT_EQ(selected("$[" + repeated(3'000, "0, ") + "0]", document)->size(), 3'001U);
    EXPECT_EQ(selected("$" + repeated(10'000, ".a"), document)->size(), 0U);
    EXPECT_EQ(selected("$[?" + repeated(500, "(@.b) || ") + "(@.a)]", document)->size(), 1U);
}

TEST(JsonPathLimits, BoundThePatternsOfAQuery) {
    const auto patterns = [](std::size_t count) {
        return "$[?" + repeated(count - 1, "match(@, 'a') || ") + "match(@, 'a')]";
    };
    EXPECT_THAT(JsonPath::compile(patterns(100)), IsOk());
    EXPECT_THAT(JsonPath::compile(patterns(101)), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(JsonPath::compile(patterns(101)), FailsWith("more than 100 patterns"));
}

TEST(JsonPathLimits, RefuseAPatternThatIsTooLargeAtItsColumn) {
    const auto compiled = JsonPath::compile("$[?match(@.a, '(a{1000}){1000}')]");
    EXPECT_THAT(compiled, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(compiled, FailsWith("column 15: the pattern"));
}

TEST(JsonPathLimits, RefuseAPatternOfTheDocumentThatIsTooLarge) {
    const Json document = json_of(R"([{"text": "a", "pattern": "a{1001}"}])");
    const auto nodes = selected("$[?!match(@.text, @.pattern)]", document);
    EXPECT_THAT(nodes, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(nodes, FailsWith("repeats more than 1000 times"));
    EXPECT_THAT(nodes, FailsWith("query: `$[?!match(@.text, @.pattern)]`"));
}

TEST(JsonPathLimits, BoundTheDepthOfTheDocument) {
    const JsonPathLimits limits{.max_depth = 10};
    EXPECT_EQ(selected("$..*", nested_arrays(10), limits)->size(), 10U);
    const auto nodes = selected("$..*", nested_arrays(11), limits);
    EXPECT_THAT(nodes, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(nodes, FailsWith("more than 10 levels (max_depth)"));
    EXPECT_EQ(selected("$[0]", nested_arrays(11), limits)->size(), 1U);
    EXPECT_THAT(selected("$[?$ == $]", nested_arrays(11), limits), FailsWith("(max_depth)"));
    EXPECT_THAT(selected("$[?@..x]", nested_arrays(12), limits), FailsWith("(max_depth)"));
}

TEST(JsonPathLimits, BoundTheDepthByDefault) {
    EXPECT_EQ(selected("$..*", nested_arrays(512))->size(), 512U);
    EXPECT_THAT(selected("$..*", nested_arrays(513)), FailsWith("more than 512 levels"));
    EXPECT_THAT(selected("$..[?@ == $]", nested_arrays(10'000)), FailsWith("(max_depth)"));
}

TEST(JsonPathLimits, BoundTheNodesOfTheResult) {
    const Json document = json_of("[1, 2, 3]");
    const JsonPathLimits limits{.max_nodes = 3};
    EXPECT_EQ(selected("$[*]", document, limits)->size(), 3U);
    const auto nodes = selected("$[*, 0]", document, limits);
    EXPECT_THAT(nodes, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(nodes, FailsWith("more than 3 nodes (max_nodes)"));
    EXPECT_TRUE(JsonPath::compile("$[*, 0]")->exists(document, limits).value());
}

TEST(JsonPathLimits, BoundTheStepsOfAnEvaluation) {
    const auto nodes = selected("$..*..*..*", nested_arrays(100), {.max_steps = 20'000});
    EXPECT_THAT(nodes, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(nodes, FailsWith("more than 20000 steps (max_steps)"));
    EXPECT_THAT(nodes, FailsWith("query: `$..*..*..*`"));
    EXPECT_THAT(JsonPath::compile("$..[?@ == 2]")->exists(nested_arrays(100), {.max_steps = 50}),
                FailsWith("(max_steps)"));
}

TEST(JsonPathLimits, BoundMultiplyingQueries) {
    const JsonPathLimits limits{.max_steps = 100'000};
    // Each level selects the one below twice.
    EXPECT_THAT(selected("$" + repeated(40, "[0,0]"), nested_arrays(40), limits),
                FailsWith("(max_steps)"));
    const Json wide = many_objects(500);
    EXPECT_THAT(selected("$[?$[?@ == $[0]]]", wide, limits), IsOk());
    EXPECT_THAT(selected("$[?$ == $]", wide, limits), FailsWith("(max_steps)"));
    EXPECT_THAT(selected("$[?@ == $[499] || $.x == $ || $ == $]", wide, limits),
                FailsWith("(max_steps)"));
    EXPECT_THAT(selected("$[?" + repeated(400, "@.x == 1 || ") + "@.x]", wide, limits),
                FailsWith("(max_steps)"));
    EXPECT_THAT(selected("$..[" + repeated(400, "'x', ") + "'x']", wide, limits),
                FailsWith("(max_steps)"));
}

TEST(JsonPathLimits, CountLongTexts) {
    const JsonPathLimits limits{.max_steps = 100'000};
    const std::string text(200'000, 'a');
    Json document = Json::array();
    for (int i = 0; i < 100; ++i) document.push_back(i);
    document.push_back(text);
    document.push_back(text);
    EXPECT_THAT(selected("$[?$[100] == $[101]]", document, limits), FailsWith("(max_steps)"));
    EXPECT_THAT(selected("$[?$[100] < $[101]]", document, limits), FailsWith("(max_steps)"));
    EXPECT_THAT(selected("$[?length($[100]) == 1]", document, limits), FailsWith("(max_steps)"));
    EXPECT_THAT(selected("$[?match($[100], 'b')]", document, limits), FailsWith("(max_steps)"));
    EXPECT_THAT(selected("$[?match('b', $[100])]", document, limits),
                IsErrorCode(ErrorCode::kLimit));
}

TEST(JsonPathLimits, CountThePatternsOfTheDocument) {
    Json document = Json::array();
    for (int i = 0; i < 200; ++i) document.push_back("a{" + std::to_string(i) + "}");
    EXPECT_EQ(selected("$[?match('aaa', @)]", document)->size(), 1U);
    EXPECT_THAT(selected("$[?match('aaa', @)]", document, {.max_steps = 100'000}),
                FailsWith("(max_steps)"));
    // A pattern is compiled only once.
    EXPECT_EQ(selected("$[?!match(@, $[3])]", document, {.max_steps = 10'000})->size(), 200U);
}

TEST(JsonPathLimits, CachePatternsOfTheDocumentSeparately) {
    Json document = Json::array();
    for (int i = 0; i < 40; ++i) document.push_back({{"p", std::to_string(i)}, {"t", "0"}});
    EXPECT_EQ(nodes_of("$[?match(@.t, @.p)].p", document),
              (std::vector<std::string>{R"($[0]['p'] "0")"}));
    // The same pattern for the whole text and for a substring.
    EXPECT_EQ(
        nodes_of("$[?search('100', @.p) && !match('100', @.p) && @.p < '2'].p", document),
        (std::vector<std::string>{R"($[0]['p'] "0")", R"($[1]['p'] "1")", R"($[10]['p'] "10")"}));
}

TEST(JsonPathLimits, EvaluateAQueryFromTheRootOnce) {
    const Json wide = many_objects(1'000);
    const JsonPathLimits limits{.max_steps = 50'000};
    EXPECT_EQ(selected("$[?count($..id) == 1000]", wide, limits)->size(), 1'000U);
    EXPECT_EQ(selected("$[?$..[?@.id == 999]]", wide, limits)->size(), 1'000U);
    EXPECT_EQ(selected("$[?value($..[?@ == 'item 7']) == @.name]", wide, limits)->size(), 1U);
}

TEST(JsonPathLimits, StopAnExistenceTestAtTheFirstNode) {
    EXPECT_TRUE(
        JsonPath::compile("$..id")->exists(many_objects(10'000), {.max_steps = 100}).value());
    EXPECT_EQ(selected("$[?@..id].id", many_objects(1'000), {.max_steps = 20'000})->size(), 1'000U);
}

TEST(JsonPathLimits, BoundQueriesOverTheWholeDocument) {
    const Json deep = nested_arrays(500);
    EXPECT_THAT(selected("$..[?$..[?$..*]]", deep), IsOk());
    EXPECT_THAT(selected("$..[?@..[?@..*]]", deep), IsOk());
    EXPECT_THAT(selected("$..*..*", nested_arrays(200))->size(), 19'900U);
    EXPECT_THAT(selected("$..*..*..*", deep, {.max_steps = 100'000}), FailsWith("(max_steps)"));
}

}  // namespace
}  // namespace plumbline
