#include "conformance/runner/access_token.hpp"

#include "conformance/runner/access/output_mask.hpp"
#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/own_calls.hpp"
#include "spec/base/base64.hpp"
#include "spec/base/text.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace plumbline::runner {
namespace {

constexpr int kUnauthorized = 401;
constexpr const char* kAuthorization = "Authorization";
constexpr std::size_t kMaxIssued = 1000;  ///< older tokens than these are no longer in any text

http::UrlQuery token_request(const OAuth2Settings& settings) {
    http::UrlQuery fields{{"grant_type", "client_credentials"}};
    if (!settings.scope.empty()) fields.emplace_back("scope", settings.scope);
    if (!settings.audience.empty()) fields.emplace_back("audience", settings.audience);
    return fields;
}

/// Source: RFC 6749, section 2.3.1.
std::string basic_credentials(const OAuth2Settings& settings) {
    return to_base64(http::form_encode(settings.client_id.reveal()) + ':' +
                     http::form_encode(settings.client_secret.reveal()));
}

/// Returns what a token endpoint says about a refusal: `: invalid_client, no such client`. Source:
/// RFC 6749, section 5.2.
std::string reason_in(const http::Response& response, const std::vector<std::string>& secrets) {
    const auto body = parse_json(response.body);
    std::vector<std::string> parts;
    for (const char* name : {"error", "error_description"}) {
        std::string text = body ? string_or(*body, name, "") : "";
        if (!text.empty()) parts.push_back(std::move(text));
    }
    return parts.empty() ? "" : ": " + OutputMask(secrets)(join(parts, ", "));
}

/// Returns how to get a token, for a message within double quotes of a shell.
std::string how_to_get(const OAuth2Settings& settings) {
    std::string how = fmt::format(
        "set it to the access_token that this command prints: curl -sS "
        "-u \\${}:\\${}",
        settings.client_id_variable,
        settings.client_secret_variable);
    for (const auto& field : token_request(settings)) how += " -d " + http::to_urlencoded({field});
    const bool is_plain = settings.token_url.find_first_of("\"`$\\!}'") == std::string::npos;
    return how + ' ' + (is_plain ? settings.token_url : "TOKEN_URL");
}

std::string bearer(const Secret& token) {
    return "Bearer " + token.reveal();
}

/// Writes the token where a call carries the placeholder or the caller's key.
client::HttpCall authorized(const client::HttpCall& call,
                            const Target& target,
                            const Secret& token) {
    const std::string& key = target.credentials.api_key.reveal();
    // Calls of the user's own suites carry no key; an area's scenarios also test calls without.
    bool needs_token = !target.base_urls.contains(call.area);
    http::Headers headers;
    for (const auto& [name, value] : call.request.headers.all()) {
        if (!key.empty() && value == key) needs_token = true;
        if (value != kTokenPlaceholder)
            headers.add(name, replace_all(value, kTokenPlaceholder, token.reveal()));
    }
    if (needs_token && !headers.has(kAuthorization)) headers.add(kAuthorization, bearer(token));
    client::HttpCall with_token = call;
    with_token.request.headers = std::move(headers);
    return with_token;
}

client::Exchange send_authorized(const client::Send& send,
                                 const Target& target,
                                 const client::HttpCall& call) {
    AccessTokenSource& tokens = *target.tokens;
    const auto token = tokens.token();
    if (!token) return client::unsent_exchange(call, token.error());
    client::HttpCall with_token = authorized(call, target, *token);
    if (with_token.request == call.request) return send(call);
    const bool may_replace = tokens.may_replace(*token);
    std::optional<client::FilteringSink> first_sink;
    if (may_replace && call.sink) {
        first_sink.emplace(*call.sink,
                           [](const http::Response& head) { return head.status != kUnauthorized; });
        with_token.sink = &*first_sink;
    }
    client::Exchange exchange = send(with_token);
    exchange.call.sink = call.sink;
    if (!exchange.response) return exchange;
    if (exchange.response->status != kUnauthorized) tokens.confirm(*token);
    if (exchange.response->status != kUnauthorized || !may_replace) return exchange;
    const auto renewed = tokens.replace(*token);
    if (!renewed) return client::unsent_exchange(call, renewed.error());
    return send(authorized(call, target, *renewed));
}

}  // namespace

AccessTokenSource::AccessTokenSource(OAuth2Settings settings, client::Send send, const Clock& clock)
    : settings_(std::move(settings)), send_(std::move(send)), clock_(clock) {
    for (const std::string& secret : {settings_.client_id.reveal(),
                                      settings_.client_secret.reveal(),
                                      basic_credentials(settings_)})
        add_secret(secret, client_secrets_);
}

