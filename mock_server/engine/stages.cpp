#include "mock_server/engine/stages.hpp"

#include "mock_server/validation/body.hpp"
#include "mock_server/validation/credentials.hpp"
#include "mock_server/validation/parameters.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr std::string_view kControlSegment = "_plumbline";
constexpr std::string_view kWorkspaceSegment = "w";
constexpr std::string_view kTokenHeader = "X-Plumbline-Token";

bool begins_with(const std::vector<std::string>& segments, const std::vector<std::string>& start) {
    return segments.size() >= start.size() &&
           std::equal(start.begin(), start.end(), segments.begin());
}

/// Returns where the workspace's prefix stands: behind the base path where the caller's base URL
/// has it, before it elsewhere; nothing if there is none.
std::optional<std::size_t> workspace_at(const std::vector<std::string>& segments,
                                        const std::vector<std::string>& base) {
    const std::size_t at = begins_with(segments, base) ? base.size() : 0;
    if (segments.size() > at + 1 && segments[at] == kWorkspaceSegment) return at;
    return std::nullopt;
}

void drop_front(std::vector<std::string>& segments, std::size_t count) {
    segments.erase(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Compares without telling by its time how much was right.
bool same_secret(std::string_view a, std::string_view b) {
    unsigned difference = a.size() == b.size() ? 0U : 1U;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    }
    return difference == 0;
}

}  // namespace

Reply nothing_there() {
    return detail_reply(404, "Not Found");
}

std::size_t prefix_length(const Engine& engine, const std::vector<std::string>& segments) {
    const auto& base = engine.parts().settings.base_path;
    const std::size_t length = base.size() + (workspace_at(segments, base) ? 2 : 0);
    std::vector<std::string> rest = segments;
    drop_front(rest, std::min(length, rest.size()));
    // No path of the API begins as a world's base path does, so whose world it is does not matter.
    for (const auto& [name, world] : engine.parts().registry->parts().worlds) {
        const auto& own = world->base_path;
        if (!own.empty() && begins_with(rest, own)) return length + own.size();
    }
    return length;
}

bool is_reserved(std::string_view segment) {
    return segment == kControlSegment || segment == kWorkspaceSegment;
}

bool is_of_control(const http::Target& target) {
    return !target.segments.empty() && target.segments.front() == kControlSegment;
}

std::optional<Reply> read_target(const Engine&, Exchange& exchange) {
    auto target = http::parse_target(exchange.request.target);
    if (!target) return detail_reply(400, target.error().message);
    exchange.target = std::move(*target);
    exchange.segments = exchange.target.segments;
    exchange.is_control = is_of_control(exchange.target);
    return std::nullopt;
}

std::optional<Reply> select_workspace(const Engine& engine, Exchange& exchange) {
    if (exchange.is_control) return std::nullopt;
    Registry& registry = *engine.parts().registry;
    const auto at = workspace_at(exchange.segments, engine.parts().settings.base_path);
    if (at) {
        exchange.workspace = registry.find(exchange.segments[*at + 1]);
        if (!exchange.workspace) {
            return detail_reply(404,
                                fmt::format("Workspace {} not found", exchange.segments[*at + 1]));
        }
        const auto begin = exchange.segments.begin() + static_cast<std::ptrdiff_t>(*at);
        exchange.segments.erase(begin, begin + 2);
    } else {
        exchange.workspace = registry.find_by(exchange.request.headers.find(kTenantHeader),
                                              shown_key(exchange.request));
    }
    exchange.workspace->touch();
    return std::nullopt;
}

std::optional<Reply> strip_base_path(const Engine& engine, Exchange& exchange) {
    const auto& base = engine.parts().settings.base_path;
    if (exchange.is_control) return std::nullopt;
    if (!begins_with(exchange.segments, base)) return nothing_there();
    drop_front(exchange.segments, base.size());
    const auto& own = exchange.workspace->world().base_path;
    if (!exchange.skips(Stage::kBasePath) && begins_with(exchange.segments, own))
        drop_front(exchange.segments, own.size());
    return std::nullopt;
}

std::optional<Reply> find_route(const Engine& engine, Exchange& exchange) {
    if (exchange.is_control && !engine.parts().settings.serves_control) {
        return detail_reply(
            403,
            "the control interface is closed on this address; start the mock on loopback "
            "or with --control-token");
    }
    auto found =
        engine.router(exchange.is_control).find(exchange.request.method, exchange.segments);
    if (const auto* miss = std::get_if<Miss>(&found)) {
        if (miss->allowed.empty()) return nothing_there();
        Reply reply = detail_reply(405, "Method Not Allowed");
        headers_of(reply).set("Allow", join(miss->allowed, ", "));
        return reply;
    }
    exchange.match = std::move(std::get<Match>(found));
    if (!exchange.is_control) exchange.act = &engine.parts().plan->act(exchange.match.route->id);
    return std::nullopt;
}

std::optional<Reply> admit_to_control(const Engine& engine, Exchange& exchange) {
    const Secret& token = engine.parts().settings.control_token;
    if (!exchange.is_control || token.empty()) return std::nullopt;
    if (!exchange.operation()->needs_credentials) return std::nullopt;
    const std::string* header = exchange.request.headers.find(kTokenHeader);
    if (same_secret(header ? std::string_view(*header) : shown_key(exchange.request),
                    token.reveal()))
        return std::nullopt;
    return detail_reply(
        401,
        fmt::format("the control interface wants its token, in {} or as bearer token",
                    kTokenHeader));
}

std::optional<Reply> check_credentials(const Engine&, Exchange& exchange) {
    if (exchange.is_control) return std::nullopt;
    Workspace& workspace = *exchange.workspace;
    const bool asks = exchange.operation() && exchange.operation()->needs_credentials;
    const auto tenant =
        authenticate(exchange.request, workspace.identities(), workspace.world().tenant_id_alone);
    const bool may_pass = !asks || exchange.skips(Stage::kCredentials);
    if (!tenant && !may_pass) return tenant.error();
    exchange.tenant = tenant ? *tenant : workspace.identities().front().tenant_id;
    return std::nullopt;
}

std::optional<Reply> check_parameters(const Engine&, Exchange& exchange) {
    if (!exchange.operation() || exchange.skips(Stage::kParameters)) return std::nullopt;
    auto problems = judge_parameters(*exchange.operation(),
                                     *exchange.match.route->api,
                                     exchange.match.parameters,
                                     exchange.target.query);
    if (!problems) return error_reply(problems.error());
    exchange.problems = std::move(*problems);
    return std::nullopt;
}

std::optional<Reply> check_body(const Engine&, Exchange& exchange) {
    if (!exchange.operation()) return std::nullopt;
    const std::vector<std::string> tolerated =
        exchange.workspace ? exchange.workspace->faults().tolerated(exchange.operation_id())
                           : std::vector<std::string>();
    auto body =
        read_body(*exchange.operation(), *exchange.match.route->api, exchange.request, tolerated);
    if (!body) return body.error();
    exchange.body = std::move(body->value);
    auto& problems = exchange.problems;
    problems.insert(problems.end(), body->problems.begin(), body->problems.end());
    if (!problems.empty()) return problems_reply(422, problems);
    return std::nullopt;
}

}  // namespace plumbline::mock
