#include "mock_server/validation/request_validation.hpp"
#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

ParsedBody no_body(std::vector<RequestProblem> problems = {}) {
    return {std::make_shared<Json>(), std::move(problems)};
}

const MediaType* content_for(const RequestBody& body, const std::string& media_type) {
    for (const MediaType& content : body.content) {
        const bool fits = content.name == media_type || (http::is_json_media_type(content.name) &&
                                                         http::is_json_media_type(media_type));
        if (fits) return &content;
    }
    return nullptr;
}

ValueOrResponse<ParsedBody> parse_body(const std::string& text) {
    auto value = parse_json(text, "body");
    if (value) return ParsedBody{std::make_shared<Json>(std::move(*value)), {}};
    if (value.error().code == ErrorCode::kSyntax) {
        return tl::unexpected<EngineResponse>(
            detail_response(400, "the body is not JSON: " + to_text(value.error())));
    }
    return no_body({{{"body"}, value.error().message, "limit"}});
}

bool matches_one(const std::string& pointer, const std::vector<std::string>& globs) {
    return std::any_of(
        globs.begin(), globs.end(), [&](const auto& glob) { return matches_glob(pointer, glob); });
}

/// Adds a problem for each null at a pointer that matches one of the globs.
void refuse_nulls(const std::vector<std::string>& globs, ParsedBody& body) {
    if (globs.empty()) return;
    const Json leaves = body.value->flatten();
    for (const auto& [pointer, leaf] : leaves.items()) {
        // Empty objects and arrays are flattened to null, too.
        const Json* found = find(*body.value, std::string_view(pointer));
        if (!found || !found->is_null() || !matches_one(pointer, globs)) continue;
        body.problems.push_back(
            problem_at("body", pointer, *body.value, "found null, expected a value", "type"));
    }
}

/// Removes members that are not declared fields.
void remove_undeclared(Json& value, const BodyField* field) {
    if (!field) return;
    if (value.is_array()) {
        for (Json& item : value) remove_undeclared(item, field->find("*"));
        return;
    }
    if (!value.is_object() || !field->has_named_members()) return;
    auto& members = value.get_ref<Json::object_t&>();
    std::erase_if(members, [&](const auto& member) { return !field->find_declared(member.first); });
    for (auto& [name, part] : members) remove_undeclared(part, field->find(name));
}

}  // namespace

ValueOrResponse<ParsedBody> read_body(const Operation& operation,
                                      const ApiDocument& api,
                                      const http::Request& request,
                                      const BodyFaults& faults) {
    if (!operation.body) return no_body();
    if (request.body.empty()) {
        if (!operation.body->required) return no_body();
        return no_body({{{"body"}, "a JSON body is required", "missing"}});
    }
    const std::string type = http::media_type(request.headers.joined("Content-Type"));
    const MediaType* content = content_for(*operation.body, type);
    if (!content) {
        const std::string msg = fmt::format("found \"{}\", expected application/json", type);
        return no_body({{{"header", "Content-Type"}, msg, "content_type"}});
    }
    auto body = parse_body(request.body);
    if (!body || !body->problems.empty() || content->schema_pointer.empty()) return body;
    const auto& schema = api.schema(content->schema_pointer);
    if (!schema)
        return tl::unexpected<EngineResponse>(detail_response(500, to_text(schema.error())));
    for (const Violation& violation : schema->evaluate(*body->value)) {
        if (matches_one(violation.instance_pointer, faults.tolerated_pointers)) continue;
        body->problems.push_back(problem_at("body",
                                            violation.instance_pointer,
                                            *body->value,
                                            violation.message,
                                            violation.keyword));
    }
    refuse_nulls(faults.refused_nulls, *body);
    return body;
}

void remove_unknown_fields(const Operation& operation, Json& body) {
    remove_undeclared(body, &operation.request_fields.root());
}

}  // namespace plumbline::mock
