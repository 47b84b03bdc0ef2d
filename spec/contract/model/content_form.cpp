#include "spec/contract/model/content_form.hpp"

#include "spec/contract/reading.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace plumbline {
namespace {

using reading::OpenApiNode;

/// Keywords that accept every string, and those that only say what a string contains.
constexpr std::array<std::string_view, 20> kKeywordsOfAnyString{"$comment",
                                                                "$ref",
                                                                "allOf",
                                                                "contentEncoding",
                                                                "contentMediaType",
                                                                "default",
                                                                "deprecated",
                                                                "description",
                                                                "example",
                                                                "examples",
                                                                "externalDocs",
                                                                "format",
                                                                "nullable",
                                                                "readOnly",
                                                                "summary",
                                                                "title",
                                                                "type",
                                                                "writeOnly",
                                                                "xml",
                                                                "contentSchema"};

bool accepts_any_string(const std::vector<OpenApiNode>& schemas) {
    for (const OpenApiNode& schema : schemas) {
        for (const auto& [keyword, _] : schema.value->items()) {
            if (!keyword.starts_with("x-") &&
                std::ranges::find(kKeywordsOfAnyString, keyword) == kKeywordsOfAnyString.end())
                return false;
        }
    }
    return true;
}

bool is_only(const std::set<std::string>& types, std::string_view type) {
    return types.empty() || (types.size() == 1 && *types.begin() == type);
}

/// Returns whether the schemas list values that are no strings.
bool lists_other_values(const std::vector<OpenApiNode>& schemas) {
    const auto is_other = [](const Json& value) { return !value.is_string(); };
    return std::any_of(schemas.begin(), schemas.end(), [&](const OpenApiNode& schema) {
        const Json* only = member(*schema.value, "const");
        const Json* listed = member(*schema.value, "enum");
        return (only && is_other(*only)) || (listed && listed->is_array() &&
                                             std::any_of(listed->begin(), listed->end(), is_other));
    });
}

}  // namespace

ContentForm content_form(const ApiDocument& api,
                         const MediaType& content,
                         std::string_view content_type) {
    const std::string type = http::media_type(content_type);
    if (http::is_json_media_type(type)) return ContentForm::kJson;
    if (content.schema_pointer.empty()) return ContentForm::kAnyBytes;
    const Document& document = api.document();
    std::vector<OpenApiNode> schemas;
    // A reference that leads nowhere is reported where the schema is compiled.
    if (const Json* schema = find(*document.root, std::string_view(content.schema_pointer)))
        (void)reading::collect_schemas(document, {schema, content.schema_pointer}, schemas);
    const auto types = reading::named_types(schemas);
    if (is_only(types, "string") && accepts_any_string(schemas)) return ContentForm::kAnyBytes;
    const bool is_structured = types.contains("object") || types.contains("array");
    if (type == "application/x-www-form-urlencoded") {
        // `encoding` may give fields another syntax.
        const std::string owner =
            content.schema_pointer.substr(0, content.schema_pointer.rfind('/'));
        const bool has_encoding =
            find(*document.root, std::string_view(owner + "/encoding")) != nullptr;
        return is_only(types, "object") && !has_encoding ? ContentForm::kUrlencoded
                                                         : ContentForm::kUnjudged;
    }
    const bool is_text = type.starts_with("text/") && type != "text/event-stream";
    if (!is_text || is_structured) return ContentForm::kUnjudged;
    const bool is_string = is_only(types, "string") && !lists_other_values(schemas);
    return is_string ? ContentForm::kString : ContentForm::kText;
}

}  // namespace plumbline
