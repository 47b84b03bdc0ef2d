#include "conformance/runner/build_request.hpp"

#include "conformance/runner/parameter_style.hpp"
#include "conformance/runner/payload.hpp"
#include "conformance/runner/query_string.hpp"
#include "conformance/runner/step_credentials.hpp"
#include "conformance/runner/written_body.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace plumbline::runner {
namespace {

/// The declaration of a parameter, for its style; a default one if the document does not declare
/// it.
Parameter declaration_of(const Operation& operation, const workflow::ParameterValue& value) {
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.name == value.name && parameter.place == *value.place) return parameter;
    }
    Parameter unknown;
    unknown.name = value.name;
    unknown.place = *value.place;
    unknown.explode = unknown.place == ParameterPlace::kQuery;
    return unknown;
}

/// Gathers the parts of one request.
struct Parts {
    std::map<std::string, std::string> path;  ///< encoded
    std::string query;
    http::Headers headers;
    std::string cookies;
    Json seen = {{"path", Json::object()}, {"query", Json::object()}, {"header", Json::object()}};

    /// Errors: kInvalid for a value that can be no query.
    Result<void> add(const Parameter& parameter, const Json& value) {
        switch (parameter.place) {
            case ParameterPlace::kPath:
                path[parameter.name] = styled(parameter, value);
                seen["path"][parameter.name] = value;
                return {};
            case ParameterPlace::kQuery:
                add_part(styled(parameter, value), query.empty() ? "?" : "&", query);
                seen["query"][parameter.name] = value;
                return {};
            case ParameterPlace::kHeader:
                headers.set(parameter.name, styled(parameter, value));
                seen["header"][parameter.name] = value;
                return {};
            case ParameterPlace::kCookie:
                add_part(styled(parameter, value), cookies.empty() ? "" : "; ", cookies);
                return {};
            case ParameterPlace::kQueryString:
                return add_whole_query(value);
        }
        return {};
    }

  private:
    Result<void> add_whole_query(const Json& value) {
        const auto whole = query_string(value);
        if (!whole) return fail(whole.error());
        add_part(*whole, "?", query);
        seen["query"] = seen_in_query(value);
        return {};
    }

    static void add_part(const std::string& part, std::string_view separator, std::string& text) {
        if (part.empty()) return;
        text += separator;
        text += part;
    }
};

Result<Parts> parts_of(const workflow::Step& step, const expressions::Scope& scope) {
    Parts parts;
    for (const workflow::ParameterValue& parameter : step.parameters) {
        if (!parameter.place) continue;
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
        Parameter place;
        place.name = credential.name;
        place.place = credential.place;
        if (auto added = parts.add(place, Json(credential.value)); !added)
            return fail(added.error());
    }
    return parts;
}

/// What the answer may be: JSON, and before that a stream where the operation answers with one.
std::string accepted_by(const workflow::Step& step) {
    constexpr const char* kStreamType = "text/event-stream";
    for (const DeclaredResponse& response : step.operation->responses) {
        for (const Content& content : response.content) {
            if (content.media_type == kStreamType)
                return std::string(kStreamType) + ", application/json";
        }
    }
    return "application/json";
}

}  // namespace

Result<BuiltRequest> build_request(const workflow::Step& step,
                                   const std::string& base_url,
                                   const expressions::Scope& scope) {
    const auto gathered = parts_of(step, scope);
    if (!gathered) return fail(gathered.error());
    const Parts& parts = *gathered;
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
        auto written = written_body(*step.body, *step.operation, body);
        if (!written) return fail(written.error());
        built.call.request.body = std::move(written->bytes);
        built.call.request.headers.set("Content-Type", std::move(written->content_type));
    }
    built.call.request.headers.set("Accept", accepted_by(step));
    for (const auto& [name, value] : parts.headers.all())
        built.call.request.headers.set(name, value);
    if (!parts.cookies.empty()) built.call.request.headers.set("Cookie", parts.cookies);
    built.parameters = std::make_shared<const Json>(parts.seen);
    built.body = std::make_shared<const Json>(std::move(body));
    return built;
}

}  // namespace plumbline::runner
