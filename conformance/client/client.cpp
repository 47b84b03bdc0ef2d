#include "conformance/client/client.hpp"

#include "conformance/client/call_check.hpp"
#include "conformance/client/call_setup.hpp"
#include "conformance/client/failure.hpp"
#include "conformance/client/transfer.hpp"
#include "spec/base/check.hpp"

#include <curl/curl.h>

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

bool has_sent_request(CURL* easy) {
    long bytes = 0;
    return curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &bytes) == CURLE_OK && bytes > 0;
}

std::chrono::milliseconds deadline_that_passed(const Call& call,
                                               const ClientOptions& options,
                                               bool request_sent) {
    return request_sent ? call.timeout : std::min(call.timeout, options.connect_timeout);
}

}  // namespace

void start() {
    static std::once_flag once;
    std::call_once(once, [] {
        PLUMBLINE_CHECK(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK, "libcurl must start");
    });
}

struct Client::State {
    State(ClientOptions given_options, const Clock& given_clock)
        : options(std::move(given_options)), clock(given_clock) {}

    ClientOptions options;
    const Clock& clock;
    // In this order: the easy handle is freed before the multi handle that keeps its connections.
    std::unique_ptr<CURLM, MultiCleanup> multi;
    std::unique_ptr<CURL, EasyCleanup> easy;

    /// Sends a checked call and records what comes into `transfer`; `end` says how a stream ended.
    std::optional<Error> send(const Call& call, Transfer& transfer, std::optional<StreamEnd>& end);
};

std::optional<Error> Client::State::send(const Call& call,
                                         Transfer& transfer,
                                         std::optional<StreamEnd>& end) {
    std::array<char, CURL_ERROR_SIZE> detail{};
    const HeaderLines headers(call.request);
    curl_easy_reset(easy.get());
    if (auto refused = set_up(easy.get(), call, options, headers)) return refused;
    set_callbacks(easy.get(), transfer);
    PLUMBLINE_CHECK(curl_easy_setopt(easy.get(), CURLOPT_ERRORBUFFER, detail.data()) == CURLE_OK,
                    "libcurl must know the option");

    PLUMBLINE_CHECK(curl_multi_add_handle(multi.get(), easy.get()) == CURLM_OK,
                    "the handle is free between calls");
    const int code = transfer.drive(multi.get());
    const bool request_sent = has_sent_request(easy.get());
    long os_error = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_OS_ERRNO, &os_error);
    end = transfer.stream_end(code, os_error);
    curl_multi_remove_handle(multi.get(), easy.get());
    curl_easy_reset(easy.get());
    if (code == CURLE_OK || end) return std::nullopt;

    const http::Response& partial = transfer.reader().response();
    return explain({.curl_code = code,
                    .detail = detail.data(),
                    .target = call.request.method + ' ' + call.url,
                    .request_sent = request_sent,
                    .over_limit = transfer.reader().is_over_limit(),
                    .status = partial.status,
                    .body_bytes = partial.body.size(),
                    .max_body = options.max_body,
                    .timeout = transfer.waited_for().value_or(
                        deadline_that_passed(call, options, request_sent))});
}

Exchange not_sent(const Call& call, Error why) {
    Exchange exchange;
    exchange.call = call;
    exchange.failure = std::move(why);
    return exchange;
}

Client::Client(ClientOptions options, const Clock& clock)
    : state_(std::make_unique<State>(std::move(options), clock)) {
    start();
    state_->multi.reset(curl_multi_init());
    state_->easy.reset(curl_easy_init());
    PLUMBLINE_CHECK(state_->multi && state_->easy, "libcurl must have memory for its handles");
    curl_multi_setopt(state_->multi.get(), CURLMOPT_MAXCONNECTS, kKeptConnections);
}

Client::~Client() = default;

Exchange Client::perform(const Call& call) {
    Exchange exchange;
    exchange.call = call;
    exchange.started = state_->clock.now();
    Transfer transfer(state_->clock, state_->options.max_body, call.sink);
    if (auto checked = check_call(call); !checked) {
        exchange.failure = std::move(checked.error());
    } else {
        exchange.failure = state_->send(call, transfer, exchange.stream_end);
    }
    exchange.ended = state_->clock.now();
    if (const auto first = transfer.first_byte()) exchange.first_byte = *first - exchange.started;
    if (exchange.failure) return exchange;
    exchange.response = transfer.reader().response();
    if (call.sink) exchange.response->body = call.sink->body();
    return exchange;
}

}  // namespace plumbline::client
