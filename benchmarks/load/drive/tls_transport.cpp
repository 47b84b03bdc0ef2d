#include "benchmarks/load/drive/tls_transport.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline::load {
namespace {

constexpr long kCurlBufferBytes = 256L * 1024L;
constexpr long kMaxConnections = 100'000;

/// One request in flight.
struct CurlRequest {
    CURL* easy = nullptr;
    curl_slist* headers = nullptr;
    ResponseTracker* response = nullptr;
    const Clock* clock = nullptr;
    TransportCounters* counters = nullptr;
    bool is_finished = false;  ///< according to its bytes
    bool is_reusable = false;  ///< finished, and its connection can be reused
};

std::size_t forward_bytes(CurlRequest& curl_request, const char* bytes, std::size_t size) {
    ++curl_request.counters->reads;
    const auto progress = curl_request.response->feed({bytes, size}, curl_request.clock->now());
    curl_request.is_finished =
        curl_request.is_finished || progress != ResponseTracker::ResponseProgress::kIncomplete;
    curl_request.is_reusable = progress == ResponseTracker::ResponseProgress::kComplete;
    // Returning less than `size` makes libcurl abort. libcurl itself finishes a complete response
    // and keeps the connection.
    return curl_request.is_finished && !curl_request.is_reusable ? 0 : size;
}

std::size_t on_bytes(char* bytes, std::size_t size, std::size_t count, void* curl_request) {
    return forward_bytes(*static_cast<CurlRequest*>(curl_request), bytes, size * count);
}

/// Reports the end of the connection to a response whose bytes did not end it.
void report_end(CurlRequest& curl_request, CURLcode code, Instant at) {
    double connect_s = 0;
    long opened = 0;
    curl_easy_getinfo(curl_request.easy, CURLINFO_APPCONNECT_TIME, &connect_s);
    curl_easy_getinfo(curl_request.easy, CURLINFO_NUM_CONNECTS, &opened);
    if (opened > 0 && connect_s > 0) {
        const std::chrono::duration<double> took(connect_s);
        curl_request.response->on_connected(curl_request.response->outcome().sent +
                                            std::chrono::duration_cast<Duration>(took));
    }
    if (curl_request.is_finished) return;
    const bool was_connected = curl_request.response->has_begun() || connect_s > 0;
    if (code == CURLE_OK || was_connected) return curl_request.response->on_closed(at);
    curl_request.response->fail_with(FailureClass::kConnect, curl_easy_strerror(code), at);
}

void free_request(CURLM* multi, CurlRequest& curl_request) {
    curl_multi_remove_handle(multi, curl_request.easy);
    curl_easy_cleanup(curl_request.easy);
    curl_slist_free_all(curl_request.headers);
}

}  // namespace

struct TlsTransport::CurlState {
    std::string url;  ///< origin of the target
    TransportOptions options;
    const Clock& clock;
    CURLM* multi;
    std::unordered_map<CURL*, std::unique_ptr<CurlRequest>> requests{};
    std::unordered_map<const ResponseTracker*, CURL*> by_response{};
    TransportCounters counters{};
    std::vector<ResponseTracker*> failed_sends{};
};

Result<std::unique_ptr<Transport>> TlsTransport::open(const http::Url& base,
                                                      const TransportOptions& options,
                                                      const Clock& clock) {
    static const CURLcode kStarted = curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM* multi = kStarted == CURLE_OK ? curl_multi_init() : nullptr;
    if (multi == nullptr) return fail(ErrorCode::kIo, "cannot initialize libcurl");
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kMaxConnections);
    auto state = std::make_unique<CurlState>(CurlState{base.origin(), options, clock, multi});
    return std::unique_ptr<Transport>(new TlsTransport(std::move(state)));
}

TlsTransport::TlsTransport(std::unique_ptr<CurlState> state) : state_(std::move(state)) {}

TlsTransport::~TlsTransport() {
    for (auto& [easy, curl_request] : state_->requests) free_request(state_->multi, *curl_request);
    curl_multi_cleanup(state_->multi);
}

TransportCounters TlsTransport::counters() const {
    return state_->counters;
}

void TlsTransport::send(const SerializedRequest& request, ResponseTracker& response) {
    const http::Request& wanted = request.request;
    auto curl_request = std::make_unique<CurlRequest>();
    curl_request->easy = curl_easy_init();
    if (curl_request->easy == nullptr) {
        state_->failed_sends.push_back(&response);
        return;
    }
    curl_request->response = &response;
    curl_request->clock = &state_->clock;
    curl_request->counters = &state_->counters;
    for (const auto& [name, value] : wanted.headers.all()) {
        // libcurl requires a semicolon after a header without a value.
        const std::string line = value.empty() ? name + ';' : name + ": " + value;
        curl_request->headers = curl_slist_append(curl_request->headers, line.c_str());
    }
    curl_request->headers = curl_slist_append(curl_request->headers,
                                              "Expect:");  // disables it for every length of body
    CURL* easy = curl_request->easy;
    const std::string url = state_->url + wanted.target;
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, wanted.method.c_str());
    if (!wanted.body.empty()) {
        curl_easy_setopt(
            easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(wanted.body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, wanted.body.c_str());  // borrowed
    }
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, curl_request->headers);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, kCurlBufferBytes);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, state_->options.reuses_connections ? 0L : 1L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, state_->options.reuses_connections ? 0L : 1L);
    curl_easy_setopt(easy,
                     CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(state_->options.connect_timeout.count()));
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    if (!state_->options.ca_file.empty()) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, state_->options.ca_file.c_str());
    }
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &on_bytes);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, curl_request.get());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, curl_request.get());
    curl_multi_add_handle(state_->multi, easy);
    state_->by_response[&response] = easy;
    state_->requests[easy] = std::move(curl_request);
}

void TlsTransport::cancel(ResponseTracker& response) {
    const auto found = state_->by_response.find(&response);
    if (found == state_->by_response.end()) {
        std::erase(state_->failed_sends, &response);
        return;
    }
    const auto curl_request = state_->requests.find(found->second);
    free_request(state_->multi, *curl_request->second);
    state_->requests.erase(curl_request);
    state_->by_response.erase(found);
}

void TlsTransport::run_until(Instant until, const CompletionCallback& on_finished) {
    CurlState& state = *state_;
    do {
        for (ResponseTracker* response : std::exchange(state.failed_sends, {})) {
            response->fail_with(
                FailureClass::kConnect, "libcurl returned no handle", state.clock.now());
            on_finished(*response);
        }
        int running = 0;
        curl_multi_perform(state.multi, &running);
        int left = 0;
        bool any_over = false;
        while (const CURLMsg* message = curl_multi_info_read(state.multi, &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const CURLcode code = message->data.result;
            const auto found = state.requests.find(message->easy_handle);
            const std::unique_ptr<CurlRequest> curl_request = std::move(found->second);
            ResponseTracker& response = *curl_request->response;
            report_end(*curl_request, code, state.clock.now());
            state.requests.erase(found);
            state.by_response.erase(&response);
            free_request(state.multi, *curl_request);
            on_finished(response);
            any_over = true;
        }
        if (any_over) continue;  // the requests that follow are sent immediately
        const auto rest =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - state.clock.now());
        int ready = 0;
        curl_multi_poll(state.multi,
                        nullptr,
                        0,
                        static_cast<int>(std::max<std::int64_t>(rest.count(), 0)),
                        &ready);
        if (ready > 0) ++state.counters.wakeups;
    } while (state.clock.now() < until);
}

}  // namespace plumbline::load
