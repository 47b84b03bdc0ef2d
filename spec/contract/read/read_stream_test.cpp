#include "spec/contract/model/stream_contract.hpp"
#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Returns an API with an operation whose response is a stream with the x-stream `stream`.
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
                other_events: [metadata, end] })";

std::optional<StreamContract> stream_of(const std::string& text) {
    const auto api = load_api(streaming(text));
    EXPECT_THAT(api, IsOk());
    if (!api) return std::nullopt;
    return (*api)->find_operation("streamIt")->response_for(200)->content.front().stream;
}

TEST(StreamContract, IsReadFromTheContentOfAResponse) {
    const auto stream = stream_of(kStream);
    ASSERT_TRUE(stream);
    ASSERT_TRUE(stream->first);
    EXPECT_EQ(stream->first->name, "metadata");
    EXPECT_EQ(stream->first->basis, Basis::kStated);
    EXPECT_THAT(stream->first->requirements, ElementsAre("T-FIRST"));
    EXPECT_EQ(stream->modes_at, "/mode");
    EXPECT_EQ(stream->default_mode, "all");
    EXPECT_THAT(stream->other_events, ElementsAre("metadata", "end"));
    ASSERT_EQ(stream->modes.size(), 2U);
    EXPECT_EQ(stream->modes.at("all").basis, Basis::kAssumed);
    EXPECT_GT(stream->modes.at("all").where.line, 0);
}

TEST(StreamContract, HasSchemasThatCompile) {
    const auto api = load_api(streaming(kStream));
    ASSERT_THAT(api, IsOk());
    const auto& content = (*api)->find_operation("streamIt")->response_for(200)->content.front();
    ASSERT_TRUE(content.stream);
    const auto schema = (*api)->schema(content.stream->first->schema_pointer);
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(Json{{"run_id", "a"}}));
    EXPECT_FALSE(schema->accepts(Json::object()));
}

TEST(StreamContract, CollectsTheRequirementsOfItsEventsAndRules) {
    const auto api = load_api(streaming(kStream));
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT((*api)->find_operation("streamIt")->response_for(200)->schema_requirements,
                ElementsAre("T-ALL", "T-FIRST", "T-FIRST-ITEM", "T-FRAMES", "T-RUN"));
}

TEST(StreamContract, FindsTheDeclarationOfAnEvent) {
    const auto stream = stream_of(kStream);
    ASSERT_TRUE(stream);
    ASSERT_NE(stream->find_event("state|outer:1|inner:2"), nullptr);
    EXPECT_EQ(stream->find_event("state|outer:1|inner:2")->name, "state");
    EXPECT_EQ(stream->find_event("all"), nullptr) << "a mode is not an event name";
    EXPECT_EQ(stream->find_event("metadata"), nullptr);
    EXPECT_TRUE(stream->is_other_event("end|outer:1"));
    EXPECT_FALSE(stream->is_other_event("state"));
    EXPECT_EQ(without_namespace("a|b|c"), "a");
}

TEST(StreamContract, HasRulesAboutTheWholeStream) {
    const auto stream = stream_of(kStream);
    ASSERT_TRUE(stream);
    ASSERT_NE(stream->rule("framing"), nullptr);
    EXPECT_EQ(stream->rule("framing")->basis, Basis::kImplied);
    EXPECT_THAT(stream->rule("framing")->requirements, ElementsAre("T-FRAMES"));
    EXPECT_EQ(stream->rule("end"), nullptr);
}

TEST(StreamContract, IsMissingInOtherResponses) {
    const auto api = load_api(
        "openapi: '3.1.0'\npaths: { /a: { get: { operationId: a, responses: { '200': { content: "
        "{ a/b: {} } } } } } }\n");
    ASSERT_THAT(api, IsOk());
    EXPECT_FALSE((*api)->operations().front().responses.front().content.front().stream);
}

TEST(StreamContract, IsIgnoredInForeignDocuments) {
    const auto api = ApiDocument::load("api", yaml_document(streaming("{ of: somebody else }")));
    ASSERT_THAT(api, IsOk());
    EXPECT_FALSE((*api)->operations().front().responses.front().content.front().stream);
}

TEST(StreamContract, OfAJoinHasNoFirstEventAndNoModesPointer) {
    const auto stream = stream_of("{ modes: { a: { event: a, schema: {} } } }");
    ASSERT_TRUE(stream);
    EXPECT_FALSE(stream->first);
    EXPECT_THAT(stream->modes_at, IsEmpty());
}

struct InvalidStreamCase {
    const char* name;
    const char* text;
    const char* message;
};

void PrintTo(const InvalidStreamCase& bad, std::ostream* out) {
    *out << bad.name;
}

class InvalidStream : public ::testing::TestWithParam<InvalidStreamCase> {};

TEST_P(InvalidStream, IsRejectedWithItsPosition) {
    EXPECT_THAT(load_api(streaming(GetParam().text)), FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Members,
    InvalidStream,
    ::testing::Values(
        InvalidStreamCase{"type", "[a]", "api.yaml:17:15: "},
        InvalidStreamCase{"no_modes", "{ other_events: [a] }", "needs \"modes\""},
        InvalidStreamCase{
            "strange", "{ modes: {}, mode: a }", "api.yaml:17:38: x-stream: has no \"mode\""},
        InvalidStreamCase{"item", "{ modes: { a: b } }", "/modes/a is of type string"},
        InvalidStreamCase{"event", "{ modes: { a: { schema: {} } } }", "needs \"event\""},
        InvalidStreamCase{
            "namespace", "{ modes: { a: { event: 'a|b', schema: {} } } }", "without |"},
        InvalidStreamCase{"schema", "{ modes: { a: { event: a } } }", "needs \"schema\""},
        InvalidStreamCase{"dangling",
                          "{ modes: { a: { event: a, schema: { $ref: '#/lost' } } } }",
                          "there is nothing at #/lost"},
        InvalidStreamCase{"unjudged",
                          "{ modes: { a: { event: a, schema: { minimum: abc } } } }",
                          "\"minimum\" is \"abc\""},
        InvalidStreamCase{
            "member", "{ modes: { a: { event: a, schema: {}, when: b } } }", "no \"when\""},
        InvalidStreamCase{
            "basis", "{ modes: { a: { event: a, schema: {}, basis: b } } }", "is not a basis"},
        InvalidStreamCase{"first", "{ modes: {}, first: {} }", "needs \"event\""},
        InvalidStreamCase{
            "default", "{ modes: {}, default_mode: a }", "\"a\" is not one of the modes"},
        InvalidStreamCase{"field", "{ modes: {}, modes_at: /modus }", "the request has no /modus"},
        InvalidStreamCase{
            "rule", "{ modes: {}, rules: { frame: {} } }", "has no rule \"frame\", only"},
        InvalidStreamCase{
            "rule_member", "{ modes: {}, rules: { end: { is: a } } }", "has no \"is\""},
        InvalidStreamCase{"two_modes",
                          "{ modes: { a: { event: a, schema: {} }, b: { event: a, schema: {} } } }",
                          "\"a\" belongs to two modes"},
        InvalidStreamCase{"twice",
                          "{ modes: { a: { event: a, schema: {} } }, other_events: [a] }",
                          "\"a\" is listed twice"}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace plumbline
