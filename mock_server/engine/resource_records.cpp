#include "mock_server/engine/resource_records.hpp"

#include "mock_server/lifecycle/lifecycle.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/json/size.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace plumbline::mock {
namespace {

constexpr std::string_view kJsonPatch = "application/json-patch+json";

/// The schema of the records of a collection, with what applies to the same value.
class RecordSchema {
  public:
    explicit RecordSchema(const RequestContext& context)
        : api_(*context.api()),
          collection_(*context.spec().collection),
          parts_(SchemaParts::at_pointer(api_.document(), collection_.schema)) {}

    /// Removes what a request must not set. Source: OpenAPI, `readOnly`: a request should not have
    /// it, so the server ignores it.
    void remove_read_only(Json& body) const {
        for (const std::string& name : parts_.property_names()) {
            if (body.contains(name) && is_read_only(name)) body.erase(name);
        }
    }

    /// Copies the members that requests cannot change.
    void keep_read_only(const Json& from, Json& to) const {
        for (const std::string& name : parts_.property_names()) {
            if (from.contains(name) && is_read_only(name)) to[name] = from[name];
        }
    }

    /// Adds what the server provides: defaults, times, other members that are `readOnly`.
    void add_server_members(Json& body, const Json& now) const {
        const ExampleValues values(api_, MessageDirection::kResponse);
        for (const std::string& name : parts_.property_names()) {
            if (body.contains(name)) continue;
            const auto property = parts_.property_parts(api_.document(), name);
            if (!property) continue;
            const Json* fallback = property->keyword("default");
            const bool is_made = property->has_flag("readOnly") || parts_.requires_property(name);
            if (fallback && !fallback->is_null()) {
                body[name] = *fallback;
            } else if (is_made && is_time(*property)) {
                body[name] = now;
            } else if (property->has_flag("readOnly")) {
                auto value = values.value(parts_.property(name).front().pointer);
                if (value) body[name] = std::move(*value);
            }
        }
    }

    /// Sets the times of the last change.
    void touch(Json& body, const Json& now) const {
        for (const std::string& name : parts_.property_names()) {
            const std::string lower = to_lower(name);
            const bool is_change = lower.find("updat") != std::string::npos ||
                                   lower.find("modif") != std::string::npos ||
                                   lower.find("chang") != std::string::npos;
            const auto property = parts_.property_parts(api_.document(), name);
            if (is_change && body.contains(name) && property && is_time(*property))
                body[name] = now;
        }
    }

    /// Returns the body with what else the schema requires.
    [[nodiscard]] Json completed(Json body) const {
        const ExampleValues values(api_, MessageDirection::kResponse);
        // Members that only requests have, such as a password, stay in the record.
        const Json sent = body;
        auto value = values.completed(collection_.schema, body);
        if (!value || !value->is_object()) return body;
        for (const auto& [name, member] : sent.items()) {
            const auto property = parts_.property_parts(api_.document(), name);
            if (property && property->has_flag("writeOnly")) (*value)[name] = member;
        }
        return std::move(*value);
    }

    /// Returns the violations of a record.
    [[nodiscard]] std::vector<Violation> violations(const Json& body) const {
        if (collection_.schema.empty()) return {};
        const auto& schema = api_.schema(collection_.schema);
        return schema ? schema->evaluate(body) : std::vector<Violation>();
    }

  private:
    [[nodiscard]] bool is_read_only(const std::string& name) const {
        const auto parts = parts_.property_parts(api_.document(), name);
        return parts && parts->has_flag("readOnly");
    }
    static bool is_time(const SchemaParts& parts) {
        const Json* format = parts.keyword("format");
        return format && *format == "date-time";
    }

