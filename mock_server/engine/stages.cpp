#include "mock_server/engine/stages.hpp"

#include "mock_server/control/control_calls.hpp"
#include "mock_server/engine/example_response.hpp"
#include "mock_server/engine/following_requests.hpp"
#include "mock_server/validation/request_validation.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

constexpr std::string_view kControlSegment = "_plumbline";
constexpr std::string_view kWorkspaceSegment = "w";
constexpr std::string_view kTokenHeader = "X-Plumbline-Token";

bool begins_with(const std::vector<std::string>& segments, const std::vector<std::string>& start) {
    return segments.size() >= start.size() &&
           std::equal(start.begin(), start.end(), segments.begin());
}

/// Returns the index of the workspace's prefix: after the base path if the path begins with it,
/// otherwise at the start; nothing if there is no prefix.
std::optional<std::size_t> workspace_prefix_index(const std::vector<std::string>& segments,
                                                  const std::vector<std::string>& base) {
    const std::size_t at = begins_with(segments, base) ? base.size() : 0;
    if (segments.size() > at + 1 && segments[at] == kWorkspaceSegment) return at;
    return std::nullopt;
}

void drop_front(std::vector<std::string>& segments, std::size_t count) {
    segments.erase(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Compares in constant time, so that the time does not reveal a correct beginning.
bool secrets_equal(std::string_view a, std::string_view b) {
    unsigned difference = a.size() == b.size() ? 0U : 1U;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    }
    return difference == 0;
}

/// Source: RFC 9110, section 9.1: a server refuses other methods with 501.
bool is_registered_method(std::string_view method) {
    constexpr std::array<std::string_view, 9> kMethods{
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"};
    return std::ranges::count(kMethods, method) > 0;
}

std::optional<EngineResponse> find_route(const Router& router, RequestContext& context) {
    auto found = router.find(context.request.method, context.segments);
    if (const auto* miss = std::get_if<RouteMiss>(&found)) {
        if (!router.has_method(context.request.method) &&
            !is_registered_method(context.request.method)) {
            return detail_response(
                501, fmt::format("the method {} is not supported", context.request.method));
        }
        if (miss->allowed.empty()) return unknown_path_response();
        EngineResponse response = detail_response(405, "Method Not Allowed");
        response.headers.set("Allow", join(miss->allowed, ", "));
        return response;
    }
    context.match = std::move(std::get<RouteMatch>(found));
    return std::nullopt;
}

/// Returns whether a Host is localhost or an IP address.
bool is_host_of_this_machine(std::string_view value) {
    if (value.starts_with('[')) return true;
    const std::string name = to_lower(value.substr(0, value.find(':')));
    return name.empty() || name == "localhost" || name.ends_with(".localhost") ||
           name.find_first_not_of("0123456789.") == std::string::npos;
}

/// Bodies are read as they are. Source: RFC 9110, section 15.5.16. Other bodies of users' documents
/// than JSON are only stored, in any coding.
std::optional<EngineResponse> check_content_coding(const RequestContext& context) {
    const http::Headers& headers = context.request.headers;
    const std::string coding = headers.joined("Content-Encoding");
    const bool is_read = !context.is_foreign() ||
                         http::is_json_media_type(http::media_type(headers.joined("Content-Type")));
    if (context.request.body.empty() || coding.empty() || !is_read ||
        equals_ignoring_case(coding, "identity"))
        return std::nullopt;
    EngineResponse response = detail_response(
        415,
        fmt::format("the Content-Encoding \"{}\" is not supported, send the body plain", coding));
    response.headers.set("Accept-Encoding", "identity");
    return response;
}

}  // namespace

EngineResponse unknown_path_response() {
    return detail_response(404, "Not Found");
}

std::size_t prefix_segment_count(const Engine& engine, const std::vector<std::string>& segments) {
    const auto& base = engine.config().access.base_path;
    const std::size_t length = base.size() + (workspace_prefix_index(segments, base) ? 2 : 0);
    std::vector<std::string> rest = segments;
    drop_front(rest, std::min(length, rest.size()));
    // No path of the API begins like a world's base path, so it does not matter whose world it is.
    for (const auto& [name, world] : engine.config().registry->config().worlds) {
        const auto& own = world->base_path;
        if (!own.empty() && begins_with(rest, own)) return length + own.size();
    }
    return length;
}

bool is_reserved(std::string_view segment) {
    return segment == kControlSegment || segment == kWorkspaceSegment;
}

bool is_control_target(const http::RequestTarget& target) {
    return !target.segments.empty() && target.segments.front() == kControlSegment;
}

std::optional<EngineResponse> requested_example(RequestContext& context) {
    if (!context.is_foreign()) return std::nullopt;
    const PreferredExample preferred = preferred_example(context.request);
    if (!preferred.status && preferred.example.empty()) return std::nullopt;
    return example_response(
        context, preferred.status.value_or(context.spec().status), preferred.example);
}

std::optional<EngineResponse> check_parameters(RequestContext& context) {
    if (!context.operation()) return std::nullopt;
    if (context.is_foreign()) {
        context.problems = validate_declared_parameters(*context.operation(),
                                                        *context.api(),
                                                        context.match.parameters,
                                                        context.request,
                                                        context.target.query);
        return std::nullopt;
    }
    auto problems = validate_parameters(*context.operation(),
                                        *context.match.route->api,
                                        context.match.parameters,
                                        context.target.query);
    if (!problems) return detail_response(500, to_text(problems.error()));
    context.problems = std::move(*problems);
    return std::nullopt;
}

std::optional<EngineResponse> check_body(RequestContext& context) {
    if (!context.operation()) return std::nullopt;
    if (auto refused = check_content_coding(context)) return refused;
    auto body =
        context.is_foreign()
            ? read_declared_body(*context.operation(), *context.api(), context.request)
            : read_body(
                  *context.operation(), *context.api(), context.request, context.permissions.body);
    if (!body) return body.error();
    context.body = std::move(body->value);
    auto& problems = context.problems;
    problems.insert(problems.end(), body->problems.begin(), body->problems.end());
    if (!problems.empty()) return problems_response(422, problems);
    return std::nullopt;
}

std::optional<EngineResponse> select_workspace(RequestContext& context) {
    const EngineConfig& config = context.engine.config();
    const auto at = workspace_prefix_index(context.segments, config.access.base_path);
    if (at) {
        const std::string& id = context.segments[*at + 1];
        context.workspace = config.registry->find(id);
        if (!context.workspace)
            return detail_response(404, fmt::format("Workspace {} not found", id));
        const auto begin = context.segments.begin() + static_cast<std::ptrdiff_t>(*at);
        context.segments.erase(begin, begin + 2);
    } else {
        context.workspace = config.registry->find_by_credentials(
            context.request.headers.find(kTenantHeader), api_key_of(context.request));
    }
    context.workspace->touch();
    return std::nullopt;
}

std::optional<EngineResponse> strip_base_path(RequestContext& context) {
    const auto& base = context.engine.config().access.base_path;
    if (!begins_with(context.segments, base)) return unknown_path_response();
    drop_front(context.segments, base.size());
    return std::nullopt;
}

std::optional<EngineResponse> strip_world_base_path(RequestContext& context) {
    const auto& base = context.workspace->world().base_path;
    if (begins_with(context.segments, base)) drop_front(context.segments, base.size());
    return std::nullopt;
}

std::optional<EngineResponse> find_api_route(RequestContext& context) {
    return find_route(context.engine.api_router(), context);
}

std::optional<EngineResponse> check_credentials(RequestContext& context) {
    const Workspace& workspace = *context.workspace;
    context.tenant = workspace.identities().front().tenant_id;
    if (context.is_foreign()) {
        return check_declared_credentials(
            *context.operation(), *context.api(), context.request, context.target.query);
    }
    auto tenant =
        authenticate(context.request, workspace.identities(), workspace.world().tenant_id_alone);
    const bool are_required = context.operation() && context.operation()->needs_credentials;
    if (!tenant && are_required) return tenant.error();
    if (tenant) context.tenant = std::move(*tenant);
    return std::nullopt;
}

std::optional<EngineResponse> check_control_enabled(RequestContext& context) {
    if (context.engine.config().access.serves_control) return std::nullopt;
    return detail_response(
        403,
        "the control interface is disabled on this address; start the mock on loopback or with "
        "--control-token");
}

std::optional<EngineResponse> check_control_origin(RequestContext& context) {
    const AccessSettings& access = context.engine.config().access;
    if (is_own_request(context.request))
        return detail_response(403, "callbacks and webhooks may not use the control interface");
    const std::string host = context.request.headers.joined("Host");
    if (access.checks_control_host && !is_host_of_this_machine(host)) {
        return detail_response(403,
                               fmt::format("the control interface needs localhost or an address as "
                                           "host, not \"{}\"; for another name "
                                           "start the mock with --control-token",
                                           host));
    }
    // A page does not know the token.
    if (http::is_safe_method(context.request.method) || !access.control_token.empty())
        return std::nullopt;
    const std::string* origin = context.request.headers.find("Origin");
    const bool is_allowed = !origin || *origin == "http://" + host ||
                            std::ranges::count(access.control_origins, *origin) > 0;
    if (is_allowed) return std::nullopt;
    return detail_response(
        403,
        fmt::format(
            "pages of {} may not change the mock; start it with --cors {}", *origin, *origin));
}

std::optional<EngineResponse> find_control_route(RequestContext& context) {
    return find_route(context.engine.control_router(), context);
}

std::optional<EngineResponse> check_control_token(RequestContext& context) {
    const Secret& token = context.engine.config().access.control_token;
    if (token.empty() || !context.operation()->needs_credentials) return std::nullopt;
    const std::string* header = context.request.headers.find(kTokenHeader);
    if (secrets_equal(header ? std::string_view(*header) : api_key_of(context.request),
                      token.reveal()))
        return std::nullopt;
    return detail_response(
        401,
        fmt::format("the control interface requires its token, in {} or as bearer token",
                    kTokenHeader));
}

std::optional<EngineResponse> call_control(RequestContext& context) {
    return handle_control(context.operation_id(),
                          {context.match.parameters,
                           *context.body,
                           *context.engine.config().registry,
                           context.engine.config().outgoing});
}

}  // namespace plumbline::mock
