#include "conformance/client/client.hpp"

#include "conformance/client/call_check.hpp"
#include "conformance/client/call_setup.hpp"
#include "conformance/client/content_coding.hpp"
#include "conformance/client/transfer.hpp"
#include "conformance/client/transfer_failure.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"
#include "spec/http/content_coding.hpp"
#include "spec/http/message.hpp"
#include "spec/json/parse.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

namespace plumbline::client {
namespace {

constexpr long kKeptConnections = 8;

struct EasyCleanup {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct MultiCleanup {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

long transfer_number(CURL* easy, CURLINFO info) {
    long number = 0;
    return curl_easy_getinfo(easy, info, &number) == CURLE_OK ? number : 0;
}

/// Returns the socket of the last transfer, -1 if its connection is closed.
int active_socket(CURL* easy) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
    return socket;
}

/// Returns the status with which a proxy refused to connect to the target, 0 if it did not.
int proxy_refusal(CURL* easy) {
    const long status = transfer_number(easy, CURLINFO_HTTP_CONNECTCODE);
    return http::is_success(static_cast<int>(status)) ? 0 : static_cast<int>(status);
}

/// Returns whether an HTTP proxy must first connect to the target for a call to this URL.
bool needs_tunnel(const SettingValue& proxy, const std::string& url) {
    return !proxy.empty() && !equals_ignoring_case(proxy.text.substr(0, 5), "socks") &&
           equals_ignoring_case(url.substr(0, 8), "https://");
}

bool has_sent_request(CURL* easy, bool through_tunnel) {
    // libcurl counts the CONNECT to the proxy as a request.
    const bool was_connected = transfer_number(easy, CURLINFO_NUM_CONNECTS) == 0 ||
                               transfer_number(easy, CURLINFO_HTTP_CONNECTCODE) / 100 == 2;
    return transfer_number(easy, CURLINFO_REQUEST_SIZE) > 0 && (!through_tunnel || was_connected);
}

std::string described(const SettingValue& setting) {
    return setting.empty() ? "" : setting.text + " (" + setting.source + ')';
}

/// Returns libcurl's message without the user name and password of the proxy.
std::string safe_detail(std::string detail, const SettingValue& proxy) {
    if (proxy.empty()) return detail;
    for (std::size_t at = 0; (at = detail.find(proxy.text, at)) != std::string::npos; ++at)
        detail.replace(at, proxy.text.size(), without_user_info(proxy.text));
    return detail;
}

/// Returns whether a request accepts the codings of its response. A sink asks for none.
bool accepts_codings(const HttpCall& call, std::string_view codings) {
    const http::Headers& fields = call.request.headers;
    if (!fields.has("Accept-Encoding")) return !call.sink;
    return http::accepts_codings(fields.joined("Accept-Encoding"), codings);
}

void fail_as_too_large(Exchange& exchange, std::string_view reason) {
    const HttpCall& call = exchange.call;
    exchange.failure = Error{ErrorCode::kLimit,
                             fmt::format("{} {}: the response is too large, after status {}; {}",
                                         call.request.method,
                                         call.url,
                                         exchange.response->status,
                                         reason),
                             {},
                             {}};
    exchange.response.reset();
}

/// A response of JSON that would take too much memory is a failure, whatever its media type:
/// bodies are read as JSON if they can be.
void check_memory(std::size_t most, Exchange& exchange) {
    const std::string_view body = exchange.response->body;
    if (!begins_like_json(body) || !takes_more_memory(body, most)) return;
    fail_as_too_large(
        exchange,
        fmt::format(
            "its JSON takes more than {} MiB of memory; {}", most / kMebibyte, kLargerResponses));
}

/// Undoes the content coding of a response; too large a result is a failure. A sink has asked for
/// none, and received the bytes already: of a sequence of items it judges the coding itself.
void undo_coding(std::size_t max_body, Exchange& exchange) {
    http::Response& response = *exchange.response;
    const std::string codings = response.headers.joined("Content-Encoding");
    const bool is_coded = !codings.empty() && !equals_ignoring_case(codings, kNoCoding);
    const bool is_judged_by_sink =
        exchange.call.sink && http::is_sequence(response.status, response.headers);
    if (!is_coded || is_judged_by_sink || (response.body.empty() && !exchange.call.sink)) return;
    auto decoded = !accepts_codings(exchange.call, codings)
                       ? Result<std::string>(fail(ErrorCode::kUnsupported, "it was not asked for"))
                       : decode_content(codings, response.body, max_body);
    if (decoded) {
        response.body = *std::move(decoded);
        return;
    }
    Error error = std::move(decoded).error();
    error.message = fmt::format("Content-Encoding {}: {}", codings, error.message);
    if (error.code != ErrorCode::kLimit) {
        exchange.coding_error = std::move(error);
        return;
    }
    fail_as_too_large(exchange, error.message + "; " + kLargerResponses);
}

std::chrono::milliseconds deadline_that_passed(const HttpCall& call,
                                               const ClientOptions& options,
                                               bool request_sent) {
    return request_sent ? call.timeout : std::min(call.timeout, options.connect_timeout);
}

}  // namespace

void initialize_http_library() {
    static std::once_flag once;
    std::call_once(once, [] {
        PLUMBLINE_CHECK(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK, "libcurl must start");
    });
}

struct Client::ClientState {
    ClientState(ClientOptions given_options, const Clock& given_clock)
        : options(std::move(given_options)),
          clock(given_clock),
          resolve(resolve_lines(options.connection.resolve)) {}