    const ApiDocument& api_;
    const Collection& collection_;
    SchemaParts parts_;
};

Json now_of(const RequestContext& context) {
    return Json(to_text(context.simulation->now()));
}

Json request_object(const RequestContext& context) {
    return context.body && context.body->is_object() ? *context.body : Json::object();
}

/// Returns a new id of the collection as a value.
Json new_id(RequestContext& context) {
    Simulation& simulation = *context.simulation;
    const Collection& collection = *context.spec().collection;
    if (collection.ids.form == IdForm::kNumber) return Json(++simulation.last_ids[collection.name]);
    if (collection.ids.form == IdForm::kUuid) return Json(simulation.ids.uuid());
    const ExampleValues values(*context.api(), MessageDirection::kResponse);
    const std::int64_t number = ++simulation.last_ids[collection.name];
    const auto value = values.value(collection.ids.schema, static_cast<std::size_t>(number - 1));
    return value ? *value : Json(simulation.ids.uuid());
}

/// Applies a JSON Patch. Each operation can copy, move or compare the whole record, or double it,
/// so each counts as much as the record has afterwards; one operation that does not make the record
/// larger is always possible. Errors: the refusal.
ValueOrResponse<Json> patched(Json body, const Json& patch) {
    constexpr std::size_t kMaxWork = std::size_t{4} * 1024U * 1024U;
    if (!patch.is_array()) return tl::unexpected(detail_response(409, "a JSON Patch is an array"));
    constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    const std::size_t size_before = size_in_memory(body, kAll);
    std::size_t work = 0;
    for (const Json& operation : patch) {
        try {
            body.patch_inplace(Json::array({operation}));
        } catch (const Json::exception& error) {
            return tl::unexpected(
                detail_response(409, std::string("the patch cannot be applied: ") + error.what()));
        }
        const std::size_t size = size_in_memory(body, kAll);
        work += size;
        if (work > kMaxWork && (patch.size() > 1 || size > size_before)) {
            constexpr std::string_view kRefusal =
                "the patch is too long for this record: operations times bytes of the record "
                "exceed 4 MiB; send fewer at a time";
            return tl::unexpected(detail_response(422, kRefusal));
        }
    }
    if (body.is_object()) return body;
    return tl::unexpected(detail_response(422, "the patch leaves no object"));
}

}  // namespace

ValueOrResponse<RecordNumber> create_resource(RequestContext& context) {
    Simulation& simulation = *context.simulation;
    const Collection& collection = *context.spec().collection;
    const RecordSchema schema(context);
    Json body = request_object(context);
    schema.remove_read_only(body);
    // Also an id that a request may have, but does not need to.
    const Json* chosen = member(body, collection.ids.member);
    const bool is_chosen = chosen && (chosen->is_string() || chosen->is_number());
    const Json id = is_chosen ? *chosen : new_id(context);
    const std::string text = plain_text(id);
    if (simulation.store.find(collection.name, text)) {
        return tl::unexpected<EngineResponse>(detail_response(
            409, fmt::format("a {} with the id {} exists", collection.title, text)));
    }
    if (!collection.ids.member.empty()) body[collection.ids.member] = id;
    if (const Record* parent = simulation.store.find(context.parent);
        parent && !collection.parent_member.empty()) {
        const Collection& parents = simulation.model().collection(collection.parent);
        const Json* parent_id = member(*parent->body, parents.ids.member);
        body[collection.parent_member] = parent_id ? *parent_id : Json(parent->ref.id);
    }
    schema.add_server_members(body, now_of(context));
    return create_record(simulation,
                         {collection.name,
                          context.parent,
                          context.tenant,
                          std::make_shared<const Json>(schema.completed(std::move(body))),
                          text});
}

void replace_resource(RequestContext& context) {
    const RecordSchema schema(context);
    const Collection& collection = *context.spec().collection;
    const SharedJson before = context.found_record().body;
    Json body = request_object(context);
    schema.remove_read_only(body);
    schema.keep_read_only(*before, body);
    for (const std::string& name : {collection.ids.member, collection.parent_member}) {
        if (!name.empty() && before->contains(name)) body[name] = (*before)[name];
    }
    schema.add_server_members(body, now_of(context));
    schema.touch(body, now_of(context));
    context.simulation->store.set_body(context.found_record(), schema.completed(std::move(body)));
}

std::optional<EngineResponse> patch_resource(RequestContext& context) {
    const RecordSchema schema(context);
    const SharedJson before = context.found_record().body;
    Json body = *before;
    const std::string type = http::media_type(context.request.headers.joined("Content-Type"));
    if (type == kJsonPatch) {
        auto result = patched(std::move(body), *context.body);
        if (!result) return result.error();
        body = std::move(*result);
    } else {
        Json patch = request_object(context);
        schema.remove_read_only(patch);
        body.merge_patch(patch);
    }
    schema.keep_read_only(*before, body);
    const Collection& collection = *context.spec().collection;
    if (const std::string& name = collection.ids.member; !name.empty() && before->contains(name))
        body[name] = (*before)[name];
    schema.touch(body, now_of(context));
    std::vector<RequestProblem> problems;
    for (const Violation& violation : schema.violations(body)) {
        problems.push_back(problem_at(
            "body", violation.instance_pointer, body, violation.message, violation.keyword));
    }
    if (!problems.empty()) return problems_response(422, problems);
    context.simulation->store.set_body(context.found_record(), std::move(body));
    return std::nullopt;
}

}  // namespace plumbline::mock
