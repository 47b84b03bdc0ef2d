#include "conformance/client/connection_settings.hpp"

#include "conformance/client/excluded_hosts.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <initializer_list>

namespace plumbline::client {
namespace {

SettingValue first_set(const VariableReader& variable, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (std::string text = variable(name); !text.empty()) return {std::move(text), name};
    }
    return {};
}

/// Returns the host of a URL in lower case, an IPv6 address in brackets; "" for an invalid URL.
std::string host_of(std::string_view url) {
    const auto parsed = http::parse_url(url.substr(0, url.find_first_of("?#")));
    return parsed ? to_lower(parsed->host) : "";
}

}  // namespace

ConnectionSettings read_connection_settings(const VariableReader& variable) {
    ConnectionSettings settings;
    // In upper case, a web server would set it from a header `Proxy` of a request (CGI).
    settings.proxies.http = first_set(variable, {"http_proxy", "all_proxy", "ALL_PROXY"});
    settings.proxies.https =
        first_set(variable, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"});
    settings.proxies.excluded_hosts = first_set(variable, {"no_proxy", "NO_PROXY"}).text;
    settings.ca_file = first_set(variable, {"CURL_CA_BUNDLE"});
    if (!settings.ca_file.empty()) return settings;
    settings.ca_file = first_set(variable, {"SSL_CERT_FILE"});
    settings.ca_folder = first_set(variable, {"SSL_CERT_DIR"});
    return settings;
}

bool is_loopback(std::string_view url) {
    const std::string host = host_of(url);
    return host == "localhost" || host == "[::1]" || host.rfind("127.", 0) == 0;
}

SettingValue configured_proxy(const ProxySettings& proxies, std::string_view url) {
    const bool is_secure = equals_ignoring_case(url.substr(0, 8), "https://");
    const SettingValue& proxy = is_secure ? proxies.https : proxies.http;
    if (proxy.empty() || is_excluded_host(host_of(url), proxies.excluded_hosts)) return {};
    return proxy;
}

SettingValue proxy_for(const ProxySettings& proxies, std::string_view url) {
    return is_loopback(url) ? SettingValue() : configured_proxy(proxies, url);
}

std::string without_user_info(std::string_view url) {
    const std::size_t scheme = url.find("://");
    const std::size_t start = scheme == std::string_view::npos ? 0 : scheme + 3;
    const std::string_view authority = url.substr(start, url.find_first_of("/?#", start) - start);
    const std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos) return std::string(url);
    return std::string(url.substr(0, start)) + std::string(url.substr(start + at + 1));
}

std::string describe_proxy(const SettingValue& proxy) {
    return without_user_info(proxy.text) + " (" + proxy.source + ')';
}

}  // namespace plumbline::client
