#include "conformance/runner/request/build_request.hpp"

#include "conformance/runner/request/encoded_body.hpp"
#include "conformance/runner/request/form_fields.hpp"
#include "conformance/runner/request/parameter_style.hpp"
#include "conformance/runner/request/step_credentials.hpp"
#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace plumbline::runner {
namespace {

/// Returns the declaration of a parameter, for its style; a default one if the document does not
/// declare it.
Parameter declaration_of(const Operation& operation, const workflow::ParameterValue& value) {
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.name == value.name && parameter.location == *value.location) return parameter;
    }
    Parameter unknown;
    unknown.name = value.name;
    unknown.location = *value.location;
    unknown.explode = unknown.location == ParameterLocation::kQuery;
    return unknown;
}

/// Collects the parts of one request.
struct RequestParts {
    std::map<std::string, std::string> path;  ///< encoded
    std::string query;
    http::Headers headers;
    std::string cookies;
    Json parameters = {
        {"path", Json::object()}, {"query", Json::object()}, {"header", Json::object()}};

    /// Errors: kInvalid for a value that cannot be a query.
    Result<void> add(const Parameter& parameter, const Json& value) {
        switch (parameter.location) {
            case ParameterLocation::kPath:
                path[parameter.name] = serialize_parameter(parameter, value);
                parameters["path"][parameter.name] = value;
                return {};
            case ParameterLocation::kQuery:
                add_part(serialize_parameter(parameter, value), query.empty() ? "?" : "&", query);
                parameters["query"][parameter.name] = value;
                return {};
            case ParameterLocation::kHeader:
                headers.set(parameter.name, serialize_parameter(parameter, value));
                parameters["header"][parameter.name] = value;
                return {};
            case ParameterLocation::kCookie:
                add_part(
                    serialize_parameter(parameter, value), cookies.empty() ? "" : "; ", cookies);
                return {};
            case ParameterLocation::kQueryString:
                return add_whole_query(parameter, value);
        }
        return {};
    }

  private:
    Result<void> add_whole_query(const Parameter& parameter, const Json& value) {
        if (http::is_json_media_type(parameter.media_type)) {
            add_part(http::percent_encode(plain_text(value)), "?", query);
            parameters["query"] = value;
            return {};
        }
        const auto whole = query_string(value);
        if (!whole) return fail(whole.error());
        add_part(*whole, "?", query);
        parameters["query"] = query_values(value);
        return {};
    }

    static void add_part(const std::string& part, std::string_view separator, std::string& text) {
        if (part.empty()) return;
        text += separator;
        text += part;
    }
};

Result<RequestParts> collect_parts(const workflow::Step& step, const expressions::Scope& scope) {
    RequestParts parts;
    for (const workflow::ParameterValue& parameter : step.parameters) {
        if (!parameter.location) continue;
        auto value = parameter.value.evaluate(scope);
        if (!value) return fail(value.error());
        if (value->is_null()) continue;
        auto added = parts.add(declaration_of(*step.operation, parameter), *value);
        if (!added) {
            Error error = std::move(added).error();
            error.where = parameter.where;
            return fail(std::move(error));
        }
    }
    const auto credentials = credentials_to_send(step, scope);
    if (!credentials) return fail(credentials.error());
    for (const SentCredential& credential : *credentials) {
        Parameter parameter;
        parameter.name = credential.name;
        parameter.location = credential.location;
        if (auto added = parts.add(parameter, Json(credential.value)); !added)
            return fail(added.error());
    }
    return parts;
}

using PointerList = std::vector<JsonPointer>;

/// Returns the locations that a query selects, inner ones first: an inner location might no longer
/// exist once an outer one is replaced.
Result<PointerList> selected_pointers(const expressions::JsonPathTemplate& query,
                                      const Json& payload,
                                      const expressions::Scope& scope) {
    const auto path = query.with_values(scope);
    if (!path) return fail(path.error());
    JsonPathLimits limits;
    limits.max_nodes = expressions::kMaxSelectedNodes;
    limits.allowance = scope.allowance.get();
    const auto nodes = path->select(payload, limits);
    if (!nodes) return fail(nodes.error());
    if (nodes->empty()) return fail(ErrorCode::kNotFound, "it selects nothing of the payload");
    PointerList pointers;
    for (std::size_t i = nodes->size(); i > 0; --i) pointers.push_back((*nodes)[i - 1].pointer());
    return pointers;
}

