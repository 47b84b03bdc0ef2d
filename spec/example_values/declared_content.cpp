#include "spec/contract/openapi.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {

const MediaType* usual_content(const std::vector<MediaType>& declared) {
    const auto json = std::ranges::find_if(
        declared, [](const MediaType& one) { return http::is_json_media_type(one.name); });
    if (json != declared.end()) return &*json;
    return declared.empty() ? nullptr : &declared.front();
}

std::string content_type(const MediaType& content) {
    return content.is_range()    ? "application/json"
           : content.key.empty() ? content.name
                                 : content.key;
}

GivenExample given_example(const ApiDocument& api,
                           const MediaType& content,
                           const std::string& name) {
    const Json* object = find(*api.document().root, std::string_view(content.pointer));
    if (!object || content.pointer.empty()) return {};
    const Json* examples = member(*object, "examples");
    if (examples && examples->is_object() && !examples->empty()) {
        const auto found = name.empty() ? examples->begin() : examples->find(name);
        if (found == examples->end()) return {};
        const auto resolved = reading::resolve_node(
            api.document(),
            {&*found, content.pointer + "/examples/" + escape_pointer_token(found.key())});
        if (!resolved) return {};
        for (const char* key : {"value", "dataValue"}) {
            if (const Json* value = member(*resolved->value, key)) return {value};
        }
        const Json* text = member(*resolved->value, "serializedValue");
        return text && text->is_string() ? GivenExample{text, true} : GivenExample{};
    }
    return name.empty() ? GivenExample{member(*object, "example")} : GivenExample{};
}

}  // namespace plumbline
