#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::EndsWith;

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

TEST(ItemContract, IsNotReadFromAnExtensionOfTheSameName) {
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

    for (const char* other : {"x-stream: true", "x-stream: { protocol: a }", "x-stream: [schema]"})
        EXPECT_FALSE(items_of("3.1.0", other)) << other;
}

TEST(ItemContract, RefusesUnknownMembersBesideItsOwn) {
    for (const char* wrong :
         {"x-stream: { schema: {}, end_marker: [a] }", "x-stream: { kinds: {}, kind_at: type }"}) {
        const auto api = load_foreign(sequence("3.1.0", wrong));
        ASSERT_THAT(api, IsOk());
        ASSERT_EQ((*api)->unreadable_operations().size(), 1U) << wrong;
        EXPECT_THAT((*api)->unreadable_operations().front().error.message, HasSubstr("x-stream: "));
    }
}

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
