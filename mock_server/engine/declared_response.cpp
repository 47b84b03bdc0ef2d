#include "mock_server/engine/declared_response.hpp"

#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/resources/resources.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace plumbline::mock {
namespace {

constexpr std::size_t kMaxErrorDepth = 3;
constexpr int kClientError = 400;
constexpr int kUnprocessable = 422;

/// The names of members that take the text of an error: lower case, without separators.
constexpr std::array<std::string_view, 9> kTextMembers{"detail",
                                                       "message",
                                                       "msg",
                                                       "error",
                                                       "title",
                                                       "description",
                                                       "reason",
                                                       "errormessage",
                                                       "errordescription"};
constexpr std::array<std::string_view, 4> kStatusMembers{
    "status", "statuscode", "code", "httpstatus"};

bool declares(const Operation& operation, int status) {
    return std::any_of(operation.responses.begin(),
                       operation.responses.end(),
                       [&](const auto& one) { return one.status == std::to_string(status); });
}

/// Sets the text and the status of an error in the members of a body that take them.
Json error_members(const ApiDocument& api,
                   const std::vector<reading::OpenApiNode>& schemas,
                   const std::string& text,
                   int status,
                   std::size_t depth) {
    Json body = Json::object();
    const auto parts = SchemaParts::collect(api.document(), schemas, 0);
    if (!parts || depth > kMaxErrorDepth) return body;
    for (const std::string& name : parts->property_names()) {
        const auto property = parts->property(name);
        const auto inner = SchemaParts::collect(api.document(), property, 0);
        if (!inner) continue;
        const std::string plain = plain_name(name);
        const std::string type = inner->type();
        const bool is_text = std::ranges::count(kTextMembers, plain) > 0;
        const bool is_status = std::ranges::count(kStatusMembers, plain) > 0;
        if (is_text && (type == "string" || type.empty())) body[name] = text;
        if (is_status && (type == "integer" || type == "number")) body[name] = status;
        if (type == "object") body[name] = error_members(api, property, text, status, depth + 1);
    }
    return body;
}

/// Returns the text of an error of the engine.
std::string error_text(const Json& body) {
    const Json* detail = member(body, "detail");
    if (!detail) return to_text(body);
    if (detail->is_string()) return detail->get<std::string>();
    std::vector<std::string> texts;
    for (const Json& problem : *detail) {
        std::string place;
        if (const Json* parts = member(problem, "loc")) {
            for (const Json& part : *parts) place += (place.empty() ? "" : ".") + plain_text(part);
        }
        texts.push_back(place + ": " + string_or(problem, "msg", ""));
    }
    return join(texts, "; ");
}

Result<Json> declared_body(const RequestContext& context,
                           const MediaType& content,
                           int status,
                           const Json& body) {
    const ApiDocument& api = *context.api();
    const ExampleValues values(api, MessageDirection::kResponse);
    if (http::is_success(status)) return values.completed(content.schema_pointer, body);
    const Json* schema = find(*api.document().root, std::string_view(content.schema_pointer));
    if (content.schema_pointer.empty() || !schema) return body;
    const auto& compiled = api.schema(content.schema_pointer);
    if (!compiled || compiled->accepts(body)) {
        // A schema that accepts anything may still declare other members.
        const Json members =
            error_members(api, {{schema, content.schema_pointer}}, error_text(body), status, 0);
        return members.empty() ? body : values.completed(content.schema_pointer, members);
    }
    return values.completed(
        content.schema_pointer,
        error_members(api, {{schema, content.schema_pointer}}, error_text(body), status, 0));
}

}  // namespace

std::shared_ptr<const std::string> shared_text(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

EngineResponse no_example(const Error& error) {
    return detail_response(500, "the mock has no response: " + to_text(error));
}

void add_declared_headers(const RequestContext& context,
                          const DeclaredResponse& declared,
                          EngineResponse& response) {
    const ExampleValues values(*context.api(), MessageDirection::kResponse);
    for (const DeclaredHeader& header : declared.headers) {
        const bool is_present = response.headers.find(header.name) != nullptr;
        if (is_present || header.schema_pointer.empty()) continue;
        const auto value = values.value(header.schema_pointer);
        if (!value || value->is_structured()) continue;
        response.headers.set(header.name, plain_text(*value));
    }
}

EngineResponse declared_response(const RequestContext& context, EngineResponse response) {
    const bool declares_only_400 = declares(*context.operation(), kClientError) &&
                                   !declares(*context.operation(), kUnprocessable);
    if (response.status == kUnprocessable && declares_only_400) response.status = kClientError;
    const DeclaredResponse* declared = context.operation()->response_for(response.status);
    if (!declared || response.stream) return response;
    const MediaType* content = usual_content(declared->content);
    const bool is_success = http::is_success(response.status);
    if (!content) {
        if (is_success) response.body = nullptr;
        return response;
    }
    const bool is_example = response.headers.find("Content-Type") != nullptr;
    if (!is_example && !is_success && content->name.starts_with("text/")) {
        const auto body = parse_json(response.body ? *response.body : "null");
        response.headers.set("Content-Type", content_type(*content));
        response.body = shared_text(body ? error_text(*body) : "");
    } else if (!is_example && http::is_json_media_type(content_type(*content))) {
        const auto body = parse_json(response.body ? *response.body : "null");
        if (!body) return response;
        auto made = declared_body(context, *content, response.status, *body);
        if (!made) return no_example(made.error());
        response.body = shared_text(to_text(*made));
        if (content_type(*content) != "application/json")
            response.headers.set("Content-Type", content_type(*content));
    }
    add_declared_headers(context, *declared, response);
    return response;
}

}  // namespace plumbline::mock
