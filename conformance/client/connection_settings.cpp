#include "conformance/client/connection_settings.hpp"

#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

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

/// The bytes of an IPv4 or IPv6 address.
using AddressBytes = std::vector<unsigned char>;

std::optional<AddressBytes> parse_address(std::string_view text) {
    if (text.size() > 1 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    const std::string copy(text);
    std::array<unsigned char, 16> bytes{};
    for (const auto& [family, size] : {std::pair(AF_INET, 4), std::pair(AF_INET6, 16)}) {
        if (::inet_pton(family, copy.c_str(), bytes.data()) == 1)
            return AddressBytes(bytes.begin(), bytes.begin() + size);
    }
    return std::nullopt;
}

bool has_same_prefix(const AddressBytes& a, const AddressBytes& b, std::size_t bits) {
    for (std::size_t i = 0; i < a.size() && bits > 0; ++i) {
        const std::size_t here = bits < 8 ? bits : 8;
        const unsigned mask = 0xFFU << (8 - here) & 0xFFU;
        if ((a[i] & mask) != (b[i] & mask)) return false;
        bits -= here;
    }
    return true;
}

bool matches_network(const AddressBytes& address, std::string_view entry) {
    const std::size_t slash = entry.find('/');
    const auto network = parse_address(entry.substr(0, slash));
    if (!network || network->size() != address.size()) return false;
    std::size_t bits = address.size() * 8;
    if (slash != std::string_view::npos) {
        const std::string_view digits = entry.substr(slash + 1);
        std::size_t given = 0;
        const auto [end, problem] =
            std::from_chars(digits.data(), digits.data() + digits.size(), given);
        if (problem != std::errc() || end != digits.data() + digits.size() || given > bits)
            return false;
        bits = given;
    }
    return has_same_prefix(address, *network, bits);
}

std::string_view without_trailing_dot(std::string_view name) {
    if (!name.empty() && name.back() == '.') name.remove_suffix(1);
    return name;
}

bool matches_domain(std::string_view host, std::string_view entry) {
    entry = without_trailing_dot(entry);
    if (!entry.empty() && entry.front() == '.') entry.remove_prefix(1);
    if (entry.empty() || entry.size() > host.size()) return false;
    const std::size_t before = host.size() - entry.size();
    return equals_ignoring_case(host.substr(before), entry) &&
           (before == 0 || host[before - 1] == '.');
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

bool is_excluded_host(std::string_view host, std::string_view excluded) {
    if (excluded == "*") return true;
    const auto address = parse_address(host);
    host = without_trailing_dot(host);
    constexpr std::string_view kSeparators = ", \t";
    while (!excluded.empty()) {
        const std::size_t end = std::min(excluded.find_first_of(kSeparators), excluded.size());
        const std::string_view entry = excluded.substr(0, end);
        if (address ? matches_network(*address, entry) : matches_domain(host, entry)) return true;
        excluded.remove_prefix(std::min(end + 1, excluded.size()));
    }
    return false;
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

ProxySettings profile_proxy(const std::string& url, SecretVariable credentials) {
    std::string text = url;
    if (const std::string& both = credentials.value.reveal(); !both.empty()) {
        const std::size_t colon = std::min(both.find(':'), both.size());
        std::string user_info = http::percent_encode(both.substr(0, colon));
        if (colon < both.size()) user_info += ':' + http::percent_encode(both.substr(colon + 1));
        text.insert(text.find("://") + 3, user_info + '@');
    }
    const SettingValue proxy{std::move(text), "proxy of the profile"};
    return {proxy, proxy, "", true, std::move(credentials)};
}

std::string ResolveEntry::to_text() const {
    return host + ':' + std::to_string(port) + ':' + addresses;
}

Result<ResolveEntry> parse_resolve_entry(std::string_view text) {
    const auto parts = split(text, ':');
    ResolveEntry entry;
    if (parts.size() >= 3) {
        const std::string port(parts[1]);
        const auto url = http::parse_url("http://" + std::string(parts[0]) + ':' + port);
        if (url && !port.empty()) {
            entry = {to_lower(url->host),
                     url->port,
                     std::string(text.substr(parts[0].size() + port.size() + 2))};
        }
    }
    const auto addresses = split(entry.addresses, ',');
    const bool is_valid = std::ranges::all_of(addresses, [](std::string_view address) {
        const bool is_bare_v6 =
            address.find(':') != std::string_view::npos && address.front() != '[';
        return !is_bare_v6 && parse_address(address).has_value();
    });
    if (is_valid) return entry;
    return fail(
        ErrorCode::kInvalid,
        "found \"" + std::string(text) +
            "\", expected HOST:PORT:ADDRESS with a numeric address (IPv6 in brackets), e.g. "
            "api.example:443:192.0.2.7");
}

std::string resolved_address(const std::vector<ResolveEntry>& entries, std::string_view url) {
    const auto parsed = http::parse_url(url.substr(0, url.find_first_of("?#")));
    if (!parsed) return "";
    const auto found = std::ranges::find_if(entries, [&](const ResolveEntry& entry) {
        return entry.port == parsed->port && equals_ignoring_case(entry.host, parsed->host);
    });
    return found == entries.end() ? "" : found->addresses;
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
