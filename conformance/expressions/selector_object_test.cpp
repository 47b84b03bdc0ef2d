// Selector Objects inside templates.

#include "conformance/expressions/selector_object.hpp"

#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::expressions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::TestWithParam;
using ::testing::Values;

Json selector_object(std::string_view context, std::string_view selector, std::string_view type) {
    return {{"context", context}, {"selector", selector}, {"type", type}};
}

Result<Template> parsed(const Json& value) {
    return Template::parse(value, {"suite.yaml", 3, 5}, [](const std::string& inner) {
        return SourceRef{"suite.yaml" + inner, 3, 5};
    });
}

Result<Json> filled(const Json& value) {
    return parsed(value).and_then([](const Template& result) {
        SampleExchange sample;
        sample.inputs["last"] = "i-1";
        return result.evaluate(sample.scope());
    });
}

struct SelectorCase {
    std::string_view type;
    std::string_view selector;
    std::string_view value;
};
void PrintTo(const SelectorCase& one, std::ostream* out) {
    *out << one.type << ' ' << one.selector;
}

class SelectorObjects : public TestWithParam<SelectorCase> {};

TEST_P(SelectorObjects, AreReplacedByTheirSelection) {
    const auto value =
        filled(selector_object("$response.body", GetParam().selector, GetParam().type));
    ASSERT_THAT(value, IsOk());
    EXPECT_THAT(*value, EqualsJson(std::string{GetParam().value}));
}

// A singular query returns the value of its node; any other query an array, even of one value.
INSTANTIATE_TEST_SUITE_P(
    Each,
    SelectorObjects,
    Values(SelectorCase{"jsonpath", "$.items[1].id", R"("i-1")"},
           SelectorCase{"jsonpath", "$.items[-1]", R"({"id":"i-1"})"},
           SelectorCase{"jsonpath", "$.gone", "null"},
           SelectorCase{"jsonpath", "$.items[*].id", R"(["i-0","i-1"])"},
           SelectorCase{"jsonpath", "$.items[?@.id == 'i-1']", R"([{"id":"i-1"}])"},
           SelectorCase{"jsonpath", "$.items[?@.id == '{$inputs.last}'].id", R"(["i-1"])"},
           SelectorCase{"jsonpointer", "/items/0/id", R"("i-0")"},
           SelectorCase{"jsonpointer", "/x~1y", "2"},
           SelectorCase{"jsonpointer", "/items/1", R"({"id":"i-1"})"},
           SelectorCase{"jsonpointer", "/{$response.body#/empty}items/0/id", R"("i-0")"}),
    RowName());

TEST(SelectorObject, MayBeAnywhereInAValue) {
    const Json value{{"a", {1, selector_object("$response.body", "$.count", "jsonpath")}},
                     {"b", selector_object("$response.body", "/id", "jsonpointer")}};
    EXPECT_THAT(*filled(value), EqualsJson(R"({"a":[1,3],"b":"d-1"})"));
}

TEST(SelectorObject, MayHaveAVersion) {
    Json value = selector_object("$response.body", "$.count", "jsonpath");
    value["type"] = {{"type", "jsonpath"}, {"version", "rfc9535"}};
    EXPECT_THAT(*filled(value), EqualsJson("3"));
}

TEST(SelectorObject, IsALiteralWithoutItsThreeMembers) {
    const Json no_type{{"context", "$5"}, {"selector", "$.count"}};
    EXPECT_THAT(*filled(no_type), EqualsJson(R"({"context":"$5","selector":"$.count"})"));
    EXPECT_FALSE(is_selector_object({{"context", "$response.body"}, {"selector", "$"}}));
    EXPECT_FALSE(is_selector_object({{"context", "$response.body"}, {"type", "jsonpath"}}));
    EXPECT_FALSE(is_selector_object({{"selector", "$"}, {"type", "jsonpath"}}));
    EXPECT_FALSE(is_selector_object(selector_object("the body", "$", "jsonpath")));
    EXPECT_FALSE(is_selector_object(Json::array({"context", "selector", "type"})));
    EXPECT_TRUE(is_selector_object(selector_object("$response.body", "$", "jsonpath")));
}

