#include "conformance/client/curl_command.hpp"

#include "conformance/client/call_check.hpp"
#include "conformance/client/client.hpp"
#include "conformance/client/content_coding.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace plumbline::client {
namespace {

// A larger body is not readable, and shells limit arguments to 128 KiB.
constexpr std::size_t kMaxArgument = std::size_t{16} * 1024U;
// A built-in printf has no limit. This one bounds the size of reports.
constexpr std::size_t kMaxPrinted = std::size_t{256} * 1024U;

constexpr std::array<std::string_view, 5> kSecretHeaders = {
    "X-Api-Key", "Authorization", "X-Plumbline-Token", "Cookie", "Proxy-Authorization"};

std::string method_option(const http::Request& request) {
    if (request.method == "HEAD") return " --head";
    if (request.method == "GET" && request.body.empty()) return "";
    const bool is_upper_case =
        std::ranges::all_of(request.method, [](char c) { return c >= 'A' && c <= 'Z'; });
    return " -X " + (is_upper_case ? request.method : shell_quoted(request.method));
}

/// Returns whether text beside a secret shows nothing of it: the scheme of `Bearer $TOKEN`, the
/// name of `session=$COOKIE`.
bool is_scheme_or_name(std::string_view text) {
    if (text.starts_with("; ")) text.remove_prefix(2);
    if (text.empty() || (text.back() != ' ' && text.back() != '=')) return false;
    return text.find_first_of(" =;") == text.size() - 1;
}

/// Writes the command of one exchange.
class CurlCommandWriter {
  public:
    CurlCommandWriter(const Exchange& exchange,
                      const CurlCommandOptions& options,
                      SecretReplacer& secrets)
        : exchange_(exchange),
          call_(exchange.wire_exchange().call),
          options_(options),
          secrets_(secrets) {}

    std::string write() {
        const std::string method = method_option(call_.request);
        const std::string url = ' ' + to_shell(secrets_.replace(call_.url, "the URL"));
        std::string headers = header_options();
        const std::string body = body_option();
        const char* unbuffered = call_.sink ? " -N" : "";
        return secrets_.required_variables() + body_source_ + "curl" + unbuffered +
               " -sS -i --globoff --path-as-is" + connection_options() + method + url + headers +
               body;
    }

  private:
    [[nodiscard]] std::string connection_options() const {
        std::string text;
        if (equals_ignoring_case(call_.url.substr(0, 8), "https://"))
            text += " --http1.1" + options_.tls_options;
        const SettingValue proxy = configured_proxy(options_.proxies, call_.url);
        if (is_loopback(call_.url) && !proxy.empty()) {
            text += " --noproxy '*'";
        } else if (options_.proxies.is_of_profile) {
            text += " --noproxy '' --proxy " + shell_quoted(without_user_info(proxy.text));
            if (const std::string& name = options_.proxies.credentials.name; !name.empty())
                text += " --proxy-user \"$" + name + '"';
        }
        for (const ResolveEntry& entry : options_.resolve) {
            if (resolved_address({entry}, call_.url).empty()) continue;
            text += " --resolve " + shell_quoted(entry.to_text());
        }
        return text;
    }

    std::string header_options() {
        const http::Headers& contract_headers = exchange_.call.request.headers;
        PLUMBLINE_CHECK(call_.request.headers.all().size() == contract_headers.all().size(),
                        "translated names keep the order of the headers");
        std::string text;
        for (std::size_t i = 0; i < call_.request.headers.all().size(); ++i) {
            const auto& [name, value] = call_.request.headers.all()[i];
            text += header_option(name, value, is_secret(contract_headers.all()[i].first));
        }
        // Otherwise curl would send the Content-Type of a form.
        if (sends_body(call_.request) && !call_.request.headers.has("Content-Type"))
            text += " -H 'Content-Type:'";
        return text + coding_options();
    }

    /// Lets curl ask for a content coding, and undo it, if the response had one.
    [[nodiscard]] std::string coding_options() const {
        const auto& response = exchange_.wire_exchange().response;
        if (!response || !response->headers.has("Content-Encoding")) return "";
        const bool has_own = call_.request.headers.has("Accept-Encoding");
        return std::string(" --compressed") +
               (has_own ? "" : fmt::format(" -H 'Accept-Encoding: {}'", kAcceptedCodings));
    }

    [[nodiscard]] bool is_secret(const std::string& contract_name) const {
        const auto is_same = [&](std::string_view name) {
            return equals_ignoring_case(name, contract_name);
        };
        return is_credential_header(contract_name) ||
               std::ranges::any_of(options_.secret_headers, is_same);
    }

    std::string header_option(const std::string& name, const std::string& value, bool is_secret) {
        if (trimmed(value).empty()) return " -H " + shell_quoted(name + ';');
        const std::string where = "the header " + name;
        ShellWord word = secrets_.replace(value, where);
        const bool shows_nothing = !is_secret || options_.shows_other_credentials ||
                                   std::ranges::all_of(word, [](const ShellPart& part) {
                                       return part.is_expansion || is_scheme_or_name(part.text);
                                   });
        if (!shows_nothing) word = {secrets_.placeholder(value, where)};
        if (word.front().is_expansion) word.insert(word.begin(), {"", false});
        word.front().text.insert(0, name + ": ");
        return " -H " + to_shell(word);
    }

    std::string body_option() {
        const std::string& body = call_.request.body;
        if (!sends_body(call_.request)) return "";
        if (body.size() > kMaxPrinted)
            return fmt::format(" --data-binary @body-of-{}-bytes", body.size());
        const ShellWord word = secrets_.replace(body, "the body");
        if (body.size() <= kMaxArgument && is_pasteable(body, true))
            return " --data-raw " + to_shell(word);
        body_source_ = printf_command(word) + " | ";
        return " --data-binary @-";
    }

    const Exchange& exchange_;
    const HttpCall& call_;
    const CurlCommandOptions& options_;
    SecretReplacer& secrets_;
    std::string body_source_;  ///< a command that prints the body for curl, "" if none
};

std::string file_option(const char* option, const std::string& path) {
    if (path.empty()) return "";
    std::error_code ignored;
    return std::string(" ") + option + ' ' +
           shell_quoted(std::filesystem::absolute(path, ignored).string());
}

/// Returns a name as `--cert` reads it: a password may follow after a colon.
std::string escaped_certificate(const std::string& path) {
    std::string text;
    for (const char c : path) {
        if (c == ':' || c == '\\') text += '\\';
        text += c;
    }
    return text;
}

}  // namespace

bool is_credential_header(std::string_view header) {
    return std::ranges::any_of(
        kSecretHeaders, [&](std::string_view name) { return equals_ignoring_case(name, header); });
}

std::string tls_options_of(const std::string& ca_file,
                           const std::string& certificate_file,
                           const std::string& key_file) {
    return file_option("--cacert", ca_file) +
           file_option("--cert", escaped_certificate(certificate_file)) +
           file_option("--key", key_file);
}

std::string curl_command(const Exchange& exchange,
                         const CurlCommandOptions& options,
                         const std::vector<SecretVariable>& variables,
                         const std::vector<std::string>& secrets) {
    SecretReplacer replacer(variables, secrets);
    return CurlCommandWriter(exchange, options, replacer).write();
}

}  // namespace plumbline::client
