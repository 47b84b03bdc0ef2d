#include "conformance/workflow/field_encoding.hpp"

#include "conformance/workflow/body_format.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

/// Returns the pointer of `encoding` beside a content's schema; "" without a schema.
std::string pointer_of_encodings(const MediaType& content) {
    constexpr std::string_view kSchema = "/schema";
    const std::string& pointer = content.schema_pointer;
    if (!pointer.ends_with(kSchema)) return "";
    return pointer.substr(0, pointer.size() - kSchema.size()) + "/encoding";
}

std::optional<bool> bool_below(const Json& object, std::string_view key) {
    const Json* value = member(object, key);
    return value && value->is_boolean() ? std::optional(value->get<bool>()) : std::nullopt;
}

FieldEncoding read_encoding(const Json& object) {
    FieldEncoding encoding;
    encoding.content_type = string_or(object, "contentType", "");
    if (encoding.content_type.find_first_of(",*") != std::string::npos)
        encoding.content_type.clear();
    encoding.style = string_or(object, "style", "");
    encoding.explode = bool_below(object, "explode");
    encoding.allow_reserved = bool_below(object, "allowReserved");
    return encoding;
}

}  // namespace

FieldEncodings field_encodings(const ApiDocument& api,
                               const Operation& operation,
                               const std::string& content_type) {
    FieldEncodings encodings;
    if (!operation.body) return encodings;
    const std::string wanted = http::media_type(content_type);
    const bool has_parts = body_format_of(wanted) == BodyFormat::kMultipart;
    for (const MediaType& content : operation.body->content) {
        if (http::media_type(content.name) != wanted) continue;
        const std::string pointer = pointer_of_encodings(content);
        const Json* fields = pointer.empty() ? nullptr : find(*api.document().root, pointer);
        if (!fields || !fields->is_object()) continue;
        for (const auto& [name, object] : fields->items()) {
            if (!object.is_object()) continue;
            FieldEncoding encoding = read_encoding(object);
            if (has_parts)
                encoding.headers = part_headers(api, pointer + '/' + escape_pointer_token(name));
            encodings[name] = std::move(encoding);
        }
    }
    return encodings;
}

}  // namespace plumbline::workflow
