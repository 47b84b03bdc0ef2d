#include "conformance/api_suite/request_parts.hpp"

#include "conformance/api_suite/api_suite.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/resources/resources.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::api_suite {
namespace {

Json parameter(const std::string& name, std::string_view location, const Json& value) {
    return Json{{"name", name}, {"in", std::string(location)}, {"value", value}};
}

/// Adds the credential that the first security scheme asks for.
void add_credential(const ApiDocument& api, const Operation& operation, Json& parameters) {
    const auto places = credential_locations(api);
    if (!operation.needs_credentials || places.empty()) return;
    const CredentialLocation& place = places.front();
    const bool is_bearer = equals_ignoring_case(place.name, "Authorization");
    parameters.push_back(parameter(place.name,
                                   to_text(place.location),
                                   is_bearer ? "Bearer {$inputs.api_key}" : "$inputs.api_key"));
}

}  // namespace

Json example_body(const ApiDocument& api, const Operation& operation) {
    const std::string schema = request_schema(operation);
    if (schema.empty()) return {};
    const auto value = ExampleValues(api, MessageDirection::kRequest).value(schema);
    return value ? *value : Json();
}

std::optional<Json> call_step(const ApiDocument& api,
                              const Operation& operation,
                              const std::string& id,
                              const PathValues& path_values,
                              const Json& body) {
    Json step{{"stepId", id}};
    const Json* own_id =
        find(*api.document().root,
             std::string_view("/paths/" + escape_pointer_token(operation.path.text()) + '/' +
                              operation.member + "/operationId"));
    if (own_id) {
        step["operationId"] = operation.id;
    } else {
        step["operationPath"] = fmt::format("{{$sourceDescriptions.{}.url}}#/paths/{}/{}",
                                            kSourceName,
                                            escape_pointer_token(operation.path.text()),
                                            operation.member);
    }
    Json parameters = Json::array();
    std::size_t path_parameters = 0;
    for (const auto& [name, value] : path_values) {
        if (!operation.path.has_parameter(name)) continue;
        ++path_parameters;
        parameters.push_back(parameter(name, "path", value));
    }
    for (const Parameter& one : operation.parameters) {
        const bool is_in_path = one.location == ParameterLocation::kPath;
        if (!one.required || (is_in_path && path_values.contains(one.name))) continue;
        const auto value = ExampleValues(api, MessageDirection::kRequest).value(one.schema_pointer);
        if (one.schema_pointer.empty() || !value) return std::nullopt;
        path_parameters += is_in_path ? 1 : 0;
        parameters.push_back(parameter(one.name, to_text(one.location), *value));
    }
    // Some documents do not declare the parameters of their paths.
    if (path_parameters < operation.path.parameters().size()) return std::nullopt;
    add_credential(api, operation, parameters);
    if (!parameters.empty()) step["parameters"] = std::move(parameters);
    if (body.is_null()) return step;
    step["requestBody"] = Json{{"payload", body}};
    for (const MediaType& content : operation.body->content) {
        if (content.schema_pointer != request_schema(operation)) continue;
        step["requestBody"]["contentType"] = content.name;
        break;
    }
    return step;
}

std::string literal(const Json& value) {
    if (!value.is_string()) return to_text(value);
    return '\'' + replace_all(value.get<std::string>(), "'", "''") + '\'';
}

std::string id_of(std::string_view text) {
    std::string id;
    for (const char c : to_lower(text)) {
        const bool is_plain = is_ascii_letter(c) || is_ascii_digit(c);
        if (is_plain)
            id += c;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (!id.empty() && id.back() == '-') id.pop_back();
    return id.empty() ? "x" : id;
}

}  // namespace plumbline::api_suite
