// The headers of a response.

#include "spec/contract/reading.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reading {
namespace {

using Form = DeclaredHeader::Form;

/// Returns what the text of a header with this schema is; nothing where that is left open, and for
/// lists and objects.
std::optional<Form> form_of(const Document& document, Place schema) {
    const auto target = resolved(document, std::move(schema));
    if (!target || !target->node->is_object()) return std::nullopt;
    const std::string type = string_or(*target->node, "type", "");
    if (type == "string") return Form::kText;
    if (type == "integer" || type == "number" || type == "boolean") return Form::kScalar;
    return std::nullopt;
}

}  // namespace

Result<void> read_headers(const Document& document,
                          const Place& place,
                          DeclaredResponse& response) {
    if (!place.has("headers")) return {};
    const auto headers = object_at(document, place.child("headers"));
    if (!headers) return fail(headers.error());
    for (const auto& [name, value] : headers->node->items()) {
        const auto header = resolved_object(document, headers->child(name));
        if (!header) return fail(header.error());
        if (bool_or(*header->node, "required", false)) response.required_headers.push_back(name);
        auto media_type = read_media_type(document, *header);
        if (!media_type) return fail(media_type.error());
        if (*media_type && http::is_json_media_type((*media_type)->name))
            response.headers.push_back({name, Form::kJson, (*media_type)->schema_pointer});
        if (!header->has("schema")) continue;
        const Place schema = header->child("schema");
        if (const auto form = form_of(document, schema))
            response.headers.push_back({name, *form, schema.pointer});
    }
    return {};
}

}  // namespace plumbline::reading
