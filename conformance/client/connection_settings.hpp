#pragma once
// How servers are reached: proxies and trusted authorities, by the variables that curl reads.

#include "conformance/client/shell_word.hpp"
#include "spec/base/result.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::client {

/// A setting, and the option or environment variable that gave it; empty if nothing did.
struct SettingValue {
    std::string text;
    std::string source;

    bool operator==(const SettingValue&) const = default;
    [[nodiscard]] bool empty() const { return text.empty(); }
};

/// The proxies of the environment, or that of the profile.
struct ProxySettings {
    SettingValue http;             ///< for http URLs: `http_proxy`, else `all_proxy`
    SettingValue https;            ///< for https URLs: `https_proxy`, else `all_proxy`
    std::string excluded_hosts;    ///< `no_proxy`: names, domains, addresses, networks, or `*`
    bool is_of_profile = false;    ///< replaces those of the environment: commands must name it
    SecretVariable credentials{};  ///< `USER:PASSWORD` of the profile's proxy; empty if none
};

/// The address of a host and port, in place of that of the name server.
struct ResolveEntry {
    std::string host;  ///< in lower case
    int port = 0;
    std::string addresses;  ///< IPv4, or IPv6 in brackets; several separated by commas

    bool operator==(const ResolveEntry&) const = default;
    /// Returns the entry as curl's --resolve reads it: `HOST:PORT:ADDRESS`.
    [[nodiscard]] std::string to_text() const;
};

/// Proxies and trusted authorities.
struct ConnectionSettings {
    ProxySettings proxies;
    SettingValue ca_file;    ///< PEM file that replaces the system's authorities
    SettingValue ca_folder;  ///< folder of authorities (c_rehash), in addition to the file
    std::vector<ResolveEntry> resolve{};
};

/// Returns the value of an environment variable, "" if it is not set.
using VariableReader = std::function<std::string(const std::string& name)>;

/// Reads the environment as the curl tool does: `http_proxy` only in lower case, `https_proxy`,
/// `all_proxy` and `no_proxy` in lower case, else in upper case; `CURL_CA_BUNDLE`, else
/// `SSL_CERT_FILE` and `SSL_CERT_DIR`.
[[nodiscard]] ConnectionSettings read_connection_settings(const VariableReader& variable);

/// Returns whether `host` (an IPv6 address in brackets) matches an entry of `excluded`, the value
/// of `no_proxy`, as curl 7.88 compares them. Entries are separated by commas or blanks: `*` alone
/// (all hosts), a name with its subdomains (with or without a leading dot), an address, or a
/// network (`10.0.0.0/8`).
[[nodiscard]] bool is_excluded_host(std::string_view host, std::string_view excluded);

/// Returns the proxy of the environment for a URL, empty if there is none.
[[nodiscard]] SettingValue configured_proxy(const ProxySettings& proxies, std::string_view url);

/// Returns the proxy through which a URL is called. It is never used for a loopback address.
[[nodiscard]] SettingValue proxy_for(const ProxySettings& proxies, std::string_view url);

/// Returns the proxy of a profile for all URLs: `url` with the user and password in `credentials`.
[[nodiscard]] ProxySettings profile_proxy(const std::string& url, SecretVariable credentials);

/// Parses `HOST:PORT:ADDRESS[,ADDRESS...]`, as curl's --resolve. Errors: kInvalid.
[[nodiscard]] Result<ResolveEntry> parse_resolve_entry(std::string_view text);

/// Returns the addresses that the entries give for the host of a URL, "" if none does.
[[nodiscard]] std::string resolved_address(const std::vector<ResolveEntry>& entries,
                                           std::string_view url);

/// Returns whether a URL names this machine: localhost, 127.0.0.0/8 or [::1].
[[nodiscard]] bool is_loopback(std::string_view url);

/// Returns a proxy for a message, without its user name and password: `http://proxy:3128
/// (https_proxy)`.
[[nodiscard]] std::string describe_proxy(const SettingValue& proxy);

/// Returns a URL without user name and password. The scheme may be missing.
[[nodiscard]] std::string without_user_info(std::string_view url);

}  // namespace plumbline::client
