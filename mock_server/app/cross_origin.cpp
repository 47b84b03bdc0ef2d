#include "mock_server/app/cross_origin.hpp"

#include "mock_server/engine/mock_engine.hpp"
#include "spec/http/url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plumbline::mock {
namespace {

constexpr std::string_view kAnyOrigin = "*";
constexpr int kNoContent = 204;
/// Older browsers do not know *.
constexpr std::string_view kExposedFields = "*, Content-Location, Location, Retry-After";

bool is_origin(const std::string& text) {
    const auto url = http::parse_url(text);
    return url && url->origin() == text;
}

/// Returns whether a request is for the control interface, which only named origins may use.
bool is_of_control(const http::Request& request) {
    const auto target = http::parse_target(request.target);
    return target && is_control_target(*target);
}

/// Returns the value of Access-Control-Allow-Origin, empty if the page may not use the mock.
std::string_view allowed_origin(const std::vector<std::string>& origins,
                                const std::string& origin,
                                const http::Request& request) {
    const auto has = [&](std::string_view one) {
        return std::find(origins.begin(), origins.end(), one) != origins.end();
    };
    if (has(kAnyOrigin) && !is_of_control(request)) return kAnyOrigin;
    return has(origin) ? std::string_view(origin) : std::string_view();
}

/// Turns the response to OPTIONS, usually a refusal, into permission. Browsers send it without
/// credentials. What is wrong with the request itself, such as its path, the page learns from the
/// response to it.
void permit_request(const http::Request& request, EngineResponse& response) {
    std::string methods = response.headers.joined("Allow");
    if (methods.empty()) methods = request.headers.joined("Access-Control-Request-Method");
    response = EngineResponse{kNoContent};
    response.headers.set("Access-Control-Allow-Methods", methods);
    if (const std::string* names = request.headers.find("Access-Control-Request-Headers"))
        response.headers.set("Access-Control-Allow-Headers", *names);
    response.headers.set("Access-Control-Max-Age", "600");
}

}  // namespace

Result<void> check_origins(const std::vector<std::string>& origins) {
    for (const std::string& origin : origins) {
        if (origin == kAnyOrigin || is_origin(origin)) continue;
        return fail(ErrorCode::kUsage,
                    fmt::format("--cors: found \"{}\", expected an origin without a path, such as "
                                "http://localhost:3000, or * for every page, or only off",
                                origin));
    }
    return {};
}

RequestHandler with_allowed_origins(RequestHandler handler, std::vector<std::string> origins) {
    return [handler = std::move(handler),
            origins = std::move(origins)](const http::Request& request) -> EngineResponse {
        EngineResponse response = handler(request);
        const std::string* origin = request.headers.find("Origin");
        if (origin == nullptr) return response;
        const std::string_view allowed = allowed_origin(origins, *origin, request);
        if (!allowed.empty()) {
            const bool is_preflight = request.method == "OPTIONS" &&
                                      request.headers.find("Access-Control-Request-Method");
            if (is_preflight) permit_request(request, response);
            response.headers.set("Access-Control-Allow-Origin", std::string(allowed));
            response.headers.set("Access-Control-Expose-Headers", std::string(kExposedFields));
        }
        if (allowed != kAnyOrigin) response.headers.add("Vary", "Origin");
        return response;
    };
}

}  // namespace plumbline::mock