Result<PointerList> target_pointers(const workflow::PayloadReplacement& replacement,
                                    const Json& payload,
                                    const expressions::Scope& scope) {
    if (replacement.query) return selected_pointers(*replacement.query, payload, scope);
    auto pointer = JsonPointer::parse(replacement.target);
    if (!pointer) return fail(pointer.error());
    return PointerList{*std::move(pointer)};
}

Result<void> replace(const workflow::PayloadReplacement& replacement,
                     const expressions::Scope& scope,
                     const Json& value,
                     Json& payload) {
    const auto pointers = target_pointers(replacement, payload, scope);
    if (!pointers) return fail(pointers.error());
    for (const JsonPointer& pointer : *pointers) {
        if (auto set = set_at(payload, pointer, value); !set) return set;
    }
    return {};
}

/// Returns the payload with its values, after its replacements in order. A target that is a query
/// replaces every location that it selects; of nested locations, the outer one wins. Errors:
/// kUnresolved; kNotFound (nothing to replace), kInvalid, with the replacement's position.
Result<Json> payload_of(const workflow::StepBody& body, const expressions::Scope& scope) {
    auto payload = body.payload.evaluate(scope);
    if (!payload) return payload;
    for (const workflow::PayloadReplacement& replacement : body.replacements) {
        const auto value = replacement.value.evaluate(scope);
        if (!value) return value;
        const auto done = replace(replacement, scope, *value, *payload);
        if (!done) {
            return fail(done.error().code,
                        "replacement " + replacement.target + ": " + done.error().message,
                        replacement.where);
        }
    }
    return payload;
}

/// Returns the accepted media types: those of the operation's responses, streams first, and JSON,
/// in which gateways report errors.
std::string accept_header(const workflow::Step& step) {
    std::vector<std::string> types;
    for (const DeclaredResponse& response : step.operation->responses) {
        for (const MediaType& content : response.content) types.push_back(content.name);
    }
    std::stable_partition(types.begin(), types.end(), http::is_sequence_media_type);
    types.emplace_back("application/json");
    std::vector<std::string> once;
    for (const std::string& type : types) {
        if (std::ranges::find(once, type) == once.end()) once.push_back(type);
    }
    return join(once, ", ");
}

}  // namespace

void BuiltRequest::add_to(expressions::Scope& scope) const {
    scope.url = &call.url;
    scope.request = &call.request;
    scope.request_parameters = parameters.get();
    scope.request_body = body.get();
}

Result<BuiltRequest> build_request(const workflow::Step& step,
                                   const std::string& base_url,
                                   const expressions::Scope& scope) {
    const auto collected = collect_parts(step, scope);
    if (!collected) return fail(collected.error());
    const RequestParts& parts = *collected;
    auto path = step.operation->path.fill_encoded(parts.path);
    if (!path) return fail(path.error().code, path.error().message, step.where);

    BuiltRequest built;
    built.call.url = base_url + *path + parts.query;
    built.call.base_url = base_url;
    built.call.area = step.api->name();
    built.call.request.method = step.operation->method;
    Json body;
    if (step.body) {
        auto payload = payload_of(*step.body, scope);
        if (!payload) return fail(payload.error());
        body = std::move(*payload);
        auto encoded = encode_body(*step.body, *step.operation, body);
        if (!encoded) return fail(encoded.error());
        built.call.request.body = std::move(encoded->bytes);
        built.call.request.headers.set("Content-Type", std::move(encoded->content_type));
    }
    built.call.request.headers.set("Accept", accept_header(step));
    for (const auto& [name, value] : parts.headers.all())
        built.call.request.headers.set(name, value);
    if (!parts.cookies.empty()) built.call.request.headers.set("Cookie", parts.cookies);
    built.parameters = std::make_shared<const Json>(parts.parameters);
    built.body = std::make_shared<const Json>(std::move(body));
    return built;
}

}  // namespace plumbline::runner
