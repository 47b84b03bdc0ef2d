#include "conformance/preflight/response_checks.hpp"

#include "spec/base/text.hpp"
#include "spec/http/date.hpp"
#include "spec/http/gateway_status.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace plumbline::preflight {
namespace {

using client::ConnectionInfo;
using client::ConnectionStage;

constexpr std::int64_t kFewDays = 14;
// Less is within the delay of a response and the second that HTTP dates are rounded to.
constexpr std::int64_t kMaxSkewS = 30;

/// Makes a warning of a check.
void warn(PreflightCheck& check, std::string remedy) {
    check.outcome = CheckOutcome::kWarning;
    check.remedy = std::move(remedy);
}

std::string host_of(const std::string& base_url) {
    const auto url = http::parse_url(base_url);
    return url ? url->host : base_url;
}

std::int64_t whole_days(Duration time) {
    return std::chrono::duration_cast<std::chrono::days>(time).count();
}

PreflightCheck tls_check(const ConnectionInfo& info, const std::string& host, const Clock& clock) {
    const client::ServerCertificate& certificate = info.certificate;
    PreflightCheck check = passed(
        "tls",
        fmt::format("certificate of {} ({}) by {}", host, certificate.subject, certificate.issuer));
    if (!certificate.expires) return check;
    const std::int64_t days = whole_days(*certificate.expires - clock.now());
    check.detail += fmt::format(", {} day{} left", days, days == 1 ? "" : "s");
    if (days < kFewDays) warn(check, "renew the certificate");
    return check;
}

PreflightCheck version_check(const ConnectionInfo& info) {
    if (info.http_version == "2")
        return passed("http version", "the target offers HTTP/2; runs use HTTP/1.1");
    if (info.http_version != "1.0") return passed("http version", "HTTP/" + info.http_version);
    PreflightCheck check = passed("http version", "the target answers HTTP/1.0");
    warn(check, "streams need HTTP/1.1: is this the service itself?");
    return check;
}

bool is_login(const std::string& location) {
    const std::string lower = to_lower(location);
    constexpr std::array kWords{"login", "signin", "sign-in", "oauth", "sso", "auth"};
    return std::ranges::any_of(
        kWords, [&](const char* word) { return lower.find(word) != std::string::npos; });
}

std::string media_type_of(const http::Response& response) {
    const std::string* type = response.headers.find("Content-Type");
    return type ? http::media_type(*type) : "";
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_part_of_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

/// Returns the signs of a body and its words without those with digits: ids and times differ in
/// each response. The path of the request is omitted.
std::string words_of(std::string body, std::string_view path) {
    for (std::size_t at = body.find(path); !path.empty() && at != std::string::npos;
         at = body.find(path, at))
        body.erase(at, path.size());
    std::string words;
    for (std::size_t at = 0; at < body.size();) {
        std::size_t end = at;
        while (end < body.size() && is_part_of_word(body[end])) ++end;
        if (end == at) ++end;
        const std::string word = body.substr(at, end - at);
        if (std::ranges::none_of(word, is_digit)) words += word;
        at = end;
    }
    return words;
}

/// Returns whether a redirect names the same URL with https.
bool is_secure_url(const std::string& location, const std::string& url) {
    return location == "https" + url.substr(std::min(url.find("://"), url.size()));
}

std::optional<PreflightCheck> clock_check(const http::Response& response, const Clock& clock) {
    const std::string* text = response.headers.find("Date");
    const auto date = text ? http::parse_http_date(*text) : std::nullopt;
    if (!date) return std::nullopt;
    const auto skew = std::chrono::duration_cast<std::chrono::seconds>(*date - clock.now()).count();
    PreflightCheck check = passed("clock", fmt::format("differs by {} s", std::abs(skew)));
    if (std::abs(skew) > kMaxSkewS) {
        check.detail = fmt::format(
            "the target's clock is {} s {}", std::abs(skew), skew > 0 ? "ahead" : "behind");
        warn(check, "synchronize the clocks: times in responses are compared");
    }
    return check;
}

std::optional<PreflightCheck> rate_limit_check(const http::Response& response) {
    std::vector<std::string> limits;
    for (const auto& [name, value] : response.headers.all()) {
        const std::string lower = to_lower(name);
        if (lower.starts_with("x-ratelimit") || lower.starts_with("ratelimit") ||
            lower == "retry-after")
            limits.push_back(name + ": " + value);
    }
    if (response.status != 429 && limits.empty()) return std::nullopt;
    PreflightCheck check = passed("rate limit", join(limits, ", "));
    check.remedy = "keep below it with --max-rate (default: 10 requests a second)";
    if (response.status == 429) {
        check.outcome = CheckOutcome::kWarning;
        check.detail = "the target answers 429" + (limits.empty() ? "" : " (" + check.detail + ")");
    }
    return check;
}

}  // namespace

PreflightCheck passed(std::string name, std::string detail) {
    return {.name = std::move(name), .detail = std::move(detail)};
}

PreflightCheck failed(std::string name,
                      CheckFailure failure,
                      std::string detail,
                      std::string remedy) {
    return {.name = std::move(name),
            .outcome = CheckOutcome::kFailed,
            .detail = std::move(detail),
            .remedy = std::move(remedy),
            .failure = failure};
}

bool is_json(const http::Response& response) {
    const std::string* type = response.headers.find("Content-Type");
    return type && http::is_json_media_type(http::media_type(*type));
}

std::vector<PreflightCheck> connection_checks(const client::Exchange& exchange,
                                              const std::string& base_url,
                                              const Clock& clock) {
    const ConnectionInfo info = exchange.connection ? *exchange.connection : ConnectionInfo{};
    const std::string host = host_of(base_url);
    std::vector<PreflightCheck> checks;
    const auto fail_with = [&](const char* name) {
        checks.push_back(failed(name, CheckFailure::kUnreachable, exchange.failure->message, ""));
        return checks;
    };
    if (exchange.failure && info.stage == ConnectionStage::kResolve) return fail_with("dns");
    checks.push_back(passed(
        "dns", info.address.empty() ? host + " has an address" : host + " is " + info.address));
    if (exchange.failure && info.stage == ConnectionStage::kConnect) return fail_with("tcp");
    checks.push_back(passed("tcp", fmt::format("connected in {:.1f} ms", info.connected_ms)));
    if (exchange.failure && info.stage == ConnectionStage::kTls) return fail_with("tls");
    if (base_url.starts_with("https:")) checks.push_back(tls_check(info, host, clock));
    if (exchange.failure) return fail_with("http");
    checks.push_back(version_check(info));
    return checks;
}

std::optional<PreflightCheck> redirect_check(const http::Response& response,
                                             const std::string& url) {
    constexpr std::array kRedirects{301, 302, 303, 307, 308};
    const std::string* location = response.headers.find("Location");
    if (!location && std::ranges::find(kRedirects, response.status) != kRedirects.end()) {
        return failed("redirect",
                      CheckFailure::kSetup,
                      fmt::format("{} answers {} without a Location", url, response.status),
                      "check the gateway before the service, and the URL");
    }
    const bool is_redirect = response.status >= 300 && response.status < 400 && location;
    if (!is_redirect) return std::nullopt;
    std::string found =
        fmt::format("{} answers {} with Location: {}", url, response.status, *location);
    std::string remedy =
        "give the URL that it names, if that is the API: redirects are not followed";
    if (is_secure_url(*location, url)) {
        remedy = "give the URL with https: redirects are not followed";
    } else if (is_login(*location)) {
        found += ", which looks like a page to log in";
        remedy = "give the URL of the API itself, behind the log-in";
    }
    return failed("redirect", CheckFailure::kSetup, std::move(found), std::move(remedy));
}

std::optional<PreflightCheck> gateway_check(const http::Response& response) {
    if (response.status != 503 && !http::is_gateway_status(response.status)) return std::nullopt;
    return failed("gateway",
                  CheckFailure::kUnreachable,
                  fmt::format("a gateway answers {} for the service", response.status),
                  "check that the service behind the gateway runs, and try again");
}

bool are_alike(const http::Response& one,
               std::string_view one_path,
               const http::Response& other,
               std::string_view other_path) {
    return one.status == other.status && media_type_of(one) == media_type_of(other) &&
           words_of(one.body, one_path) == words_of(other.body, other_path);
}

std::vector<PreflightCheck> header_checks(const http::Response& response, const Clock& clock) {
    std::vector<PreflightCheck> checks;
    if (auto check = clock_check(response, clock)) checks.push_back(*std::move(check));
    if (auto check = rate_limit_check(response)) checks.push_back(*std::move(check));
    return checks;
}

}  // namespace plumbline::preflight
