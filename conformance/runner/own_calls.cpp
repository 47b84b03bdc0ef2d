#include "conformance/runner/own_calls.hpp"

#include "spec/http/url.hpp"

#include <utility>

namespace plumbline::runner {

Result<std::string> origin_of(const std::string& url) {
    auto parsed = http::parse_url(url.substr(0, url.find_first_of("?#")));
    if (!parsed) return fail(std::move(parsed.error()));
    return parsed->origin();
}

std::set<std::string> own_origins(const Target& target) {
    std::set<std::string> origins;
    const auto add = [&](const std::string& url) {
        if (auto origin = origin_of(url)) origins.insert(std::move(*origin));
    };
    for (const auto* urls : {&target.base_urls, &target.server_urls}) {
        for (const auto& [name, url] : *urls) add(url);
    }
    if (target.has_control()) add(target.control_url);
    return origins;
}

OwnCalls::OwnCalls(const Target& target)
    : origins_(own_origins(target)),
      control_prefix_(target.has_control() ? target.control_url + "/_plumbline/" : "") {}

bool OwnCalls::contains(const client::HttpCall& call) const {
    if (!control_prefix_.empty() && call.url.starts_with(control_prefix_)) return false;
    const auto origin = origin_of(call.url);
    return origin && origins_.contains(*origin);
}

}  // namespace plumbline::runner