    ClientOptions options;
    const Clock& clock;
    HeaderLines resolve;
    // The order matters: the easy handle is freed before the multi handle that keeps its
    // connections.
    std::unique_ptr<CURLM, MultiCleanup> multi;
    std::unique_ptr<CURL, EasyCleanup> easy;

    /// Sends a checked call and records the result in `transfer`; sets `exchange` to how a stream
    /// ended and, if requested, to the connection.
    std::optional<Error> send(const HttpCall& call, Transfer& transfer, Exchange& exchange);
};

std::optional<Error> Client::ClientState::send(const HttpCall& call,
                                               Transfer& transfer,
                                               Exchange& exchange) {
    std::array<char, CURL_ERROR_SIZE> detail{};
    const HeaderLines headers = header_lines(call);
    curl_easy_reset(easy.get());
    if (auto error = configure_handle(easy.get(), call, options, headers)) return error;
    set_callbacks(easy.get(), transfer);
    PLUMBLINE_CHECK(curl_easy_setopt(easy.get(), CURLOPT_ERRORBUFFER, detail.data()) == CURLE_OK &&
                        curl_easy_setopt(easy.get(), CURLOPT_RESOLVE, resolve.get()) == CURLE_OK,
                    "libcurl must support the options");

    PLUMBLINE_CHECK(curl_multi_add_handle(multi.get(), easy.get()) == CURLM_OK,
                    "the handle is free between calls");
    const int code = transfer.run(multi.get());
    const SettingValue proxy = proxy_for(options.connection.proxies, call.url);
    const bool request_sent = has_sent_request(easy.get(), needs_tunnel(proxy, call.url));
    const ResponseReader& reader = transfer.reader();
    const http::Response& partial = reader.response();
    int proxy_status = proxy_refusal(easy.get());
    if (!proxy.empty() && partial.status == kProxyAuthenticationRequired)
        proxy_status = partial.status;
    exchange.stream_end = transfer.stream_end(code, transfer_number(easy.get(), CURLINFO_OS_ERRNO));
    if (options.records_connection) {
        exchange.connection =
            std::make_shared<const ConnectionInfo>(connection_info(easy.get(), code, request_sent));
    }
    if (request_sent) transfer.note_refused(code, safe_detail(detail.data(), proxy));
    if (code == CURLE_OK && call.url.starts_with("http://"))
        transfer.look_for_more(active_socket(easy.get()));
    curl_multi_remove_handle(multi.get(), easy.get());
    curl_easy_reset(easy.get());
    // libcurl accepts a response that ends within its head.
    const bool is_complete =
        exchange.stream_end || (code == CURLE_OK && reader.has_complete_head());
    // The service has not written what a proxy refuses with.
    if (proxy_status == 0) exchange.violations = transfer.violations();
    if (is_complete && proxy_status == 0) return std::nullopt;

    return describe_failure({.curl_code = code,
                             .detail = safe_detail(detail.data(), proxy),
                             .target = call.request.method + ' ' + call.url,
                             .proxy = proxy.empty() ? "" : describe_proxy(proxy),
                             .proxy_status = proxy_status,
                             .authorities = described(options.connection.ca_file),
                             .request_sent = request_sent,
                             .over_limit = reader.is_over_limit(),
                             .has_unknown_end = reader.has_unknown_end(),
                             .status = partial.status,
                             .within_head = reader.is_within_head(),
                             .fields = reader.field_count(),
                             .body_bytes = partial.body.size(),
                             .max_body = options.max_body,
                             .timeout = transfer.waited_for().value_or(
                                 deadline_that_passed(call, options, request_sent))});
}

Exchange unsent_exchange(const HttpCall& call, Error reason) {
    Exchange exchange;
    exchange.call = call;
    exchange.failure = std::move(reason);
    return exchange;
}

Client::Client(ClientOptions options, const Clock& clock)
    : state_(std::make_unique<ClientState>(std::move(options), clock)) {
    initialize_http_library();
    state_->multi.reset(curl_multi_init());
    state_->easy.reset(curl_easy_init());
    PLUMBLINE_CHECK(state_->multi && state_->easy, "libcurl must have memory for its handles");
    curl_multi_setopt(state_->multi.get(), CURLMOPT_MAXCONNECTS, kKeptConnections);
}

Client::~Client() = default;

Exchange Client::perform(const HttpCall& call) {
    Exchange exchange;
    exchange.call = call;
    exchange.started = state_->clock.now();
    Transfer transfer(state_->clock, call.request.method, state_->options.max_body, call.sink);
    if (auto checked = check_call(call); !checked) {
        exchange.failure = std::move(checked.error());
    } else {
        exchange.failure = state_->send(call, transfer, exchange);
    }
    exchange.ended = state_->clock.now();
    if (const auto first = transfer.first_byte()) exchange.first_byte = *first - exchange.started;
    if (exchange.failure) {
        exchange.stream_end.reset();
        return exchange;
    }
    exchange.response = transfer.take_response();
    const bool is_whole = exchange.stream_end == StreamEnd::kComplete;
    if (call.sink &&
        (http::is_sequence(exchange.response->status, exchange.response->headers) || !is_whole))
        exchange.response->body = call.sink->body();
    undo_coding(state_->options.max_body, exchange);
    if (exchange.response) check_memory(state_->options.max_json_memory, exchange);
    return exchange;
}

}  // namespace plumbline::client
