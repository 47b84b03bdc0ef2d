#include "benchmarks/load/app/request_headers.hpp"

#include "benchmarks/load/app/usage_failure.hpp"
#include "conformance/client/client.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <string_view>

namespace plumbline::load {
namespace {

/// A shorter part of a header is in many texts, and no secret: the `=` at the end of Base64.
constexpr std::size_t kShortestSecretPart = 4;
constexpr const char* kMockKey =
    "plumbline-dev-key";  // of the workspace that exists from the start

/// What frames messages and manages connections, which the transports do.
constexpr std::string_view kReserved[] = {"Connection",
                                          "Content-Length",
                                          "Expect",
                                          "Keep-Alive",
                                          "Proxy-Connection",
                                          "TE",
                                          "Trailer",
                                          "Transfer-Encoding",
                                          "Upgrade"};
/// What a request may have once.
constexpr std::string_view kSingle[] = {"Authorization", "Content-Type", "Host", "User-Agent"};

/// Returns the API key. `is_own_mock`: the target is the mock that this program started, whose key
/// is known. Errors: kUsage.
Result<Secret> api_key(const TargetOptions& target, bool is_own_mock) {
    if (!target.api_key_env.empty()) {
        auto named = host::read_secret(target.api_key_env);
        if (!named) return usage_failure("--api-key-env: " + named.error().message);
        return named;
    }
    return is_own_mock ? Secret(kMockKey)
                       : host::read_secret("PLUMBLINE_API_KEY").value_or(Secret());
}

/// Adds a header of --header. Errors: kUsage.
Result<void> add_given_header(const std::string& line, http::Headers& given) {
    const std::size_t colon = line.find(':');
    const std::string name = line.substr(0, colon);
    // The message does not quote the text: it may be a credential.
    if (colon == std::string::npos || !is_token(name))
        return usage_failure(
            "--header: expected `Name: value`, with a name of letters, digits and hyphens, and no "
            "blank before the colon");
    const auto is_name = [&](std::string_view one) { return equals_ignoring_case(one, name); };
    if (std::ranges::any_of(kReserved, is_name))
        return usage_failure(
            "--header: found " + name + ", which this program sets itself; omit it",
            is_name("Connection") ? "--fresh-connections uses a new connection for each request"
                                  : "");
    if (std::ranges::any_of(kSingle, is_name) && given.has(name))
        return usage_failure("--header: found " + name + " twice, expected it once");
    given.add(name, std::string(trimmed(std::string_view(line).substr(colon + 1))));
    return {};
}

}  // namespace

Result<http::Headers> request_headers(const DriveCommand& command, bool is_own_mock) {
    const TargetOptions& target = command.target;
    http::Headers headers;
    headers.add("Accept", command.is_stream ? "text/event-stream" : "application/json");
    const auto key = api_key(target, is_own_mock);
    if (!key) return fail(key.error());
    if (!key->empty()) headers.add("X-Api-Key", key->reveal());
    if (!target.tenant.empty()) headers.add("X-Tenant-Id", target.tenant);
    http::Headers given;
    for (const std::string& line : target.headers) {
        if (auto added = add_given_header(line, given); !added) return fail(added.error());
    }
    for (const auto& [name, value] : given.all()) headers.remove(name);
    for (const auto& [name, value] : given.all()) headers.add(name, value);
    for (const auto& [name, value] : headers.all()) {
        if (auto sendable = client::check_header(name, value); !sendable)
            return fail(sendable.error());
    }
    return headers;
}

std::vector<std::string> secrets_of(const http::Headers& headers) {
    std::vector<std::string> secrets;
    for (const auto& [name, value] : headers.all()) {
        if (!client::is_credential_header(name)) continue;
        secrets.push_back(value);
        // A cookie has several values, of which each is a secret.
        for (const std::string_view part : split(value, ';')) {
            const std::string_view pair = trimmed(part);
            for (const char sign : {' ', '='}) {
                const std::size_t at = pair.find(sign);
                if (at == std::string_view::npos) continue;
                const std::string_view secret = trimmed(pair.substr(at + 1));
                if (secret.size() >= kShortestSecretPart) secrets.emplace_back(secret);
            }
        }
    }
    return secrets;
}

}  // namespace plumbline::load
