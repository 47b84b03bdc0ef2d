#include "conformance/client/call_check.hpp"
#include "conformance/client/client.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace plumbline::client {
namespace {

// More than this nobody reads, and shells refuse arguments over 128 KiB.
constexpr std::size_t kMaxShownBody = std::size_t{16} * 1024U;

struct SecretHeader {
    std::string_view name;
    std::string_view variable;
};

constexpr std::array kSecretHeaders = {
    SecretHeader{"X-Api-Key", "PLUMBLINE_API_KEY"},
    SecretHeader{"Authorization", "PLUMBLINE_AUTHORIZATION"},
    SecretHeader{"X-Plumbline-Token", "PLUMBLINE_TOKEN"},
    SecretHeader{"Cookie", "PLUMBLINE_COOKIE"},
    SecretHeader{"Proxy-Authorization", "PLUMBLINE_PROXY_AUTHORIZATION"},
};

const SecretHeader* secret_header(std::string_view name) {
    const auto* found =
        std::find_if(kSecretHeaders.begin(), kSecretHeaders.end(), [&](const auto& secret) {
            return equals_ignoring_case(secret.name, name);
        });
    return found == kSecretHeaders.end() ? nullptr : found;
}

std::string method_option(const http::Request& request) {
    if (request.method == "HEAD") return " --head";
    if (request.method == "GET" && request.body.empty()) return "";
    const bool is_word = std::all_of(
        request.method.begin(), request.method.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return " -X " + (is_word ? request.method : shell_quoted(request.method));
}

/// `meaning` is the contract's name of the header; `others` are secret besides the table's.
std::string header_option(const std::string& name,
                          const std::string& value,
                          const std::string& meaning,
                          const std::vector<std::string>& others) {
    if (trimmed(value).empty()) return " -H " + shell_quoted(name + ';');
    const SecretHeader* secret = secret_header(meaning);
    if (secret == nullptr) {
        const bool is_hidden =
            std::any_of(others.begin(), others.end(), [&](const std::string& other) {
                return equals_ignoring_case(other, meaning);
            });
        return " -H " + shell_quoted(name + ": " + (is_hidden ? "***" : value));
    }
    // The name is one of the table or of a vocabulary: nothing in it is special within double
    // quotes.
    return fmt::format(" -H \"{}: ${}\"", name, secret->variable);
}

std::string header_options(const http::Request& request,
                           const http::Headers& meanings,
                           const std::vector<std::string>& others) {
    std::string options;
    for (std::size_t i = 0; i < request.headers.all().size(); ++i) {
        const auto& [name, value] = request.headers.all()[i];
        options += header_option(name, value, meanings.all()[i].first, others);
    }
    // curl would claim a form.
    if (sends_body(request) && !request.headers.has("Content-Type"))
        options += " -H 'Content-Type:'";
    return options;
}

std::string body_option(const http::Request& request) {
    if (!sends_body(request)) return "";
    // No shell argument can hold a NUL.
    const bool fits =
        request.body.size() <= kMaxShownBody && request.body.find('\0') == std::string::npos;
    if (fits) return " --data-raw " + shell_quoted(request.body);
    return fmt::format(" --data-binary @body-of-{}-bytes", request.body.size());
}

}  // namespace

bool carries_credential(std::string_view header) {
    return secret_header(header) != nullptr;
}

std::string curl_command(const Exchange& exchange, const std::vector<std::string>& others) {
    const Call& call = exchange.on_the_wire().call;
    const http::Headers& meanings = exchange.call.request.headers;
    PLUMBLINE_CHECK(call.request.headers.all().size() == meanings.all().size(),
                    "other names leave each header in its place");
    const char* unbuffered = call.sink ? " -N" : "";
    return std::string("curl") + unbuffered + " -sS -i --globoff --path-as-is" +
           method_option(call.request) + ' ' + shell_quoted(call.url) +
           header_options(call.request, meanings, others) + body_option(call.request);
}

}  // namespace plumbline::client
