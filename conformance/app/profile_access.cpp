#include "conformance/app/profile_access.hpp"

#include "conformance/client/client.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace plumbline::app {
namespace {

/// A header that a profile must not set, and why.
struct RefusedHeader {
    std::string_view name;
    std::string_view reason;
};
constexpr std::string_view kOfConnection = "it belongs to a connection or to the framing of a body";
constexpr std::string_view kCredential =
    "scenarios test requests without credentials; give it by the member credentials";
constexpr std::array kRefused{RefusedHeader{"Connection", kOfConnection},
                              RefusedHeader{"Content-Length", kOfConnection},
                              RefusedHeader{"Expect", kOfConnection},
                              RefusedHeader{"Host", kOfConnection},
                              RefusedHeader{"Keep-Alive", kOfConnection},
                              RefusedHeader{"Proxy-Authenticate", kOfConnection},
                              RefusedHeader{"Proxy-Authorization", kOfConnection},
                              RefusedHeader{"Proxy-Connection", kOfConnection},
                              RefusedHeader{"TE", kOfConnection},
                              RefusedHeader{"Trailer", kOfConnection},
                              RefusedHeader{"Transfer-Encoding", kOfConnection},
                              RefusedHeader{"Upgrade", kOfConnection},
                              RefusedHeader{"X-Api-Key", kCredential},
                              RefusedHeader{"X-Tenant-Id", kCredential}};

tl::unexpected<Error> invalid(const Document& profile,
                              const std::string& pointer,
                              std::string message) {
    return fail(ErrorCode::kInvalid, std::move(message), profile.where(pointer));
}

/// Returns the secret in the variable that the profile names at `pointer`; empty if it names none.
Result<client::SecretVariable> variable_at(const Document& profile, const std::string& pointer) {
    const Json* name = find(*profile.root, std::string_view(pointer));
    if (!name) return client::SecretVariable{};
    auto secret = host::read_secret(name->get<std::string>());
    if (!secret) return fail(secret.error().code, secret.error().message, profile.where(pointer));
    return client::SecretVariable{name->get<std::string>(), std::move(*secret)};
}

Result<void> check_name(const Document& profile,
                        const std::string& pointer,
                        const std::string& name,
                        const runner::Target& target) {
    const auto found = std::ranges::find_if(
        kRefused, [&](const auto& one) { return equals_ignoring_case(one.name, name); });
    std::string reason(found == kRefused.end() ? "" : found->reason);
    if (target.oauth2 && equals_ignoring_case(name, "Authorization"))
        reason = "credentials.oauth2 sets it";
    if (reason.empty()) return {};
    return invalid(profile, pointer, "the header " + name + " cannot be set here: " + reason);
}

Result<void> read_headers(const Document& profile, runner::Target& target) {
    const Json* headers = member(*profile.root, "headers");
    if (!headers) return {};
    for (const auto& [name, value] : headers->items()) {
        const std::string pointer = "/headers/" + escape_pointer_token(name);
        if (auto known = check_name(profile, pointer, name, target); !known) return known;
        runner::TargetHeader header{name, Secret(as_string(value).value_or("")), ""};
        if (value.is_object()) {
            auto variable = variable_at(profile, pointer + "/env");
            if (!variable) return fail(variable.error());
            header.value = variable->value;
            header.variable = variable->name;
        }
        if (auto sendable = client::check_header(name, header.value.reveal()); !sendable)
            return invalid(profile, pointer, sendable.error().message);
        target.headers.push_back(std::move(header));
    }
    return {};
}

Result<void> read_proxy(const Document& profile, runner::Target& target) {
    auto credentials = variable_at(profile, "/proxy_credentials_env");
    if (!credentials) return fail(credentials.error());
    const std::string url = string_or(*profile.root, "proxy", "");
    if (url.empty()) return {};
    if (client::without_user_info(url) != url) {
        return invalid(profile,
                       "/proxy",
                       "the URL contains credentials: put USER:PASSWORD into a variable, and its "
                       "name into proxy_credentials_env");
    }
    target.connection.proxies = client::profile_proxy(url, std::move(*credentials));
    return {};
}

Result<void> read_resolve(const Document& profile, runner::Target& target) {
    const auto entries = strings_or_empty(*profile.root, "resolve");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto entry = client::parse_resolve_entry(entries[i]);
        if (!entry) return invalid(profile, "/resolve/" + std::to_string(i), entry.error().message);
        target.connection.resolve.push_back(std::move(*entry));
    }
    return {};
}

Result<void> read_oauth2(const Document& profile, runner::Target& target) {
    const std::string pointer = "/credentials/oauth2";
    const Json* oauth2 = find(*profile.root, std::string_view(pointer));
    if (!oauth2) return {};
    const std::string url = string_or(*oauth2, "token_url", "");
    // A query may follow; it is sent as it is written.
    if (auto known = http::parse_url(url.substr(0, url.find('?'))); !known)
        return invalid(profile, pointer + "/token_url", known.error().message);
    auto id = variable_at(profile, pointer + "/client_id_env");
    if (!id) return fail(id.error());
    auto secret = variable_at(profile, pointer + "/client_secret_env");
    if (!secret) return fail(secret.error());
    target.oauth2 = {.token_url = url,
                     .client_id = id->value,
                     .client_secret = secret->value,
                     .client_id_variable = id->name,
                     .client_secret_variable = secret->name,
                     .scope = string_or(*oauth2, "scope", ""),
                     .audience = string_or(*oauth2, "audience", "")};
    return {};
}

}  // namespace

Result<void> read_access(const Document& profile, runner::Target& target) {
    for (auto read : {read_oauth2, read_headers, read_proxy, read_resolve}) {
        if (auto done = read(profile, target); !done) return done;
    }
    return {};
}

}  // namespace plumbline::app
