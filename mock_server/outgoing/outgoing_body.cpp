#include "mock_server/outgoing/outgoing_body.hpp"

#include "spec/contract/openapi.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
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
    if (const auto given = given_example(api, content); given.value && !given.is_text)
        return *given.value;
    if (schema.empty()) return record.body ? *record.body : Json::object();
    return wanted.values.empty() ? values.value(schema) : values.completed(schema, wanted.values);
}

}  // namespace

Result<OutgoingBody> outgoing_body(const OutgoingSpec& spec, const SubjectRecord& record) {
    const ApiDocument& api = *spec.api;
    const MediaType* content =
        spec.request.body ? usual_content(spec.request.body->content) : nullptr;
    if (!content) return OutgoingBody{};
    const bool is_json = http::is_json_media_type(content->name) || content->is_range();
    if (!is_json) {
        const Json* given = given_example(api, *content).value;
        return OutgoingBody{content_type(*content), given ? plain_text(*given) : ""};
    }
    return json_body(api, *content, spec.name, record).map([&](const Json& body) {
        return OutgoingBody{content_type(*content), to_text(body)};
    });
}

}  // namespace plumbline::mock
