#include "mock_server/validation/body.hpp"

#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

ReadBody no_body(std::vector<Problem> problems = {}) {
    return {std::make_shared<const Json>(), std::move(problems)};
}

const Content* content_for(const RequestBody& body, const std::string& media_type) {
    for (const Content& content : body.content) {
        const bool fits =
            content.media_type == media_type ||
            (http::is_json_media_type(content.media_type) && http::is_json_media_type(media_type));
        if (fits) return &content;
    }
    return nullptr;
}

Answered<ReadBody> parse(const std::string& text) {
    auto value = parse_json(text, "body");
    if (value) return ReadBody{std::make_shared<const Json>(std::move(*value)), {}};
    if (value.error().code == ErrorCode::kSyntax) {
        return tl::unexpected<Reply>(
            detail_reply(400, "the body is not JSON: " + to_text(value.error())));
    }
    return no_body({{{"body"}, value.error().message, "limit"}});
}

bool is_tolerated(const std::string& pointer, const std::vector<std::string>& globs) {
    return std::any_of(
        globs.begin(), globs.end(), [&](const auto& glob) { return matches_glob(pointer, glob); });
}

bool is_field(const Operation& operation, const std::string& pointer) {
    const auto& fields = operation.request_fields;
    return std::find(fields.begin(), fields.end(), pointer) != fields.end();
}

/// Says whether the operation lists the members of the object at `pointer` one by one.
bool lists_members(const Operation& operation, const std::string& pointer) {
    const std::string below = pointer + '/';
    return std::any_of(
        operation.request_fields.begin(), operation.request_fields.end(), [&](const auto& field) {
            return field.rfind(below, 0) == 0 && field.compare(pointer.size(), 2, "/*") != 0;
        });
}

Json prune(const Operation& operation, const Json& value, const std::string& pointer) {
    if (value.is_array()) {
        Json kept = Json::array();
        for (const Json& item : value) kept.push_back(prune(operation, item, pointer + "/*"));
        return kept;
    }
    if (!value.is_object() || !lists_members(operation, pointer)) return value;
    Json kept = Json::object();
    for (const auto& [key, part] : value.items()) {
        const std::string at = pointer + '/' + escape_pointer_token(key);
        if (is_field(operation, at)) kept[key] = prune(operation, part, at);
    }
    return kept;
}

}  // namespace

Answered<ReadBody> read_body(const Operation& operation,
                             const ApiDocument& api,
                             const http::Request& request,
                             const std::vector<std::string>& tolerated) {
    if (!operation.body) return no_body();
    if (request.body.empty()) {
        if (!operation.body->required) return no_body();
        return no_body({{{"body"}, "a JSON body is required", "missing"}});
    }
    const std::string type = http::media_type(request.headers.joined("Content-Type"));
    const Content* content = content_for(*operation.body, type);
    if (!content) {
        const std::string msg = fmt::format("found \"{}\", expected application/json", type);
        return no_body({{{"header", "Content-Type"}, msg, "content_type"}});
    }
    auto body = parse(request.body);
    if (!body || !body->problems.empty() || content->schema_pointer.empty()) return body;
    const auto schema = api.schema(content->schema_pointer);
    if (!schema) return tl::unexpected<Reply>(error_reply(schema.error()));
    for (const Violation& violation : schema->judge(*body->value)) {
        if (is_tolerated(violation.instance_pointer, tolerated)) continue;
        body->problems.push_back(problem_at("body",
                                            violation.instance_pointer,
                                            *body->value,
                                            violation.message,
                                            violation.keyword));
    }
    return body;
}

Json known_fields(const Operation& operation, const Json& body) {
    return prune(operation, body, "");
}

}  // namespace plumbline::mock
