// Reads the headers of a response.

#include "spec/contract/reading.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reading {
namespace {

using HeaderValueType = DeclaredHeader::HeaderValueType;

/// Returns the value type of a header with this schema; nothing if the schema has no single type,
/// and for arrays and objects.
std::optional<HeaderValueType> value_type_of(const Document& document, OpenApiNode schema) {
    const auto target = resolve_node(document, std::move(schema));
    if (!target || !target->value->is_object()) return std::nullopt;
    const std::string type = string_or(*target->value, "type", "");
    if (type == "string") return HeaderValueType::kText;
    if (type == "integer" || type == "number" || type == "boolean") return HeaderValueType::kScalar;
    return std::nullopt;
}

}  // namespace

Result<void> read_headers(const Document& document,
                          const OpenApiNode& node,
                          DeclaredResponse& response) {
    if (!node.has("headers")) return {};
    const auto headers = require_object(document, node.child("headers"));
    if (!headers) return fail(headers.error());
    for (const auto& [name, given] : headers->members()) {
        const auto header = resolve_object(document, given);
        if (!header) return fail(header.error());
        if (bool_or(*header->value, "required", false)) response.required_headers.push_back(name);
        auto media_type = read_media_type(document, *header);
        if (!media_type) return fail(media_type.error());
        if (*media_type && http::is_json_media_type((*media_type)->name))
            response.headers.push_back(
                {name, HeaderValueType::kJson, (*media_type)->schema_pointer});
        if (!header->has("schema")) continue;
        const OpenApiNode schema = header->child("schema");
        if (const auto form = value_type_of(document, schema))
            response.headers.push_back({name, *form, schema.pointer});
    }
    return {};
}

}  // namespace plumbline::reading
