#include "spec/contract/stream.hpp"

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// An operation whose answer is a stream, with `stream` as its x-stream.
std::string streaming(const std::string& stream) {
    return R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /stream:
    post:
      operationId: streamIt
      x-operation-kind: stream
      requestBody:
        content: { application/json: { schema: { properties: { mode: { type: string } } } } }
      responses:
        '200':
          description: the stream
          content:
            text/event-stream:
              schema: { type: string }
              x-stream: )" +
           stream + R"(
components:
  schemas:
    Start: { type: object, required: [run_id], properties: { run_id: { type: string, x-requirements: [T-RUN] } } }
    State: { type: array, prefixItems: [ { x-requirements: [T-FIRST-ITEM] } ] }
)";
}

constexpr const char* kStream = R"({
                first: { event: metadata, schema: { $ref: '#/components/schemas/Start' }, requirements: [T-FIRST] },
                modes_at: /mode, default_mode: all,
                modes: {
                  all: { event: state, schema: { $ref: '#/components/schemas/State' }, basis: assumed, requirements: [T-ALL] },
                  part: { event: piece, schema: true } },
                rules: { framing: { basis: implied, requirements: [T-FRAMES] } },
                also: [metadata, end] })";

std::optional<StreamContract> stream_of(const std::string& text) {
    const auto api = load(streaming(text));
    EXPECT_THAT(api, IsOk());
    if (!api) return std::nullopt;
    return (*api)->find_operation("streamIt")->response_for(200)->content.front().stream;
}

TEST(Stream, IsReadFromTheContentOfAnAnswer) {
    const auto stream = stream_of(kStream);
    ASSERT_TRUE(stream);
    ASSERT_TRUE(stream->first);
    EXPECT_EQ(stream->first->event, "metadata");
    EXPECT_EQ(stream->first->basis, Basis::kStated);
    EXPECT_THAT(stream->first->requirements, ElementsAre("T-FIRST"));
    EXPECT_EQ(stream->modes_at, "/mode");
    EXPECT_EQ(stream->default_mode, "all");
    EXPECT_THAT(stream->also, ElementsAre("metadata", "end"));
    ASSERT_EQ(stream->modes.size(), 2U);
    EXPECT_EQ(stream->modes.at("all").basis, Basis::kAssumed);
    EXPECT_GT(stream->modes.at("all").where.line, 0);
}

TEST(Stream, GivesSchemasThatCompile) {
    const auto api = load(streaming(kStream));
    ASSERT_THAT(api, IsOk());
    const auto& content = (*api)->find_operation("streamIt")->response_for(200)->content.front();
    ASSERT_TRUE(content.stream);
    const auto schema = (*api)->schema(content.stream->first->schema_pointer);
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(Json{{"run_id", "a"}}));
    EXPECT_FALSE(schema->accepts(Json::object()));
}

TEST(Stream, GathersTheRequirementsOfItsItemsAndRules) {
    const auto api = load(streaming(kStream));
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT((*api)->find_operation("streamIt")->response_for(200)->schema_requirements,
                ElementsAre("T-ALL", "T-FIRST", "T-FIRST-ITEM", "T-FRAMES", "T-RUN"));
}

TEST(Stream, TellsWhatAnEventBelongsTo) {
    const auto stream = stream_of(kStream);
    ASSERT_TRUE(stream);
    ASSERT_NE(stream->item_of("state|outer:1|inner:2"), nullptr);
    EXPECT_EQ(stream->item_of("state|outer:1|inner:2")->event, "state");
    EXPECT_EQ(stream->item_of("all"), nullptr) << "a mode is no name of an event";
    EXPECT_EQ(stream->item_of("metadata"), nullptr);
    EXPECT_TRUE(stream->may_come("end|outer:1"));
    EXPECT_FALSE(stream->may_come("state"));
    EXPECT_EQ(without_namespace("a|b|c"), "a");
}

