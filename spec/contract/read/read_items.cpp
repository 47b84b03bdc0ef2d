// Reads what a document says of the items of a sequence: itemSchema, and the x-stream of documents
// that are not ours.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/schema/schema.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline {
namespace reading {
namespace {

constexpr std::array kItemMembers =
    std::to_array<std::string_view>({"schema", "kind_at", "kinds", "end_markers"});

/// Returns whether documents of this version have `itemSchema`.
bool has_item_schema(const Document& document) {
    const std::string version = string_or(*document.root, "openapi", "");
    return !version.starts_with("3.0.") && !version.starts_with("3.1.");
}

/// Reads what the document says of parts beside their schema.
void read_part_encoding(const OpenApiNode& content, ItemContract& items) {
    // The members for forms mean nothing here.
    constexpr std::array kUnread =
        std::to_array<std::string_view>({"headers", "encoding", "prefixEncoding", "itemEncoding"});
    if (content.has("prefixEncoding"))
        items.unread.push_back(content.child("prefixEncoding").pointer);
    if (!content.has("itemEncoding")) return;
    const OpenApiNode encoding = content.child("itemEncoding");
    if (!encoding.value->is_object()) {
        items.unread.push_back(encoding.pointer);
        return;
    }
    for (const std::string_view member : kUnread) {
        if (encoding.has(member)) items.unread.push_back(encoding.child(member).pointer);
    }
    if (!encoding.has("contentType")) return;
    const OpenApiNode types = encoding.child("contentType");
    if (!types.value->is_string()) items.unread.push_back(types.pointer);
    const std::string listed = string_or(*encoding.value, "contentType", "");
    for (const std::string_view type : split(listed, ',')) {
        if (!trimmed(type).empty()) items.part_types.emplace_back(trimmed(type));
    }
}

/// Checks x-stream by our vocabulary, as programs do it for our own documents only.
Result<void> check_shape(const Document& document, const OpenApiNode& stream) {
    return check_by_schema(
        compile_closed_schema(embedded_document("spec/documents/extensions.schema.json"),
                              "/$defs/stream_items"),
        {*stream.value, &document, stream.pointer, "x-stream", {}, [](const Violation& first) {
             return first.instance_pointer == "/kind_at" ? " (a JSON pointer, e.g. /type)" : "";
         }});
}

}  // namespace

bool describes_items(const OpenApiNode& content) {
    if (!content.has_object("x-stream")) return false;
    const OpenApiNode stream = content.child("x-stream");
    return std::ranges::any_of(kItemMembers,
                               [&](std::string_view name) { return stream.has(name); });
}

Result<std::optional<ItemContract>> read_items(const Document& document,
                                               const OpenApiNode& content,
                                               std::string_view media_type) {
    ItemContract items;
    if (has_item_schema(document)) {
        if (content.has("itemSchema")) items.item_schema = content.child("itemSchema").pointer;
        if (media_type == http::kMultipartMixedType) read_part_encoding(content, items);
    }
    if (!describes_items(content))
        return items == ItemContract{} ? std::nullopt : std::optional(items);
    const OpenApiNode stream = content.child("x-stream");
    auto checked = check_shape(document, stream);
    if (!checked) return fail(checked.error());
    if (stream.has("schema")) items.data_schema = stream.child("schema").pointer;
    items.kind_at = string_or(*stream.value, "kind_at", "");
    for (const auto& [kind, schema] : stream.members("kinds"))
        items.kinds.emplace(kind, schema.pointer);
    items.end_markers = strings_or_empty(*stream.value, "end_markers");
    return items;
}

}  // namespace reading

std::vector<std::string> ItemContract::schema_pointers() const {
    std::vector<std::string> pointers;
    for (const std::string& pointer : {item_schema, data_schema}) {
        if (!pointer.empty()) pointers.push_back(pointer);
    }
    for (const auto& [kind, pointer] : kinds) pointers.push_back(pointer);
    return pointers;
}

}  // namespace plumbline
