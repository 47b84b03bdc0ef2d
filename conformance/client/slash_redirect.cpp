#include "conformance/client/slash_redirect.hpp"

#include "conformance/client/client.hpp"
#include "spec/base/result.hpp"
#include "spec/http/url.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace plumbline::client {
namespace {

bool keeps_method(int status, const std::string& method) {
    if (status == 307 || status == 308) return true;
    return (status == 301 || status == 302) && (method == "GET" || method == "HEAD");
}

std::string query_of(const std::string& url) {
    return url.substr(std::min(url.find('?'), url.size()));
}

/// Parses a URL with or without a query; a slash at the end of its path is dropped.
Result<http::Url> url_without_slash(const std::string& url) {
    return http::parse_url(url.substr(0, url.find('?')));
}

}  // namespace

std::optional<std::string> slash_redirect(const std::string& url,
                                          const std::string& method,
                                          const http::Response& response) {
    const std::string* location = response.headers.find("Location");
    const auto sent = url_without_slash(url);
    if (!location || !sent || !keeps_method(response.status, method)) return std::nullopt;
    const bool is_path = location->starts_with('/') && !location->starts_with("//");
    std::string named = is_path ? sent->origin() + *location : *location;
    const auto found = url_without_slash(named);
    const bool is_same = found && *found == *sent && query_of(named) == query_of(url);
    return is_same && named != url ? std::optional(std::move(named)) : std::nullopt;
}

Send with_slash_redirects(Send send) {
    return [send = std::move(send)](const HttpCall& call) {
        Exchange exchange = send(call);
        if (!exchange.response || call.sink) return exchange;
        auto other = slash_redirect(call.url, call.request.method, *exchange.response);
        if (!other) return exchange;
        HttpCall redirected = call;
        redirected.url = std::move(*other);
        const Instant started = exchange.started;
        exchange = send(redirected);
        exchange.wire = std::make_shared<const Exchange>(exchange);
        exchange.call = call;
        exchange.started = started;
        return exchange;
    };
}

}  // namespace plumbline::client
