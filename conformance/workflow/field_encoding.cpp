#include "conformance/workflow/field_encoding.hpp"

#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

/// Returns the Media Type Object around a content's schema; null without a schema.
const Json* media_type_object(const ApiDocument& api, const Content& content) {
    constexpr std::string_view kSchema = "/schema";
    const std::string& pointer = content.schema_pointer;
    if (!pointer.ends_with(kSchema)) return nullptr;
    return find(*api.document().root,
                std::string_view(pointer).substr(0, pointer.size() - kSchema.size()));
}

FieldEncoding read_encoding(const Json& object) {
    FieldEncoding encoding;
    encoding.content_type = string_or(object, "contentType", "");
    if (encoding.content_type.find_first_of(",*") != std::string::npos)
        encoding.content_type.clear();
    encoding.style = string_or(object, "style", "");
    if (const Json* explode = member(object, "explode"); explode && explode->is_boolean())
        encoding.explode = explode->get<bool>();
    return encoding;
}

}  // namespace

FieldEncodings field_encodings(const ApiDocument& api,
                               const Operation& operation,
                               const std::string& content_type) {
    FieldEncodings encodings;
    if (!operation.body) return encodings;
    const std::string wanted = http::media_type(content_type);
    for (const Content& content : operation.body->content) {
        if (http::media_type(content.media_type) != wanted) continue;
        const Json* media = media_type_object(api, content);
        const Json* fields = media ? member(*media, "encoding") : nullptr;
        if (!fields || !fields->is_object()) continue;
        for (const auto& [name, object] : fields->items()) {
            if (object.is_object()) encodings[name] = read_encoding(object);
        }
    }
    return encodings;
}

}  // namespace plumbline::workflow
