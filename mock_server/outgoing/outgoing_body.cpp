#include "mock_server/outgoing/outgoing_body.hpp"

#include "spec/contract/openapi.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

/// Returns the pointer of what a schema refers to.
std::string target_of(const ApiDocument& api, const std::string& pointer) {
    const Json* schema = find(*api.document().root, std::string_view(pointer));
    if (!schema || pointer.empty()) return pointer;
    const auto target = reading::resolve_node(api.document(), {schema, pointer});
    return target ? target->pointer : pointer;
}

/// Returns the content that is sent: the first of JSON, else the first; null if there is none.
const MediaType* sent_content(const Operation& request) {
    if (!request.body || request.body->content.empty()) return nullptr;
    const auto& content = request.body->content;
    const auto json = std::ranges::find_if(
        content, [](const MediaType& one) { return http::is_json_media_type(one.name); });
    return json == content.end() ? &content.front() : &*json;
}

/// Returns the first example of a Media Type Object, null if it has none.
const Json* given_value(const ApiDocument& api, const MediaType& content) {
    const Json* object = find(*api.document().root, std::string_view(content.pointer));
    if (!object || content.pointer.empty()) return nullptr;
    if (const Json* example = member(*object, "example")) return example;
    const Json* examples = member(*object, "examples");
    if (!examples || !examples->is_object() || examples->empty()) return nullptr;
    const auto first = examples->begin();
    const auto resolved = reading::resolve_node(
        api.document(),
        {&*first, content.pointer + "/examples/" + escape_pointer_token(first.key())});
    if (!resolved) return nullptr;
    const Json* value = member(*resolved->value, "value");
    return value ? value : member(*resolved->value, "dataValue");
}

/// What the members of a body are filled with.
struct WantedMembers {
    Json values = Json::object();
    bool has_record = false;  ///< a member is the record itself
};

/// Returns the values of the members that the schema declares.
WantedMembers wanted_members(const ApiDocument& api,
                             const std::string& schema,
                             const std::string& name,
                             const SubjectRecord& record) {
    WantedMembers wanted;
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), schema);
    for (const std::string& property : parts.property_names()) {
        const auto nodes = parts.property(property);
        if (nodes.empty()) continue;
        const auto inner = SchemaParts::collect(api.document(), nodes, 0);
        const Json* choices = inner ? inner->keyword("enum") : nullptr;
        const bool is_record = record.body && !record.schema.empty() &&
                               target_of(api, nodes.front().pointer) == record.schema;
        const Json* of_record = record.body ? member(*record.body, property) : nullptr;
        wanted.has_record = wanted.has_record || is_record;
        if (is_record)
            wanted.values[property] = *record.body;
        else if (choices && std::ranges::count(*choices, Json(name)) > 0)
            wanted.values[property] = name;
        else if (of_record)
            wanted.values[property] = *of_record;
    }
    return wanted;
}

Result<Json> json_body(const ApiDocument& api,
                       const MediaType& content,
                       const std::string& name,
                       SubjectRecord record) {
    const std::string schema = target_of(api, content.schema_pointer);
    if (!record.schema.empty()) record.schema = target_of(api, record.schema);
    const ExampleValues values(api, MessageDirection::kResponse);
    if (record.body && !schema.empty() && schema == record.schema)
        return values.completed(schema, *record.body);
    const WantedMembers wanted = wanted_members(api, schema, name, record);
    if (wanted.has_record) return values.completed(schema, wanted.values);
    if (const Json* given = given_value(api, content)) return *given;
    if (schema.empty()) return record.body ? *record.body : Json::object();
    return wanted.values.empty() ? values.value(schema) : values.completed(schema, wanted.values);
}

}  // namespace

Result<OutgoingBody> outgoing_body(const OutgoingSpec& spec, const SubjectRecord& record) {
    const ApiDocument& api = *spec.api;
    const MediaType* content = sent_content(spec.request);
    if (!content) return OutgoingBody{};
    const bool is_json = http::is_json_media_type(content->name) || content->is_range();
    if (!is_json) {
        const Json* given = given_value(api, *content);
        return OutgoingBody{content->key, given ? plain_text(*given) : ""};
    }
    return json_body(api, *content, spec.name, record).map([&](const Json& body) {
        return OutgoingBody{content->is_range() ? "application/json" : content->key, to_text(body)};
    });
}

}  // namespace plumbline::mock