TEST(SelectorObject, HasNoValueIfNothingIsSelected) {
    const auto value = [](std::string_view selector, std::string_view type) {
        return filled(selector_object("$response.body", selector, type));
    };
    EXPECT_THAT(value("$.nowhere", "jsonpath"), IsErrorCode(ErrorCode::kUnresolved));
    EXPECT_THAT(value("$.nowhere", "jsonpath"),
                FailsWith("unresolved: $.nowhere in $response.body: nothing is selected"));
    EXPECT_THAT(value("$..nowhere", "jsonpath"), FailsWith("nothing is selected"));
    EXPECT_THAT(value("/nowhere", "jsonpointer"),
                FailsWith("unresolved: /nowhere in $response.body: there is no such value"));
    EXPECT_THAT(filled(selector_object("$response.body#/gone", "$", "jsonpath")),
                FailsWith("unresolved: $ in $response.body#/gone: the context is null"));
    EXPECT_THAT(filled(selector_object("$inputs.nowhere", "$", "jsonpath")),
                FailsWith("unresolved: $inputs.nowhere"));
    EXPECT_THAT(value("$[{$inputs.broken}]", "jsonpath"), FailsWith("with its values the query"));
    EXPECT_THAT(value("{$inputs.word}", "jsonpointer"), FailsWith("unresolved: dem in"));
}

TEST(SelectorObject, LimitsTheNumberOfValues) {
    SampleExchange sample;
    sample.response_body = Json(std::vector<int>(kMaxSelectedNodes + 1, 7));
    const auto result = parsed(selector_object("$response.body", "$[*]", "jsonpath"));
    EXPECT_THAT(result->evaluate(sample.scope()), IsErrorCode(ErrorCode::kUnresolved));
    sample.response_body.erase(0);
    EXPECT_THAT(*result->evaluate(sample.scope()), SizeIs(kMaxSelectedNodes));
}

TEST(SelectorObject, RejectsInvalidSelectorsAtLoad) {
    const auto compiled = [](std::string_view selector, std::string_view type) {
        return parsed(selector_object("$response.body", selector, type));
    };
    EXPECT_THAT(compiled("$.a[x]", "jsonpath"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(compiled("$.a[x]", "jsonpath"),
                FailsWith("suite.yaml/selector:3:5: in the query, column 5: "));
    EXPECT_THAT(compiled("a/b", "jsonpointer"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(compiled("a/b", "jsonpointer"), FailsWith("suite.yaml/selector:3:5: "));
    EXPECT_THAT(compiled("/a[", "xpath"), FailsWith("suite.yaml/selector:3:5: in the XPath"));
    EXPECT_THAT(compiled("/a", "jsonpaht"), FailsWith("unknown type of selector: jsonpaht"));
    EXPECT_THAT(parsed(selector_object("$respons.body", "$", "jsonpath")),
                FailsWith("suite.yaml/context:3:5: in the context: `$respons` does not begin"));
}

TEST(SelectorObject, OfTypeXPathHasNoValue) {
    const auto result = parsed(selector_object("$response.body", "/a/b", "xpath"));
    ASSERT_THAT(result, IsOk());
    EXPECT_THAT(result->uses().unsupported, ElementsAre("XPath is not supported: /a/b"));
    EXPECT_THAT(result->evaluate(SampleExchange().scope()), IsErrorCode(ErrorCode::kUnsupported));
}

TEST(SelectorObject, WarnsOfPatternsThatMatchNothing) {
    const auto result =
        parsed({{"a", selector_object("$response.body", R"($[?match(@, '\\d')])", "jsonpath")}});
    ASSERT_THAT(result->warnings(), SizeIs(1));
    EXPECT_EQ(result->warnings().front().where.file, "suite.yaml/a/selector");
    EXPECT_THAT(parsed("$response.body")->warnings(), IsEmpty());
}

TEST(SelectorObject, ReportsTheNamesItReads) {
    const auto result =
        parsed(selector_object("$steps.s.outputs.o", "$['{$inputs.b}']", "jsonpath"));
    EXPECT_THAT(result->uses().outputs, ElementsAre("s.o"));
    EXPECT_THAT(result->uses().inputs, ElementsAre("b"));
    const auto pointer = parsed(selector_object("$message.payload", "/{$inputs.b}", "jsonpointer"));
    EXPECT_TRUE(pointer->uses().message);
    EXPECT_THAT(pointer->uses().inputs, ElementsAre("b"));
}

}  // namespace
}  // namespace plumbline::expressions
