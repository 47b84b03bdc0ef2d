#include "mock_server/validation/body.hpp"

#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

ReadBody no_body(std::vector<Problem> problems = {}) {
    return {std::make_shared<Json>(), std::move(problems)};
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
    if (value) return ReadBody{std::make_shared<Json>(std::move(*value)), {}};
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

/// Says whether there is nothing to take away; `field` is null where nothing is known. Members and
/// fields are both in byte order: one walk over both finds every pair.
bool is_known_throughout(const Json& value, const BodyField* field) {
    if (!field) return true;
    if (value.is_array()) {
        const auto& items = value.get_ref<const Json::array_t&>();
        const BodyField* each = field->find("*");
        return std::all_of(items.begin(), items.end(), [&](const Json& item) {
            return is_known_throughout(item, each);
        });
    }
    if (!value.is_object() || !field->lists_members()) return true;
    auto known = field->members.begin();
    const auto& members = value.get_ref<const Json::object_t&>();
    return std::all_of(members.begin(), members.end(), [&](const auto& member) {
        while (known != field->members.end() && known->name < member.first) ++known;
        return known != field->members.end() && known->name == member.first && known->is_declared &&
               is_known_throughout(member.second, &*known);
    });
}

/// Takes away what is no field.
void prune(Json& value, const BodyField* field) {
    if (!field) return;
    if (value.is_array()) {
        for (Json& item : value) prune(item, field->find("*"));
        return;
    }
    if (!value.is_object() || !field->lists_members()) return;
    auto& members = value.get_ref<Json::object_t&>();
    erase_if(members, [&](const auto& member) { return !field->find_declared(member.first); });
    for (auto& [name, part] : members) prune(part, field->find(name));
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
    const auto& schema = api.schema(content->schema_pointer);
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

std::shared_ptr<Json> known_fields(const Operation& operation, const std::shared_ptr<Json>& body) {
    const BodyField* fields = &operation.request_fields.root();
    if (is_known_throughout(*body, fields)) return body;
    Json known = *body;
    prune(known, fields);
    return std::make_shared<Json>(std::move(known));
}

}  // namespace plumbline::mock
