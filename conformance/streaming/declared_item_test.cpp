// Sequences of another service, whose document says what their items are.

#include "conformance/streaming/item_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using client::StreamEnd;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kNote = "{ $ref: '#/components/schemas/Note' }";

TEST(ItemSchema, DescribesAnEventAsAnObject) {
    const std::string schema =
        "itemSchema: { type: object, required: [data, event, id, retry], additionalProperties: "
        "false, properties: { data: { const: \"1\\n2\" }, event: { const: a }, id: { const: '7' }, "
        "retry: { const: 5 } } }";
    const std::string fits = ": hi\nevent: a\nid: 7\nretry: 5\nother: 1\ndata: 1\ndata: 2\n\n";
    EXPECT_THAT(codes({schema, fits}), IsEmpty());
    // Fields of an earlier event are not those of this one.
    const StreamCheckOutput output = check_sequence({schema, fits + "data: 1\ndata: 2\n\n"});
    EXPECT_THAT(output.codes(), ElementsAre("D1-item", "D1-item", "D1-item"));
    EXPECT_EQ(output.result.findings.front().basis, Basis::kImplied);
    EXPECT_THAT(output.result.findings.front().finding.note, HasSubstr("event 2"));
}

TEST(ItemSchema, EndsAtAReferenceToItself) {
    EXPECT_THAT(codes({"itemSchema: { $ref: '#/components/schemas/Loop' }", "data: 1\n\n"}),
                IsEmpty());
}

TEST(ItemSchema, LeavesDataText) {
    EXPECT_THAT(codes({"itemSchema: { properties: { data: { type: string } } }", "data: 5\n\n"}),
                IsEmpty());
    EXPECT_THAT(codes({"itemSchema: { properties: { data: { type: object } } }", "data: {}\n\n"}),
                ElementsAre("D1-item"));
}

TEST(ItemSchema, AppliesToTheJsonInData) {
    const std::string json =
        std::string("contentMediaType: application/json, contentSchema: ") + kNote;
    const std::string schema = "itemSchema: { properties: { data: { " + json + " } } }";
    EXPECT_THAT(codes({schema, "data: {\"m\": 1}\n\nevent: ping\n\n"}), IsEmpty());
    const StreamCheckOutput output = check_sequence({schema, "data: {\"m\": \"x\"}\n\n"});
    ASSERT_THAT(output.codes(), ElementsAre("D1-item"));
    EXPECT_THAT(output.result.findings.front().finding.expected, HasSubstr("/data/m: "));
    EXPECT_THAT(codes({schema, "data: [DONE]\n\n"}), ElementsAre("D1-item"));
}

TEST(ItemSchema, AppliesByTheBranchesThatFit) {
    const std::string json =
        std::string("contentMediaType: application/json, contentSchema: ") + kNote;
    const std::string marker =
        "itemSchema: { properties: { data: { anyOf: [{ const: '[DONE]' }, { " + json + " }] } } }";
    EXPECT_THAT(codes({marker, "data: {\"m\": 1}\n\ndata: [DONE]\n\n"}), IsEmpty());
    EXPECT_THAT(codes({marker, "data: [HALT]\n\n"}), ElementsAre("D1-item"));
    const std::string by_name =
        "itemSchema: { oneOf: [{ required: [event], properties: { event: { const: note }, data: "
        "{ " +
        json + " } } }, { not: { required: [event] } }] }";
    EXPECT_THAT(codes({by_name, "event: note\ndata: {\"m\": 1}\n\ndata: hello\n\n"}), IsEmpty());
    EXPECT_THAT(codes({by_name, "event: note\ndata: hello\n\n"}), ElementsAre("D1-item"));
    EXPECT_THAT(codes({by_name, "event: other\ndata: hello\n\n"}), ElementsAre("D1-item"));
    const std::string condition =
        "itemSchema: { if: { required: [event] }, then: { allOf: [{ properties: { data: { " + json +
        " } } }] } }";
    EXPECT_THAT(codes({condition, "data: hello\n\n"}), IsEmpty());
    EXPECT_THAT(codes({condition, "event: note\ndata: hello\n\n"}), ElementsAre("D1-item"));
    const std::string otherwise =
        "itemSchema: { if: { required: [event] }, else: { properties: { data: { " + json +
        " } } } }";
    EXPECT_THAT(codes({otherwise, "event: note\ndata: hello\n\n"}), IsEmpty());
    EXPECT_THAT(codes({otherwise, "data: hello\n\n"}), ElementsAre("D1-item"));
}