TEST(Stream, SaysWhatHoldsOfTheWhole) {
    const auto stream = stream_of(kStream);
    ASSERT_TRUE(stream);
    ASSERT_NE(stream->rule("framing"), nullptr);
    EXPECT_EQ(stream->rule("framing")->basis, Basis::kImplied);
    EXPECT_THAT(stream->rule("framing")->requirements, ElementsAre("T-FRAMES"));
    EXPECT_EQ(stream->rule("end"), nullptr);
}

TEST(Stream, IsNothingThatOtherAnswersHave) {
    const auto api = load(
        "openapi: '3.1.0'\npaths: { /a: { get: { operationId: a, responses: { '200': { content: "
        "{ a/b: {} } } } } } }\n");
    ASSERT_THAT(api, IsOk());
    EXPECT_FALSE((*api)->operations().front().responses.front().content.front().stream);
}

TEST(Stream, IsNoKeywordOfForeignDocuments) {
    const auto api = ApiDocument::load("api", yaml(streaming("{ of: somebody else }")));
    ASSERT_THAT(api, IsOk());
    EXPECT_FALSE((*api)->operations().front().responses.front().content.front().stream);
}

TEST(Stream, OfAJoinHasNoFirstEventAndNoModesOfItsOwn) {
    const auto stream = stream_of("{ modes: { a: { event: a, schema: {} } } }");
    ASSERT_TRUE(stream);
    EXPECT_FALSE(stream->first);
    EXPECT_THAT(stream->modes_at, IsEmpty());
}

struct BadStream {
    const char* name;
    const char* text;
    const char* says;
};

void PrintTo(const BadStream& bad, std::ostream* out) {
    *out << bad.name;
}

class BrokenStream : public ::testing::TestWithParam<BadStream> {};

TEST_P(BrokenStream, IsRefusedWithItsPlace) {
    EXPECT_THAT(load(streaming(GetParam().text)), FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Members,
    BrokenStream,
    ::testing::Values(
        BadStream{"type", "[a]", "api.yaml:17:15: "},
        BadStream{"no_modes", "{ also: [a] }", "needs \"modes\""},
        BadStream{"strange", "{ modes: {}, mode: a }", "api.yaml:17:38: x-stream: has no \"mode\""},
        BadStream{"item", "{ modes: { a: b } }", "/modes/a is of type string"},
        BadStream{"event", "{ modes: { a: { schema: {} } } }", "needs \"event\""},
        BadStream{"namespace", "{ modes: { a: { event: 'a|b', schema: {} } } }", "without |"},
        BadStream{"schema", "{ modes: { a: { event: a } } }", "needs \"schema\""},
        BadStream{"dangling",
                  "{ modes: { a: { event: a, schema: { $ref: '#/lost' } } } }",
                  "nothing stands at #/lost"},
        BadStream{"unjudged",
                  "{ modes: { a: { event: a, schema: { minimum: abc } } } }",
                  "\"minimum\" is \"abc\""},
        BadStream{"member", "{ modes: { a: { event: a, schema: {}, when: b } } }", "no \"when\""},
        BadStream{"basis", "{ modes: { a: { event: a, schema: {}, basis: b } } }", "no basis"},
        BadStream{"first", "{ modes: {}, first: {} }", "needs \"event\""},
        BadStream{"default", "{ modes: {}, default_mode: a }", "\"a\" is none of the modes"},
        BadStream{"field", "{ modes: {}, modes_at: /modus }", "the request has no /modus"},
        BadStream{"rule", "{ modes: {}, rules: { frame: {} } }", "knows no rule \"frame\", only"},
        BadStream{"rule_member", "{ modes: {}, rules: { end: { is: a } } }", "has no \"is\""},
        BadStream{"two_modes",
                  "{ modes: { a: { event: a, schema: {} }, b: { event: a, schema: {} } } }",
                  "\"a\" is of two modes"},
        BadStream{"twice",
                  "{ modes: { a: { event: a, schema: {} } }, also: [a] }",
                  "\"a\" stands twice"}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace plumbline