Result<Secret> AccessTokenSource::token() {
    const std::lock_guard lock(mutex_);
    const bool is_due = issued_.empty() || (renew_at_ && clock_.now() >= *renew_at_);
    return is_due ? fetch() : Secret(issued_.back());
}

Result<Secret> AccessTokenSource::replace(const Secret& refused) {
    const std::lock_guard lock(mutex_);
    return issued_.back() == refused.reveal() ? fetch() : Secret(issued_.back());
}

void AccessTokenSource::confirm(const Secret& accepted) {
    const std::lock_guard lock(mutex_);
    if (issued_.back() == accepted.reveal()) is_accepted_ = true;
}

bool AccessTokenSource::may_replace(const Secret& token) const {
    const std::lock_guard lock(mutex_);
    return is_accepted_ || issued_.back() != token.reveal();
}

std::vector<std::string> AccessTokenSource::secrets() const {
    std::vector<std::string> secrets = client_secrets_;
    const std::lock_guard lock(mutex_);
    for (const std::string& token : issued_) add_secret(token, secrets);
    return secrets;
}

std::vector<client::SecretVariable> AccessTokenSource::variables() const {
    std::vector<client::SecretVariable> variables;
    const std::lock_guard lock(mutex_);
    for (const std::string& token : issued_)
        variables.push_back({kTokenVariable, Secret(token), how_to_get(settings_)});
    return variables;
}

/// Requires the lock.
Result<Secret> AccessTokenSource::fetch() {
    constexpr int kMaxFailures = 3;
    if (failures_ >= kMaxFailures) return fail(*last_error_);
    auto token = request();
    failures_ = token ? 0 : failures_ + 1;
    if (!token) last_error_ = token.error();
    return token;
}

Result<Secret> AccessTokenSource::request() {
    constexpr std::chrono::seconds kMaxTimeout{30};
    constexpr std::chrono::seconds kLongestMargin{60};
    client::HttpCall call;
    call.url = settings_.token_url;
    call.timeout = kMaxTimeout;
    call.request.method = "POST";
    call.request.headers = {{"Accept", "application/json"},
                            {kAuthorization, "Basic " + basic_credentials(settings_)},
                            {"Content-Type", "application/x-www-form-urlencoded"}};
    call.request.body = http::to_urlencoded(token_request(settings_));
    const client::Exchange exchange = send_(call);
    const std::string endpoint = "no access token: the token endpoint " + settings_.token_url;
    if (exchange.failure) {
        Error error = *exchange.failure;
        if (error.code == ErrorCode::kIo) error.code = ErrorCode::kUnreachable;
        error.message = endpoint + ": " + error.message;
        return fail(std::move(error));
    }
    const http::Response& response = *exchange.response;
    const auto body = parse_json(response.body);
    const std::string token = body ? string_or(*body, "access_token", "") : "";
    const std::string type = body ? string_or(*body, "token_type", "Bearer") : "";
    if (response.status != 200 || token.empty() || !equals_ignoring_case(type, "Bearer")) {
        return fail(ErrorCode::kUsage,
                    fmt::format("{} answered {}{}, expected 200 with an access_token of the type "
                                "Bearer",
                                endpoint,
                                response.status,
                                reason_in(response, client_secrets_)),
                    {},
                    {fmt::format("check credentials.oauth2 of the profile: token_url, scope, and "
                                 "the variables {} and {}",
                                 settings_.client_id_variable,
                                 settings_.client_secret_variable)});
    }
    renew_at_.reset();
    if (const Json* seconds = member(*body, "expires_in"); seconds && seconds->is_number()) {
        constexpr double kLongest = 365.0 * 24 * 3600;
        const auto lifetime = std::chrono::duration_cast<Duration>(
            std::chrono::duration<double>(std::clamp(seconds->get<double>(), 0.0, kLongest)));
        renew_at_ = exchange.ended + lifetime - std::min<Duration>(kLongestMargin, lifetime / 4);
    }
    if (issued_.size() == kMaxIssued) issued_.erase(issued_.begin());
    issued_.push_back(token);
    is_accepted_ = false;
    return Secret(token);
}

client::Send with_access_token(client::Send send, const Target& target) {
    if (!target.tokens) return send;
    return [send = std::move(send), &target, own = OwnCalls(target)](const client::HttpCall& call) {
        return own.contains(call) ? send_authorized(send, target, call) : send(call);
    };
}

}  // namespace plumbline::runner
