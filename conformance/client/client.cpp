#include "conformance/client/client.hpp"

#include "conformance/client/call_check.hpp"
#include "conformance/client/failure.hpp"
#include "conformance/client/response_reader.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <utility>

namespace plumbline::client {
namespace {

constexpr long kKeptConnections = 8;
// Only how long one wait of the loop may last; libcurl wakes it for its own deadlines.
constexpr int kLongestWaitMs = 1'000;

struct EasyCleanup {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct MultiCleanup {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};
struct ListCleanup {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, ListCleanup>;

// For values of our own. What may come from a target is set by set_request_line.
template <typename Value>
void set(CURL* easy, CURLoption option, Value value) {
    PLUMBLINE_CHECK(curl_easy_setopt(easy, option, value) == CURLE_OK,
                    "libcurl must know the option and have memory");
}

/// What the callbacks of one transfer share.
struct Transfer {
    const Clock& clock;
    ResponseReader reader;
    Instant first_byte{};

    void note_bytes() {
        if (first_byte == Instant{}) first_byte = clock.now();
    }
};

// libcurl's callbacks: any count but the given one ends the transfer.
std::size_t on_head_line(char* bytes, std::size_t, std::size_t count, void* user) {
    auto& transfer = *static_cast<Transfer*>(user);
    transfer.note_bytes();
    return transfer.reader.take_head_line({bytes, count}) ? count : 0;
}

std::size_t on_body(char* bytes, std::size_t, std::size_t count, void* user) {
    auto& transfer = *static_cast<Transfer*>(user);
    return transfer.reader.take_body({bytes, count}) ? count : 0;
}

void append(HeaderList& list, const std::string& line) {
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    PLUMBLINE_CHECK(longer != nullptr, "memory for a header line");
    static_cast<void>(list.release());
    list.reset(longer);
}

HeaderList header_list(const http::Request& request) {
    HeaderList list;
    for (const auto& [name, value] : request.headers.all()) {
        // `Name;` is how libcurl is told to send an empty field; `Name:` would drop it.
        const bool is_empty = trimmed(value).empty();
        append(list, is_empty ? name + ';' : name + ": " + value);
    }
    // What libcurl would add by itself; the record of the exchange must show all that was sent.
    for (const char* name : {"Accept", "Content-Type", "Expect"}) {
        if (!request.headers.has(name)) append(list, std::string(name) + ':');
    }
    return list;
}

void set_body(CURL* easy, const http::Request& request) {
    if (request.method == "HEAD") {
        set(easy, CURLOPT_NOBODY, 1L);
    } else if (sends_body(request)) {
        set(easy, CURLOPT_POST, 1L);
        set(easy, CURLOPT_POSTFIELDS, request.body.c_str());
        set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    }
}

/// Sets what may hold values that a target chose: if libcurl refuses them, that is a failure of the
/// call and no broken invariant.
std::optional<Error> set_request_line(CURL* easy, const Call& call) {
    const std::string& method = call.request.method;
    for (const auto& [option, text] :
         {std::pair(CURLOPT_URL, &call.url), std::pair(CURLOPT_CUSTOMREQUEST, &method)}) {
        const CURLcode code = curl_easy_setopt(easy, option, text->c_str());
        if (code == CURLE_OK) continue;
        return Error{ErrorCode::kUsage,
                     "cannot send the call: its " +
                         std::string(option == CURLOPT_URL ? "URL" : "method") + " of " +
                         std::to_string(text->size()) + " bytes was refused (" +
                         curl_easy_strerror(code) + "); shorten it",
                     {},
                     {}};
    }
    return std::nullopt;
}

bool is_loopback(const std::string& url) {
    const auto parsed = http::parse_url(url.substr(0, url.find_first_of("?#")));
    if (!parsed) return false;
    const std::string host = to_lower(parsed->host);
    return host == "localhost" || host == "[::1]" || host.rfind("127.", 0) == 0;
}

void set_trust(CURL* easy, const ClientOptions& options) {
    set(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    set(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!options.ca_file.empty()) set(easy, CURLOPT_CAINFO, options.ca_file.c_str());
    if (options.certificate_file.empty()) return;
    set(easy, CURLOPT_SSLCERT, options.certificate_file.c_str());
    set(easy, CURLOPT_SSLKEY, options.key_file.c_str());
    // A key with a passphrase is refused instead of being asked for on the terminal.
    set(easy, CURLOPT_KEYPASSWD, "");
}

void set_connection(CURL* easy, const Call& call, const ClientOptions& options) {
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    // `/a/../b` is a test case, not a slip.
    set(easy, CURLOPT_PATH_AS_IS, 1L);
    set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(easy, CURLOPT_NOSIGNAL, 1L);
    // Do not wait for a name server that does not answer: the deadline comes first.
    set(easy, CURLOPT_QUICK_EXIT, 1L);
    // On a kept connection that breaks, libcurl sends the request again by itself: what creates
    // would be done twice, and the answer would be to the second.
    if (!http::only_reads(call.request.method)) set(easy, CURLOPT_FRESH_CONNECT, 1L);
    if (is_loopback(call.url)) set(easy, CURLOPT_PROXY, "");
    set_trust(easy, options);
    if (!options.user_agent.empty()) set(easy, CURLOPT_USERAGENT, options.user_agent.c_str());
}

// libcurl takes 0 for "no limit" and refuses what no int can hold.
long curl_time(std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds kShortest{1};
    constexpr std::chrono::milliseconds kLongest{std::numeric_limits<int>::max()};
    return static_cast<long>(std::clamp(time, kShortest, kLongest).count());
}

void set_deadlines(CURL* easy, const Call& call, const ClientOptions& options) {
    set(easy, CURLOPT_TIMEOUT_MS, curl_time(call.timeout));
    set(easy,
        CURLOPT_CONNECTTIMEOUT_MS,
        curl_time(std::min(call.timeout, options.connect_timeout)));
}

void set_callbacks(CURL* easy, Transfer& transfer) {
    set(easy, CURLOPT_HEADERFUNCTION, on_head_line);
    set(easy, CURLOPT_HEADERDATA, static_cast<void*>(&transfer));
    set(easy, CURLOPT_WRITEFUNCTION, on_body);
    set(easy, CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
}

/// Drives the one transfer of `multi` to its end. It ends: libcurl keeps the deadline set above.
CURLcode drive(CURLM* multi) {
    for (int running = 1; running > 0;) {
        if (curl_multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
        if (running > 0) curl_multi_poll(multi, nullptr, 0, kLongestWaitMs, nullptr);
    }
    int left = 0;
    const CURLMsg* message = curl_multi_info_read(multi, &left);
    return message != nullptr ? message->data.result : CURLE_FAILED_INIT;
}

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

    /// Sends a checked call and records what comes into `transfer`.
    std::optional<Error> send(const Call& call, Transfer& transfer);
};

std::optional<Error> Client::State::send(const Call& call, Transfer& transfer) {
    std::array<char, CURL_ERROR_SIZE> detail{};
    const HeaderList headers = header_list(call.request);
    curl_easy_reset(easy.get());
    // First: after a refusal the handle must not keep what ends with this function.
    if (auto refused = set_request_line(easy.get(), call)) return refused;
    set_connection(easy.get(), call, options);
    set_deadlines(easy.get(), call, options);
    set_callbacks(easy.get(), transfer);
    set_body(easy.get(), call.request);
    set(easy.get(), CURLOPT_HTTPHEADER, headers.get());
    set(easy.get(), CURLOPT_ERRORBUFFER, detail.data());

    PLUMBLINE_CHECK(curl_multi_add_handle(multi.get(), easy.get()) == CURLM_OK,
                    "the handle is free between calls");
    const CURLcode code = drive(multi.get());
    const bool request_sent = has_sent_request(easy.get());
    curl_multi_remove_handle(multi.get(), easy.get());
    curl_easy_reset(easy.get());
    if (code == CURLE_OK) return std::nullopt;

    const http::Response& partial = transfer.reader.response();
    return explain({.curl_code = static_cast<int>(code),
                    .detail = detail.data(),
                    .target = call.request.method + ' ' + call.url,
                    .request_sent = request_sent,
                    .over_limit = transfer.reader.is_over_limit(),
                    .status = partial.status,
                    .body_bytes = partial.body.size(),
                    .max_body = options.max_body,
                    .timeout = deadline_that_passed(call, options, request_sent)});
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
    Transfer transfer{state_->clock, ResponseReader(state_->options.max_body)};
    if (auto checked = check_call(call); !checked) {
        exchange.failure = std::move(checked.error());
    } else {
        exchange.failure = state_->send(call, transfer);
    }
    exchange.ended = state_->clock.now();
    if (transfer.first_byte != Instant{}) {
        exchange.first_byte = transfer.first_byte - exchange.started;
    }
    if (!exchange.failure) exchange.response = transfer.reader.response();
    return exchange;
}

}  // namespace plumbline::client
