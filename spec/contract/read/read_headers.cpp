// Reads the headers of a response.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reading {
namespace {

using HeaderValueType = DeclaredHeader::HeaderValueType;

/// Returns the value type of a header with these schemas; nothing if they name lists or objects
/// beside other types: the text does not tell which it is.
std::optional<HeaderValueType> value_type_of(const std::vector<OpenApiNode>& schemas) {
    const auto types = named_types(schemas);
    if (!types.contains("array") && !types.contains("object")) return HeaderValueType::kScalar;
    if (types.size() > 1) return std::nullopt;
    return types.contains("array") ? HeaderValueType::kList : HeaderValueType::kObject;
}

/// Returns why the values of a header are not judged.
tl::unexpected<Error> unjudged_header(const Document& document,
                                      const OpenApiNode& schema,
                                      const std::string& name,
                                      const std::string& why) {
    return fail(ErrorCode::kUnsupported,
                "values of the header " + name + ": " + why,
                document.where(schema.pointer));
}

Result<void> read_header(const Document& document,
                         const OpenApiNode& given,
                         const std::string& name,
                         DeclaredResponse& response) {
    const auto header = resolve_object(document, given);
    if (!header) return fail(header.error());
    if (bool_or(*header->value, "required", false)) response.required_headers.push_back(name);
    const auto media_type = read_media_type(document, *header);
    if (!media_type) return fail(media_type.error());
    if (const auto& content = *media_type) {
        if (http::is_json_media_type(content->name)) {
            response.headers.push_back({name, HeaderValueType::kJson, content->schema_pointer});
        } else if (!content->schema_pointer.empty()) {
            return unjudged_header(
                document, content->node, name, content->name + " is not decoded");
        }
    }
    if (!header->has("schema")) return {};
    if (const auto style = string_or(*header->value, "style", "simple"); style != "simple") {
        return unjudged_header(
            document, *header, name, "found the style \"" + style + "\", expected simple");
    }
    const OpenApiNode schema = header->child("schema");
    std::vector<OpenApiNode> schemas;
    const auto collected = collect_schemas(document, schema, schemas);
    if (!collected) return collected;
    const auto type = value_type_of(schemas);
    if (!type)
        return unjudged_header(
            document, schema, name, "their text does not tell which of its types they have");
    response.headers.push_back(
        {name, *type, schema.pointer, bool_or(*header->value, "explode", false)});
    return {};
}

}  // namespace

Result<void> read_headers(const Document& document,
                          const OpenApiNode& node,
                          DeclaredResponse& response,
                          const UnreadPartSink& leave_out) {
    if (!node.has("headers")) return {};
    const auto headers = require_object(document, node.child("headers"));
    if (!headers) return leave_out(headers.error());
    for (const auto& [name, given] : headers->members()) {
        // OpenAPI, "Response Object": the media types under `content` say it.
        if (equals_ignoring_case(name, "Content-Type")) continue;
        const auto read = read_header(document, given, name, response);
        if (read) continue;
        const auto left_out = leave_out(read.error());
        if (!left_out) return left_out;
    }
    return {};
}

}  // namespace plumbline::reading
