// Properties of all queries and documents.

#include "spec/base/ids.hpp"
#include "spec/json/random_json_fixture.hpp"
#include "spec/jsonpath/reference_fixture.hpp"
#include "spec/jsonpath/testing.hpp"

#include <iterator>

namespace plumbline {
namespace {

using Lines = std::vector<std::string>;

TEST(JsonPathProperties, TheNormalizedPathOfANodeSelectsThatNodeAlone) {
    RandomJson random(9535);
    const auto everything = JsonPath::compile("$..*");
    for (int round = 0; round < 150; ++round) {
        const Json document = random.value();
        const auto nodes = everything->select(document);
        ASSERT_THAT(nodes, IsOk());
        for (const JsonPathMatch& node : *nodes) {
            const auto path = JsonPath::compile(node.path());
            ASSERT_THAT(path, IsOk()) << node.path();
            EXPECT_TRUE(path->is_singular());
            const auto again = path->select(document);
            ASSERT_EQ(again->size(), 1U) << node.path();
            EXPECT_EQ(&(*again)[0].value(), &node.value());
            EXPECT_EQ((*again)[0].path(), node.path());
            EXPECT_EQ(find(document, node.pointer()), &node.value());
        }
    }
}

TEST(JsonPathProperties, ASliceAgreesWithTheDefinition) {
    const std::optional<std::int64_t> none;
    std::vector<std::optional<std::int64_t>> bounds = {none};
    for (std::int64_t i = -4; i <= 4; ++i) bounds.emplace_back(i);
    const auto text = [](std::optional<std::int64_t> one) {
        return one ? std::to_string(*one) : "";
    };
    for (std::int64_t length = 0; length <= 3; ++length) {
        Json document = Json::array();
        for (std::int64_t i = 0; i < length; ++i) document.push_back(i);
        for (const auto start : bounds) {
            for (const auto end : bounds) {
                for (std::int64_t step = -2; step <= 2; ++step) {
                    Lines expected;
                    for (const std::int64_t i : reference::slice(start, end, step, length)) {
                        expected.push_back("$[" + std::to_string(i) + "] " + std::to_string(i));
                    }
                    const std::string query =
                        "$[" + text(start) + ':' + text(end) + ':' + std::to_string(step) + ']';
                    ASSERT_EQ(nodes_of(query, document), expected) << query;
                }
            }
        }
    }
}

TEST(JsonPathProperties, QueriesAgreeWithTheReferenceEvaluator) {
    reference::QueryGenerator random(2024);
    for (int round = 0; round < 1'500; ++round) {
        const Json document = random.document();
        const reference::ReferenceQuery query = random.query();
        Lines expected;
        for (const reference::ReferenceNode& node : query.select({"$", &document})) {
            expected.push_back(node.path + ' ' + to_text(*node.value));
        }
        ASSERT_EQ(nodes_of(query.text, document), expected) << query.text << to_text(document);
        EXPECT_EQ(JsonPath::compile(query.text)->exists(document).value(), !expected.empty());
    }
}

// Combined tokens reach deeper into the parser than random bytes.
constexpr std::string_view kTokens[] = {
    "$",       "@",      ".",   "..",   "*",    "[",    "]",      "?",      "(",       ")",
    "!",       "&&",     "||",  "==",   "<",    ">=",   "'",      "\"",     "'a'",     ".a",
    "[0]",     "0",      "-",   "1",    "1e5",  ":",    ",",      " ",      "\n",      "\\",
    "\\u00",   "\\ud8",  "é",   "😀",    "\xFF", "true", "null",   "count(", "length(", "match(",
    "search(", "value(", "@.a", "$[?@", "$.a",  "]]",   "[?@.a]", "[1:2]"};

TEST(JsonPathProperties, EveryTextIsAQueryOrHasAnErrorThatPointsIntoIt) {
    IdSource random(1);
    const Json document = json_of(R"({"a": [1, {"a": "a"}], "b": "a"})");
    int queries = 0;
    for (int round = 0; round < 10'000; ++round) {
        std::string text = random.next() % 2 == 0 ? "$" : "$[?@";
        for (auto left = random.next() % 12; left > 0; --left) {
            text += kTokens[random.next() % std::size(kTokens)];
        }
        const auto path = JsonPath::compile(text);
        if (path) {
            ++queries;
            EXPECT_THAT(path->select(document), IsOk()) << text;
            continue;
        }
        const int column = path.error().where.column;
        EXPECT_GE(column, 1) << text;
        EXPECT_LE(static_cast<std::size_t>(column), text.size() + 1) << text;
        EXPECT_EQ(path.error().message.rfind("column " + std::to_string(column) + ": ", 0), 0U);
    }
    EXPECT_GT(queries, 300);
}

TEST(JsonPathProperties, AQueryInParenthesesHasTheSameResult) {
    reference::QueryGenerator random(7);
    for (int round = 0; round < 300; ++round) {
        const Json document = random.document();
        const std::string tested = random.query("@").text;
        const Lines plain = nodes_of("$[?" + tested + "]", document);
        EXPECT_EQ(nodes_of("$[?(" + tested + ")]", document), plain) << tested;
        EXPECT_EQ(nodes_of("$[?!(!" + tested + ")]", document), plain) << tested;
        EXPECT_EQ(nodes_of("$[?count(" + tested + ") > 0]", document), plain) << tested;
    }
}

}  // namespace
}  // namespace plumbline
