// Judges requests by a user's document.

#include "mock_server/validation/request_validation.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr int kBadRequest = 400;
constexpr int kUnauthorized = 401;
constexpr int kUnsupportedMediaType = 415;

/// Returns the values of a parameter in a request; none if it is missing.
std::vector<std::string> values_of(const Parameter& parameter,
                                   const std::map<std::string, std::string>& path_values,
                                   const http::Request& request,
                                   const http::UrlQuery& query) {
    std::vector<std::string> values;
    switch (parameter.location) {
        case ParameterLocation::kPath:
            if (const auto found = path_values.find(parameter.name); found != path_values.end())
                values.push_back(found->second);
            break;
        case ParameterLocation::kQuery:
            for (const auto& [name, value] : query) {
                if (name == parameter.name) values.push_back(value);
            }
            break;
        case ParameterLocation::kHeader:
            if (const std::string* value = request.headers.find(parameter.name))
                values.push_back(*value);
            break;
        case ParameterLocation::kCookie:
        case ParameterLocation::kQueryString:
            break;
    }
    return values;
}

/// Returns the value that a text represents for a schema of that type.
Json typed_value(const std::string& text, std::string_view type) {
    if (type == "integer") {
        if (const auto number = parse_integer(text)) return Json(*number);
    }
    if (type == "number" || type == "boolean") {
        const auto value = parse_json(text);
        if (value && (value->is_number() || value->is_boolean())) return *value;
    }
    return Json(text);
}

/// Returns the type of the schema at a pointer, and that of its items; "" if there is none.
std::pair<std::string, std::string> types_at(const ApiDocument& api, const std::string& pointer) {
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), pointer);
    const auto items = SchemaParts::collect(api.document(), parts.at("items"), 0);
    return {parts.type(), items ? items->type() : ""};
}

/// Returns the value of a parameter, nothing if its form is not one that is judged.
std::optional<Json> parameter_value(const ApiDocument& api,
                                    const Parameter& parameter,
                                    const std::vector<std::string>& texts) {
    const bool is_usual_style =
        parameter.style.empty() || parameter.style == "simple" || parameter.style == "form";
    if (parameter.schema_pointer.empty() || !parameter.media_type.empty() || !is_usual_style)
        return std::nullopt;
    const auto [type, item_type] = types_at(api, parameter.schema_pointer);
    if (type == "object") return std::nullopt;
    if (type != "array") return typed_value(texts.front(), type);
    Json list = Json::array();
    for (const std::string& text : texts) {
        // `?tag=a&tag=b`: each occurrence is an item.
        const bool is_item = parameter.location == ParameterLocation::kQuery && parameter.explode;
        const auto items = is_item ? std::vector<std::string_view>{text} : split(text, ',');
        for (const std::string_view item : items)
            list.push_back(typed_value(std::string(item), item_type));
    }
    return list;
}

bool has_cookie(const http::Request& request, const std::string& name) {
    const std::string header = request.headers.joined("Cookie");
    return std::ranges::any_of(split(header, ';'), [&](std::string_view cookie) {
        return trimmed(cookie).starts_with(name + '=');
    });
}

}  // namespace

std::optional<EngineResponse> check_declared_credentials(const Operation& operation,
                                                         const ApiDocument& api,
                                                         const http::Request& request,
                                                         const http::UrlQuery& query) {
    if (!operation.needs_credentials) return std::nullopt;
    std::vector<std::string> places;
    for (const CredentialLocation& place : credential_locations(api)) {
        const std::string* header = request.headers.find(place.name);
        const bool is_in_query = std::ranges::any_of(query, [&](const auto& pair) {
            return pair.first == place.name && !pair.second.empty();
        });
        const bool is_present =
            (place.location == ParameterLocation::kHeader && header && !header->empty()) ||
            (place.location == ParameterLocation::kQuery && is_in_query) ||
            (place.location == ParameterLocation::kCookie && has_cookie(request, place.name));
        if (is_present) return std::nullopt;
        places.push_back(place.name);
    }
    if (places.empty()) return std::nullopt;
    EngineResponse refusal = detail_response(
        kUnauthorized, fmt::format("credentials are missing: send {}", join(places, " or ")));
    refusal.headers.set("WWW-Authenticate", "Bearer");
    return refusal;
}

std::vector<RequestProblem> validate_declared_parameters(
    const Operation& operation,
    const ApiDocument& api,
    const std::map<std::string, std::string>& path_values,
    const http::Request& request,
    const http::UrlQuery& query) {
    std::vector<RequestProblem> problems;
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.location == ParameterLocation::kCookie ||
            parameter.location == ParameterLocation::kQueryString)
            continue;
        const std::string location(to_text(parameter.location));
        const auto texts = values_of(parameter, path_values, request, query);
        if (texts.empty()) {
            if (parameter.required)
                problems.push_back({{location, parameter.name}, "field required", "missing"});
            continue;
        }
        const auto value = parameter_value(api, parameter, texts);
        if (!value) continue;
        const auto& schema = api.schema(parameter.schema_pointer, MessageDirection::kRequest);
        if (!schema) continue;
        for (const Violation& violation : schema->evaluate(*value))
            problems.push_back({{location, parameter.name}, violation.message, violation.keyword});
    }
    return problems;
}

ValueOrResponse<ParsedBody> read_declared_body(const Operation& operation,
                                               const ApiDocument& api,
                                               const http::Request& request) {
    const auto without_value = [](std::vector<RequestProblem> problems) {
        return ParsedBody{std::make_shared<Json>(), std::move(problems)};
    };
    if (!operation.body || operation.body->content.empty()) return without_value({});
    if (request.body.empty()) {
        if (!operation.body->required) return without_value({});
        return without_value({{{"body"}, "a body is required", "missing"}});
    }
    std::string type = request.headers.joined("Content-Type");
    if (type.empty()) type = "application/json";
    const MediaType* content = find_content(operation.body->content, type);
    if (!content) {
        std::vector<std::string> names;
        for (const MediaType& one : operation.body->content) names.push_back(one.name);
        return tl::unexpected<EngineResponse>(detail_response(
            kUnsupportedMediaType,
            fmt::format("found the Content-Type \"{}\", expected {}", type, join(names, " or "))));
    }
    if (!http::is_json_media_type(http::media_type(type)))
        return ParsedBody{std::make_shared<Json>(request.body), {}};
    auto value = parse_json(request.body, "body");
    if (!value) {
        return tl::unexpected<EngineResponse>(
            detail_response(kBadRequest, "the body is not JSON: " + to_text(value.error())));
    }
    ParsedBody body{std::make_shared<Json>(std::move(*value)), {}};
    if (content->schema_pointer.empty()) return body;
    const auto& schema = api.schema(content->schema_pointer, MessageDirection::kRequest);
    if (!schema) return body;
    for (const Violation& violation : schema->evaluate(*body.value)) {
        body.problems.push_back(problem_at(
            "body", violation.instance_pointer, *body.value, violation.message, violation.keyword));
    }
    return body;
}

}  // namespace plumbline::mock
