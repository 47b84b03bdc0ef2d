#include "conformance/runner/access/allowed_hosts.hpp"

#include "spec/http/url.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace plumbline::runner {
namespace {

/// Returns scheme, host and port of a URL with or without a query. Errors: those of parse_url.
Result<std::string> origin_of(const std::string& url) {
    auto parsed = http::parse_url(url.substr(0, url.find_first_of("?#")));
    if (!parsed) return fail(std::move(parsed.error()));
    return parsed->origin();
}

void add_origin(const std::string& url, std::set<std::string>& origins) {
    if (auto origin = origin_of(url)) origins.insert(std::move(*origin));
}

std::set<std::string> own_origins(const Target& target) {
    std::set<std::string> origins;
    for (const auto* urls : {&target.base_urls, &target.server_urls}) {
        for (const auto& [name, url] : *urls) add_origin(url, origins);
    }
    if (target.has_control()) add_origin(target.control_url, origins);
    return origins;
}

bool contains_secret(const client::HttpCall& call, const std::vector<std::string>& secrets) {
    return std::any_of(secrets.begin(), secrets.end(), [&](const std::string& secret) {
        const auto is_in = [&](const std::string& text) {
            return text.find(secret) != std::string::npos;
        };
        const auto& headers = call.request.headers.all();
        return is_in(call.url) || is_in(call.request.body) ||
               std::any_of(headers.begin(), headers.end(), [&](const auto& header) {
                   return is_in(header.second);
               });
    });
}

/// Decides which hosts the calls of one scenario may reach.
class AllowedOrigins {
  public:
    AllowedOrigins(const Target& target, const std::vector<std::string>& secrets)
        : own_(own_origins(target)), secrets_(secrets) {
        for (const std::string& url : target.allowed_hosts) add_origin(url, allowed_);
    }

    [[nodiscard]] std::optional<std::string> refusal_reason(const client::HttpCall& call) const {
        const auto origin = origin_of(call.url);
        if (!origin) return origin.error().message;
        if (own_.contains(*origin)) return std::nullopt;
        if (!allowed_.contains(*origin)) {
            return *origin +
                   " is not a host of the target: nothing was sent; if it is one, give its URL "
                   "with --server NAME=URL, else add it to the profile's allowed_hosts";
        }
        if (contains_secret(call, secrets_)) {
            return "a credential would be sent to " + *origin +
                   ", which is allowed but is not a host of the target: nothing was sent; remove "
                   "the credential from this step";
        }
        return std::nullopt;
    }

  private:
    std::set<std::string> own_;
    std::set<std::string> allowed_;
    const std::vector<std::string>& secrets_;  ///< grows while the scenario plays
};

}  // namespace

Send with_allowed_hosts(Send send, const Target& target, const std::vector<std::string>& secrets) {
    return [send = std::move(send),
            origins = AllowedOrigins(target, secrets)](const client::HttpCall& call) {
        auto objection = origins.refusal_reason(call);
        if (!objection) return send(call);
        return client::unsent_exchange(call, {ErrorCode::kUsage, std::move(*objection), {}, {}});
    };
}

}  // namespace plumbline::runner
