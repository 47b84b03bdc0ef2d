// Reads the headers of a response.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reading {
namespace {

using HeaderValueType = DeclaredHeader::HeaderValueType;

/// Returns the value type of a header with this schema; nothing if the schema names lists or
/// objects beside other types: the text does not tell which it is.
std::optional<HeaderValueType> value_type_of(const Document& document, const OpenApiNode& schema) {
    std::vector<OpenApiNode> schemas;
    if (!collect_schemas(document, schema, schemas)) return std::nullopt;
    const auto types = named_types(schemas);
    if (!types.contains("array") && !types.contains("object")) return HeaderValueType::kScalar;
    if (types.size() > 1) return std::nullopt;
    return types.contains("array") ? HeaderValueType::kList : HeaderValueType::kObject;
}

}  // namespace

Result<void> read_headers(const Document& document,
                          const OpenApiNode& node,
                          DeclaredResponse& response) {
    if (!node.has("headers")) return {};
    const auto headers = require_object(document, node.child("headers"));
    if (!headers) return fail(headers.error());
    for (const auto& [name, given] : headers->members()) {
        // OpenAPI, "Response Object": the media types under `content` say it.
        if (equals_ignoring_case(name, "Content-Type")) continue;
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
            response.headers.push_back(
                {name, *form, schema.pointer, bool_or(*header->value, "explode", false)});
    }
    return {};
}

}  // namespace plumbline::reading
