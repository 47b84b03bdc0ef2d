#include "conformance/runner/hosts.hpp"

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

bool holds_any(const client::Call& call, const std::vector<std::string>& secrets) {
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

/// Decides over the calls of one scenario.
class Border {
  public:
    Border(const Target& target, const std::vector<std::string>& secrets)
        : own_(own_origins(target)), secrets_(secrets) {
        for (const std::string& url : target.allowed_hosts) add_origin(url, allowed_);
    }

    [[nodiscard]] std::optional<std::string> objection(const client::Call& call) const {
        const auto origin = origin_of(call.url);
        if (!origin) return origin.error().message;
        if (own_.contains(*origin)) return std::nullopt;
        if (!allowed_.contains(*origin)) {
            return *origin +
                   " is no host of the target: nothing was sent; if it is one, give its URL "
                   "with --server NAME=URL, else name it in the profile's allowed_hosts";
        }
        if (holds_any(call, secrets_)) {
            return "a credential would go to " + *origin +
                   ", which is allowed but no host of the target: nothing was sent; leave the "
                   "credential out of this step";
        }
        return std::nullopt;
    }

  private:
    std::set<std::string> own_;
    std::set<std::string> allowed_;
    const std::vector<std::string>& secrets_;  ///< grows while the scenario plays
};

}  // namespace

Send confined(Send send, const Target& target, const std::vector<std::string>& secrets) {
    return [send = std::move(send), border = Border(target, secrets)](const client::Call& call) {
        auto objection = border.objection(call);
        if (!objection) return send(call);
        return client::not_sent(call, {ErrorCode::kUsage, std::move(*objection), {}, {}});
    };
}

}  // namespace plumbline::runner
