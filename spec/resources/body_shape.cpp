#include "spec/resources/body_shape.hpp"

#include "spec/base/text.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/http/message.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

using reading::OpenApiNode;

constexpr std::array<std::string_view, 10> kListMembers{"items",
                                                        "data",
                                                        "results",
                                                        "records",
                                                        "resources",
                                                        "values",
                                                        "entries",
                                                        "content",
                                                        "list",
                                                        "elements"};
constexpr std::array<std::string_view, 5> kRecordMembers{
    "data", "item", "result", "record", "resource"};

std::string type_of(const ApiDocument& api, const std::vector<OpenApiNode>& schemas) {
    const auto parts = SchemaParts::collect(api.document(), schemas, 0);
    return parts && !schemas.empty() ? parts->type() : "";
}

/// Returns the schema of the items if the schemas describe a list of objects.
std::optional<std::string> object_items(const ApiDocument& api,
                                        const std::vector<OpenApiNode>& schemas) {
    const auto parts = SchemaParts::collect(api.document(), schemas, 0);
    if (!parts || schemas.empty() || parts->type() != "array") return std::nullopt;
    const auto items = parts->at("items");
    if (items.empty() || type_of(api, items) != "object") return std::nullopt;
    return items.front().pointer;
}

template <typename Names>
bool is_one_of(const Names& names, const std::string& name) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view known) {
        return equals_ignoring_case(known, name);
    });
}

std::string as_pointer(const std::string& member) {
    return '/' + escape_pointer_token(member);
}

}  // namespace

SuccessResponse success_response(const Operation& operation, const std::vector<int>& preferred) {
    const auto rank = [&](const DeclaredResponse& response) {
        for (std::size_t i = 0; i < preferred.size(); ++i) {
            if (response.status == std::to_string(preferred[i])) return i;
        }
        return preferred.size();
    };
    const DeclaredResponse* best = nullptr;
    for (const DeclaredResponse& response : operation.responses) {
        if (response.status.front() != '2') continue;
        const bool is_better = !best || rank(response) < rank(*best) ||
                               (rank(response) == rank(*best) && response.status < best->status);
        if (is_better) best = &response;
    }
    SuccessResponse success;
    if (!best) return success;
    const std::string status = best->status == "2XX" ? "200" : best->status;
    success.status = static_cast<int>(std::strtol(status.c_str(), nullptr, 10));
    success.has_content = !best->content.empty();
    for (const MediaType& content : best->content) {
        if (http::is_json_media_type(content.name) || content.name == "*/*") {
            success.schema = content.schema_pointer;
            return success;
        }
    }
    if (best->content.empty()) return success;
    const MediaType& first = best->content.front();
    success.is_stream = first.items || first.stream || first.name == "text/event-stream" ||
                        http::is_sequence_media_type(first.name);
    return success;
}

std::optional<RecordLocation> list_in(const ApiDocument& api,
                                      const std::string& schema,
                                      std::string_view collection) {
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), schema);
    if (parts.type() == "array") {
        const auto items = parts.at("items");
        if (items.empty()) return std::nullopt;
        return RecordLocation{"", items.front().pointer};
    }
    std::vector<RecordLocation> lists;
    std::optional<RecordLocation> usual;
    for (const std::string& name : parts.property_names()) {
        const auto items = object_items(api, parts.property(name));
        if (!items) continue;
        lists.push_back({as_pointer(name), *items});
        const bool is_usual = is_one_of(kListMembers, name) || name == collection;
        if (is_usual && !usual) usual = lists.back();
    }
    if (usual) return usual;
    return lists.size() == 1 ? std::optional(lists.front()) : std::nullopt;
}

std::optional<RecordLocation> record_in(const ApiDocument& api,
                                        const std::string& schema,
                                        std::string_view resource) {
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), schema);
    if (parts.type() != "object") return std::nullopt;
    const auto names = parts.property_names();
    for (const std::string& name : names) {
        const bool is_usual =
            is_one_of(kRecordMembers, name) || equals_ignoring_case(name, resource);
        const auto property = parts.property(name);
        // A record may have a member `data` of its own: around a record there are few others.
        constexpr std::size_t kFewMembers = 3;
        if (is_usual && names.size() <= kFewMembers && type_of(api, property) == "object")
            return RecordLocation{as_pointer(name), property.front().pointer};
    }
    return RecordLocation{"", schema};
}

std::vector<std::string> scalar_members(const ApiDocument& api, const std::string& schema) {
    std::vector<std::string> names;
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), schema);
    for (const std::string& name : parts.property_names()) {
        const std::string type = type_of(api, parts.property(name));
        if (type != "object" && type != "array") names.push_back(name);
    }
    return names;
}

bool requires_from_client(const ApiDocument& api,
                          const std::string& schema,
                          const std::string& member) {
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), schema);
    if (!parts.requires_property(member)) return false;
    const auto property = SchemaParts::collect(api.document(), parts.property(member), 0);
    return property && !property->has_flag("readOnly");
}

std::string member_schema(const ApiDocument& api,
                          const std::string& schema,
                          const std::string& member) {
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), schema);
    const auto nodes = parts.property(member);
    return nodes.empty() ? "" : nodes.front().pointer;
}

}  // namespace plumbline
