#include "spec/contract/load/extensions.hpp"
#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string sequence(const std::string& version,
                     const std::string& members,
                     const std::string& type = "text/event-stream") {
    return "openapi: '" + version +
           "'\ninfo: { title: t, version: '1' }\npaths:\n  /s:\n    get:\n      operationId: s\n"
           "      responses: { '200': { description: ok, content: { " +
           type + ": { " + members + " } } } }\n";
}

Result<std::shared_ptr<const ApiDocument>> load_foreign(const std::string& text) {
    return ApiDocument::load("other", *parse_yaml(text, "other.yaml"));
}

std::optional<ItemContract> items_of(const std::string& version,
                                     const std::string& members,
                                     const std::string& type = "text/event-stream") {
    const auto api = load_foreign(sequence(version, members, type));
    EXPECT_THAT(api, IsOk());
    const Operation* operation = (*api)->find_operation("s");
    if (!operation) return std::nullopt;
    return operation->response_for(200)->content.front().items;
}

TEST(ItemContract, IsReadFromForeignDocuments) {
    const auto items = items_of("3.0.3",
                                "x-stream: { schema: { type: object }, kind_at: /a, kinds: { k: {} "
                                "}, end_markers: [end] }");
    ASSERT_TRUE(items);
    EXPECT_THAT(items->schema_pointers(), testing::SizeIs(2));
    EXPECT_THAT(items->data_schema, HasSubstr("/x-stream/schema"));
    EXPECT_EQ(items->kind_at, "/a");
    EXPECT_THAT(items->kinds.at("k"), HasSubstr("/x-stream/kinds/k"));
    EXPECT_THAT(items->end_markers, ElementsAre("end"));
    EXPECT_FALSE(items_of("3.1.0", "itemSchema: true"));
    const auto of_32 = items_of("3.2.0", "itemSchema: true");
    ASSERT_TRUE(of_32);
    EXPECT_THAT(of_32->item_schema, HasSubstr("/itemSchema"));
}

TEST(ItemContract, HasTheEncodingOfParts) {
    const std::string encoding =
        "itemEncoding: { contentType: 'image/*, application/json', allowReserved: true, headers: "
        "{} }, prefixEncoding: []";
    const auto items = items_of("3.2.0", encoding, "multipart/mixed");
    ASSERT_TRUE(items);
    EXPECT_THAT(items->part_types, ElementsAre("image/*", "application/json"));
    EXPECT_THAT(items->unread,
                ElementsAre(EndsWith("/prefixEncoding"), EndsWith("/itemEncoding/headers")));
    EXPECT_FALSE(items_of("3.2.0", encoding));
    EXPECT_FALSE(items_of("3.1.0", encoding, "multipart/mixed"));
    EXPECT_FALSE(items_of("3.2.0", "itemEncoding: {}", "multipart/mixed"));
    for (const char* wrong : {"itemEncoding: x", "itemEncoding: { contentType: [a/b] }"})
        EXPECT_TRUE(items_of("3.2.0", wrong, "multipart/mixed")) << wrong;
}

TEST(ItemContract, IsNotReadFromAnExtensionOfTheSameName) {
    for (const char* other : {"x-stream: true", "x-stream: { protocol: a }", "x-stream: [schema]"})
        EXPECT_FALSE(items_of("3.1.0", other)) << other;
}

/// A wrong x-stream, and what is said about it.
struct WrongShape {
    const char* name;
    const char* members;
    const char* message;
};

void PrintTo(const WrongShape& row, std::ostream* out) {
    *out << row.name;
}

class WrongXStream : public testing::TestWithParam<WrongShape> {};

TEST_P(WrongXStream, IsRefusedInForeignDocuments) {
    const auto api =
        load_foreign(sequence("3.1.0", std::string("x-stream: { ") + GetParam().members + " }"));
    ASSERT_THAT(api, IsOk());
    const Operation& operation = *(*api)->find_operation("s");
    ASSERT_EQ(operation.unjudged.size(), 1U);
    const std::string text = to_text(operation.unjudged.front());
    EXPECT_THAT(text, HasSubstr(GetParam().message));
    EXPECT_THAT(text, HasSubstr("other.yaml:7:"));
}

TEST_P(WrongXStream, IsRefusedInOurDocuments) {
    const auto extensions = load_extensions();
    ASSERT_THAT(extensions, IsOk());
    const std::string text =
        sequence("3.1.0", std::string("x-stream: { ") + GetParam().members + " }");
    EXPECT_THAT(extensions->check(*parse_yaml(text, "ours.yaml")), FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Shapes,
    WrongXStream,
    testing::Values(
        WrongShape{"UnknownMember", "schema: {}, end_marker: [a]", "x-stream/end_marker: "},
        WrongShape{"MemberOfTheOtherForm", "schema: {}, modes: {}", "x-stream/modes: "},
        WrongShape{"NoSchema",
                   "schema: 5",
                   "x-stream/schema: found integer 5, expected boolean or object"},
        WrongShape{"NoKinds",
                   "kinds: {}",
                   "x-stream/kinds: found an object of 0 members, expected at least 1"},
        WrongShape{"KindsInAList",
                   "kinds: [a]",
                   "x-stream/kinds: found an array of 1 items, expected object"},
        WrongShape{"KindWithoutSchema",
                   "kinds: { a: b }",
                   "x-stream/kinds/a: found string \"b\", expected boolean or object"},
        WrongShape{"NameForAPointer",
                   "kinds: { a: {} }, kind_at: type",
                   "x-stream/kind_at: found string \"type\", expected text that matches"},
        WrongShape{"PointerThatIsNoText",
                   "kinds: { a: {} }, kind_at: 5",
                   "x-stream/kind_at: found integer 5, expected string"},
        WrongShape{"PointerWithoutKinds",
                   "kind_at: /type",
                   "expected the member \"kinds\", as \"kind_at\" is present"},
        WrongShape{"OneEndMarker",
                   "end_markers: end",
                   "x-stream/end_markers: found string \"end\", expected array"},
        WrongShape{
            "NoEndMarker", "end_markers: []", "x-stream/end_markers: found an array of 0 items"},
        WrongShape{"EmptyEndMarker",
                   "end_markers: ['']",
                   "x-stream/end_markers/0: found string \"\", expected at least 1 char"},
        WrongShape{"EndMarkerThatIsNoText",
                   "end_markers: [5]",
                   "x-stream/end_markers/0: found integer 5, expected string"},
        WrongShape{"EndMarkerTwice",
                   "end_markers: [a, a]",
                   "x-stream/end_markers: found an array of 2 items, expected unique items"}),
    [](const auto& row) { return row.param.name; });

TEST(ItemContract, IsReadFromOurDocumentsToo) {
    const auto api = load_api(sequence("3.1.0", "x-stream: { schema: { type: object } }"));
    ASSERT_THAT(api, IsOk());
    const MediaType& content = (*api)->find_operation("s")->response_for(200)->content.front();
    EXPECT_TRUE(content.items);
    EXPECT_FALSE(content.stream);
    EXPECT_THAT(load_api(sequence("3.1.0", "x-stream: { schema: { typ: object } }")),
                testing::Not(IsOk()));
}

}  // namespace
}  // namespace plumbline
