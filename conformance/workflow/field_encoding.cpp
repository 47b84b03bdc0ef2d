#include "conformance/workflow/field_encoding.hpp"

#include "conformance/expressions/expressions.hpp"
#include "conformance/workflow/body_format.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

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

/// Returns the style of a field; one that a query does not have is left out and reported.
std::string read_style(const Json& object,
                       const SourceRef& where,
                       std::vector<Error>& unsupported) {
    constexpr std::array<std::string_view, 5> kStyles{
        "", "form", "spaceDelimited", "pipeDelimited", "deepObject"};
    std::string style = string_or(object, "style", "");
    if (std::ranges::find(kStyles, style) != kStyles.end()) return style;
    unsupported.push_back({ErrorCode::kUnsupported,
                           "the style \"" + style + "\" of a field is unknown; it is sent as form",
                           where,
                           {"write form, spaceDelimited, pipeDelimited or deepObject"}});
    return "form";
}

FieldEncoding read_encoding(const Json& object, const SourceRef& where) {
    FieldEncoding encoding;
    encoding.content_type = string_or(object, "contentType", "");
    if (encoding.content_type.find_first_of(",*") != std::string::npos)
        encoding.content_type.clear();
    encoding.style = read_style(object, where, encoding.unsupported);
    encoding.explode = bool_below(object, "explode");
    encoding.allow_reserved = bool_below(object, "allowReserved");
    return encoding;
}

using reading::OpenApiNode;

/// Returns the object under `key` with references resolved; nothing if there is none.
std::optional<OpenApiNode> object_below(const Document& document,
                                        const OpenApiNode& owner,
                                        std::string_view key) {
    if (!owner.has(key)) return {};
    auto found = reading::resolve_object(document, owner.child(key));
    return found ? std::optional(std::move(*found)) : std::nullopt;
}

const Json* only_value(const Json& schema) {
    if (const Json* value = member(schema, "const")) return value;
    const Json* values = member(schema, "enum");
    return values && values->is_array() && values->size() == 1 ? &values->front() : nullptr;
}

const Json* first_of_list(const Json& schema, std::string_view key) {
    const Json* values = member(schema, key);
    return values && values->is_array() && !values->empty() ? &values->front() : nullptr;
}

/// Returns the `example` of a Header Object, else the first of its `examples` that has a value.
const Json* example_of(const Document& document, const OpenApiNode& header) {
    if (const Json* value = member(*header.value, "example")) return value;
    const auto examples = object_below(document, header, "examples");
    if (!examples) return nullptr;
    for (const auto& [name, _] : examples->value->items()) {
        const auto example = object_below(document, *examples, name);
        if (example && example->has("value")) return member(*example->value, "value");
    }
    return nullptr;
}

/// Returns the first value that a Header Object specifies, in order of precedence; null if it
/// specifies none.
const Json* value_of(const Document& document, const OpenApiNode& header) {
    const auto declared = object_below(document, header, "schema");
    const Json nothing;
    const Json& schema = declared ? *declared->value : nothing;
    for (const Json* value : {only_value(schema),
                              member(schema, "default"),
                              example_of(document, header),
                              member(schema, "example"),
                              first_of_list(schema, "examples")}) {
        if (value) return value;
    }
    return nullptr;
}

/// Returns the value of the header. Errors: kUnsupported, those of the document's references.
Result<std::string> text_of_header(const Document& document,
                                   const std::string& name,
                                   const OpenApiNode& written) {
    const SourceRef where = document.where(written.pointer);
    if (name == "content-disposition")
        return fail(ErrorCode::kUnsupported, "it is generated from the name of the field", where);
    const auto header = reading::resolve_object(document, written);
    if (!header) return fail(header.error());
    const auto content = reading::read_media_type(document, *header);
    if (!content) return fail(content.error());
    // A Media Type Object specifies values in the same way as a Header Object.
    const Json* value = value_of(document, *content ? (*content)->node : *header);
    if (!value) {
        return fail(ErrorCode::kUnsupported,
                    "the document has no value for it",
                    where,
                    {"give its schema a `const` or `default`, or the header an `example`"});
    }
    if (*content && http::is_json_media_type((*content)->name)) return to_text(*value);
    if (value->is_structured() || value->is_null())
        return fail(ErrorCode::kUnsupported, "its value is not a string, number or boolean", where);
    std::string text = plain_text(*value);
    if ((name + text).find_first_of("\r\n") != std::string::npos)
        return fail(ErrorCode::kUnsupported, "its value has several lines", where);
    return text;
}

}  // namespace

PartHeaders part_headers(const ApiDocument& api, const std::string& encoding_pointer) {
    PartHeaders found;
    const Document& document = api.document();
    const Json* encoding = find(*document.root, encoding_pointer);
    if (!encoding) return found;
    const auto headers = object_below(document, {encoding, encoding_pointer}, "headers");
    if (!headers) return found;
    for (const auto& [name, _] : headers->value->items()) {
        const std::string lower = to_lower(name);
        if (lower == "content-type") continue;
        auto text = text_of_header(document, lower, headers->child(name));
        if (text) {
            found.sent.add(name, std::move(*text));
            continue;
        }
        Error error = std::move(text).error();
        error.message =
            fmt::format("parts are sent without the header {}: {}", name, error.message);
        found.unsupported.push_back(std::move(error));
    }
    return found;
}

FieldEncodings field_encodings(const ApiDocument& api,
                               const Operation& operation,
                               const std::string& content_type) {
    FieldEncodings encodings;
    if (!operation.body) return encodings;
    const bool has_parts = body_format_of(content_type) == BodyFormat::kMultipart;
    const MediaType* content = find_content(operation.body->content, content_type);
    const std::string pointer = content ? pointer_of_encodings(*content) : "";
    const Json* fields = pointer.empty() ? nullptr : find(*api.document().root, pointer);
    if (!fields || !fields->is_object()) return encodings;
    for (const auto& [name, object] : fields->items()) {
        if (!object.is_object()) continue;
        const std::string own_pointer = pointer + '/' + escape_pointer_token(name);
        FieldEncoding encoding = read_encoding(object, api.document().where(own_pointer));
        if (has_parts) encoding.headers = part_headers(api, own_pointer);
        encodings[name] = std::move(encoding);
    }
    return encodings;
}

}  // namespace plumbline::workflow