TEST(ItemSchema, IsNewInVersion32) {
    const std::string schema = "itemSchema: { properties: { data: { const: a } } }";
    EXPECT_THAT(codes({schema, "data: b\n\n"}), ElementsAre("D1-item"));
    EXPECT_THAT(codes({.members = schema, .body = "data: b\n\n", .version = "3.1.1"}), IsEmpty());
}

TEST(ItemSchema, AppliesToJsonTexts) {
    const std::string schema = std::string("itemSchema: ") + kNote;
    for (const char* type : {"application/x-ndjson",
                             "application/jsonl",
                             "application/json-seq",
                             "application/a+json-seq"}) {
        const std::string separator = std::string(type).ends_with("seq") ? "\x1e" : "";
        const auto check = [&](const std::string& second, StreamEnd end = StreamEnd::kComplete) {
            return codes({.members = schema,
                          .body = separator + "{\"m\": 1}\n" + separator + second,
                          .type = type,
                          .end = end});
        };
        EXPECT_THAT(check("{\"m\": 2}\n"), IsEmpty()) << type;
        EXPECT_THAT(check("{\"m\": 2}"), IsEmpty()) << type;
        EXPECT_THAT(check("{}\n"), ElementsAre("D1-item")) << type;
        EXPECT_THAT(check("{]\n"), ElementsAre("J3-item-json")) << type;
        EXPECT_THAT(check("{\"m\": "), ElementsAre("J3-item-json")) << type;
        // What has not ended is not judged.
        EXPECT_THAT(check("{\"m\": ", StreamEnd::kDeadline), IsEmpty()) << type;
    }
    EXPECT_THAT(codes({.members = schema, .body = "{\"m\": 1}\n", .type = "application/json-seq"}),
                ElementsAre("J3-item-json"));
}

