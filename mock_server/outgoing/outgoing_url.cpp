#include "mock_server/outgoing/outgoing_url.hpp"

#include "spec/http/url.hpp"

#include <algorithm>
#include <string_view>

namespace plumbline::mock {
namespace {

/// Returns whether a host is an address or a name of this machine.
bool may_be_loopback(std::string_view host) {
    const bool is_ipv4 = host.find_first_not_of("0123456789.") == std::string_view::npos;
    return host == "localhost" || host.ends_with(".localhost") || host == "[::1]" ||
           (is_ipv4 && host.starts_with("127."));
}

/// Returns whether a byte may not stand in a URL: it would end the request line.
bool is_forbidden(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20U || byte == 0x7FU || c == '#';
}

}  // namespace

Error host_not_allowed(const std::string& host) {
    return {ErrorCode::kUnsupported,
            host +
                " is not an address of this machine; start the mock with --callbacks any to "
                "send there",
            {},
            {}};
}

Result<OutgoingUrl> read_outgoing_url(const std::string& text, OutgoingTargets targets) {
    if (text.size() > kMaxOutgoingUrl)
        return fail(ErrorCode::kLimit, "the URL is longer than 8192 bytes");
    if (std::any_of(text.begin(), text.end(), is_forbidden))
        return fail(ErrorCode::kSyntax, "the URL has a blank, a control character or a fragment");
    const std::size_t authority = text.find("://");
    const std::size_t path = authority == std::string::npos
                                 ? text.size()
                                 : std::min(text.find_first_of("/?", authority + 3), text.size());
    const auto url = http::parse_url(text.substr(0, path));
    if (!url) return fail(url.error());
    if (url->scheme != "http") return fail(ErrorCode::kUnsupported, "only http URLs are called");
    if (targets == OutgoingTargets::kLoopback && !may_be_loopback(url->host))
        return fail(host_not_allowed(url->host));
    const std::string rest = text.substr(path);
    return OutgoingUrl{url->host, url->port, rest.starts_with('/') ? rest : '/' + rest};
}

}  // namespace plumbline::mock