TEST(ItemSchema, JudgesEachItemWhenItArrivesInFlatMemory) {
    const std::string item = "data: " + std::string(1'000, 'x') + "\n\n";
    std::string body;
    for (int i = 0; i < 3'000; ++i) body += item;
    const StreamCheckOutput output =
        check_sequence({.members = "itemSchema: { properties: { data: { maxLength: 9 } } }",
                        .body = body,
                        .end = StreamEnd::kDeadline});
    EXPECT_EQ(output.summary.events, 3'000U);
    ASSERT_THAT(output.result.findings, SizeIs(1));
    EXPECT_THAT(output.result.findings.front().finding.note, HasSubstr("2999 more like it"));
    EXPECT_LT(output.body.size(), 350'000U);
}

TEST(ItemSchema, HasOneFindingForDifferentWrongValues) {
    std::string body;
    for (int i = 0; i < 30; ++i) body += "{\"m\": \"text " + std::to_string(i) + "\"}\n";
    const StreamCheckOutput output = check_sequence({.members = std::string("itemSchema: ") + kNote,
                                                     .body = body + "{}\n",
                                                     .type = "application/jsonl"});
    ASSERT_THAT(output.codes(), ElementsAre("D1-item", "D1-item"));
    EXPECT_THAT(output.result.findings.front().finding.note, HasSubstr("29 more like it"));
    EXPECT_THAT(output.result.findings.back().finding.expected, HasSubstr("the member \"m\""));
}

std::string x_stream(const std::string& members) {
    return "x-stream: { " + members + " }";
}

TEST(XStreamOfItems, HasASchemaOfTheData) {
    for (const char* version : {"3.0.3", "3.1.0", "3.2.0"}) {
        const auto check = [&](const std::string& body) {
            return codes({.members = x_stream(std::string("schema: ") + kNote),
                          .body = body,
                          .version = version});
        };
        EXPECT_THAT(check("data: {\"m\": 1}\n\n"), IsEmpty());
        EXPECT_THAT(check("data: {}\n\n"), ElementsAre("D1-item"));
        EXPECT_THAT(check("data: hello\n\n"), ElementsAre("D1-item"));
    }
    const std::string text = x_stream("schema: { type: string, minLength: 1 }");
    EXPECT_THAT(codes({text, "data: 5\n\ndata: hello\n\n"}), IsEmpty());
    EXPECT_THAT(codes({text, "data:\n\n"}), ElementsAre("D1-item"));
    EXPECT_THAT(codes({.members = x_stream(std::string("schema: ") + kNote),
                       .body = "{\"m\": 1}\n5\n",
                       .type = "application/x-ndjson"}),
                ElementsAre("D1-item"));
}

TEST(XStreamOfItems, HasEndMarkers) {
    const std::string members =
        x_stream(std::string("end_markers: ['[DONE]', '[STOP]'], schema: ") + kNote);
    const std::string note = "data: {\"m\": 1}\n\n";
    EXPECT_THAT(codes({members, note + "data: [DONE]\n\n"}), IsEmpty());
    EXPECT_THAT(codes({members, note + "data: [STOP]\n\n"}), IsEmpty());
    EXPECT_THAT(codes({members, note}), ElementsAre("D2-end-marker"));
    EXPECT_THAT(codes({members, ""}), ElementsAre("D2-end-marker"));
    EXPECT_THAT(codes({members, "data: [DONE]\n\n" + note}), ElementsAre("D2-end-marker"));
    EXPECT_THAT(codes({members, "data: [DONE]\n\ndata: [DONE]\n\n"}), ElementsAre("D2-end-marker"));
    EXPECT_THAT(codes({.members = members, .body = note, .end = StreamEnd::kDeadline}), IsEmpty());
    EXPECT_THAT(
        codes({.members = members, .body = "{\"m\": 1}\n[DONE]\n", .type = "application/jsonl"}),
        IsEmpty());
}

TEST(XStreamOfItems, HasSchemasByKind) {
    const std::string kinds =
        std::string("kinds: { note: ") + kNote + ", bye: { type: object, maxProperties: 1 } }";
    const std::string by_name = x_stream(kinds);
    EXPECT_THAT(codes({by_name, "event: note\ndata: {\"m\": 1}\n\nevent: bye\ndata: {}\n\n"}),
                IsEmpty());
    EXPECT_THAT(codes({by_name, "event: note\ndata: {}\n\n"}), ElementsAre("D1-item"));
    EXPECT_THAT(codes({by_name, "event: new\ndata: {}\n\n"}), ElementsAre("D3-kind"));
    EXPECT_THAT(codes({by_name, "data: {}\n\n"}), ElementsAre("D3-kind"));
    // With a schema for the others, every kind is allowed.
    const std::string open = x_stream(kinds + ", schema: { type: object }");
    EXPECT_THAT(codes({open, "event: new\ndata: {}\n\n"}), IsEmpty());
    EXPECT_THAT(codes({open, "event: new\ndata: 1\n\n"}), ElementsAre("D1-item"));
    const std::string by_member = x_stream(kinds + ", kind_at: /kind");
    const auto lines = [&](const std::string& body) {
        return codes({.members = by_member, .body = body, .type = "application/jsonl"});
    };
    EXPECT_THAT(lines("{\"kind\":\"note\",\"m\":1}\n{\"kind\":\"bye\"}\n"), IsEmpty());
    EXPECT_THAT(lines("{\"kind\":\"bye\",\"m\":1}\n"), ElementsAre("D1-item"));
    EXPECT_THAT(lines("{\"m\":1}\n"), ElementsAre("D3-kind"));
}

TEST(XStreamOfItems, AppliesBesideAnItemSchema) {
    const std::string members = "itemSchema: { required: [id] }, " + x_stream("end_markers: [end]");
    EXPECT_THAT(codes({members, "id: 1\ndata: a\n\nid: 2\ndata: end\n\n"}), IsEmpty());
    EXPECT_THAT(codes({members, "id: 1\ndata: a\n\ndata: end\n\n"}), ElementsAre("D1-item"));
}

TEST(XStreamOfItems, DoesNotApplyToOtherResponses) {
    EXPECT_THAT(check_stream({.head = head_with("Content-Type: application/jsonl\r\n"),
                              .body = "{}\n",
                              .api = api_with("3.2.0", "text/event-stream", "itemSchema: false"),
                              .operation = "s"})
                    .codes(),
                IsEmpty());
}

}  // namespace
}  // namespace plumbline::streaming
