#include "benchmarks/load/drive/open_transport.hpp"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
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
    int sends = 0;             ///< libcurl repeats a request if a kept connection was closed
    int socket_problem = 0;    ///< errno of a socket that could not be opened
    bool is_finished = false;  ///< according to its bytes
    bool is_reusable = false;  ///< finished, and its connection can be reused
    std::array<char, CURL_ERROR_SIZE> error{};  ///< libcurl's text, "" if it has none
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

int on_send(void* curl_request, char*, char*, int, int) {
    auto& sent = *static_cast<CurlRequest*>(curl_request);
    if (++sent.sends > 1) sent.response->on_reconnect(sent.clock->now());
    return CURL_PREREQFUNC_OK;
}

curl_socket_t on_open(void* curl_request, curlsocktype, curl_sockaddr* address) {
    const curl_socket_t opened =
        ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (opened == CURL_SOCKET_BAD) static_cast<CurlRequest*>(curl_request)->socket_problem = errno;
    return opened;
}

/// Returns why a request failed: with more detail than the text of the code, such as the status of
/// a proxy.
std::string error_text(const CurlRequest& curl_request, CURLcode code) {
    const std::string detail = curl_request.error.data();
    return detail.empty() ? curl_easy_strerror(code) : detail;
}

/// Returns whether libcurl refused the head of a response.
bool is_head_refused(CURLcode code) {
    return code == CURLE_WEIRD_SERVER_REPLY || code == CURLE_UNSUPPORTED_PROTOCOL;
}

/// Reports the end of the connection to a response whose bytes did not end it.
void report_end(CurlRequest& curl_request, CURLcode code, Instant at) {
    double connect_s = 0;
    long opened = 0;
    curl_easy_getinfo(curl_request.easy, CURLINFO_APPCONNECT_TIME, &connect_s);
    if (connect_s == 0) curl_easy_getinfo(curl_request.easy, CURLINFO_CONNECT_TIME, &connect_s);
    curl_easy_getinfo(curl_request.easy, CURLINFO_NUM_CONNECTS, &opened);
    if (opened > 0 && connect_s > 0) {
        const std::chrono::duration<double> took(connect_s);
        curl_request.response->on_connected(curl_request.response->outcome().sent +
                                            std::chrono::duration_cast<Duration>(took));
    }
    if (curl_request.is_finished) return;
    if (is_head_refused(code) && curl_request.sends > 0)
        return curl_request.response->fail_with(
            FailureClass::kFraming, error_text(curl_request, code), at);
    const std::string limit = client_limit_text(curl_request.socket_problem);
    if (!limit.empty() && !curl_request.response->has_begun())
        return curl_request.response->fail_with(FailureClass::kClient, limit, at);
    // The file was readable when the program began; each connection reads it.
    if (code == CURLE_SSL_CACERT_BADFILE)
        return curl_request.response->fail_with(
            FailureClass::kClient, error_text(curl_request, code), at);
    const bool was_connected = curl_request.response->has_begun() || connect_s > 0;
    if (code == CURLE_OK || was_connected) return curl_request.response->on_closed(at);
    curl_request.response->fail_with(FailureClass::kConnect, error_text(curl_request, code), at);
}

void free_request(CURLM* multi, CurlRequest& curl_request) {
    curl_multi_remove_handle(multi, curl_request.easy);
    curl_easy_cleanup(curl_request.easy);
    curl_slist_free_all(curl_request.headers);
}

class CurlTransport final : public Transport {
  public:
    CurlTransport(CURLM* multi, std::string origin, TransportOptions options, const Clock& clock)
        : multi_(multi), origin_(std::move(origin)), options_(std::move(options)), clock_(clock) {
        curl_multi_setopt(multi_, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
        curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, kMaxConnections);
    }
    ~CurlTransport() override {
        for (auto& [easy, curl_request] : requests_) free_request(multi_, *curl_request);
        curl_multi_cleanup(multi_);
    }
    CurlTransport(const CurlTransport&) = delete;
    CurlTransport& operator=(const CurlTransport&) = delete;

    void send(const SerializedRequest& request, ResponseTracker& response) override {
        auto curl_request = std::make_unique<CurlRequest>();
        CURL* easy = curl_easy_init();
        if (easy == nullptr) {
            failed_sends_.push_back(&response);
            return;
        }
        curl_request->easy = easy;
        curl_request->response = &response;
        curl_request->clock = &clock_;
        curl_request->counters = &counters_;
        set_request(*curl_request, request.request);
        set_connection(easy);
        curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &on_send);
        curl_easy_setopt(easy, CURLOPT_PREREQDATA, curl_request.get());
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &on_open);
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, curl_request.get());
        curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &on_bytes);
        curl_easy_setopt(easy, CURLOPT_HEADERDATA, curl_request.get());
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &on_bytes);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, curl_request.get());
        curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, curl_request->error.data());
        curl_easy_setopt(easy, CURLOPT_PRIVATE, curl_request.get());
        curl_multi_add_handle(multi_, easy);
        requests_[&response] = std::move(curl_request);
    }

    void cancel(ResponseTracker& response) override {
        const auto found = requests_.find(&response);
        if (found == requests_.end()) {
            std::erase(failed_sends_, &response);
            return;
        }
        free_request(multi_, *found->second);
        requests_.erase(found);
    }

    void run_until(Instant until, const CompletionCallback& on_finished) override {
        do {
            for (ResponseTracker* response : std::exchange(failed_sends_, {})) {
                response->fail_with(
                    FailureClass::kConnect, "libcurl returned no handle", clock_.now());
                on_finished(*response);
            }
            int running = 0;
            const Instant began = clock_.now();
            const std::uint64_t reads_before = counters_.reads;
            curl_multi_perform(multi_, &running);
            const bool any_finished = report_finished(on_finished);
            if (counters_.reads > reads_before) record_handling(clock_.now() - began);
            // After a response the requests that follow are sent immediately.
            if (!any_finished) wait_until(until);
        } while (clock_.now() < until);
    }

    [[nodiscard]] TransportCounters counters() const override { return counters_; }

  private:
    void set_request(CurlRequest& curl_request, const http::Request& wanted) const {
        CURL* easy = curl_request.easy;
        for (const auto& [name, value] : wanted.headers.all()) {
            // libcurl requires a semicolon after a header without a value.
            const std::string line = value.empty() ? name + ';' : name + ": " + value;
            curl_request.headers = curl_slist_append(curl_request.headers, line.c_str());
        }
        // Disables `Expect` for every length of body.
        curl_request.headers = curl_slist_append(curl_request.headers, "Expect:");
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, curl_request.headers);
        const std::string url = origin_ + wanted.target;
        curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, wanted.method.c_str());
        if (wanted.body.empty()) return;
        curl_easy_setopt(
            easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(wanted.body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, wanted.body.c_str());  // borrowed
    }

    void set_connection(CURL* easy) const {
        const long is_fresh = options_.reuses_connections ? 0 : 1;
        const auto connect_timeout_ms = static_cast<long>(options_.connect_timeout.count());
        curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        curl_easy_setopt(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
        curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, kCurlBufferBytes);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
        curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, is_fresh);
        curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, is_fresh);
        curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
        curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
        // The caller has read the environment.
        curl_easy_setopt(easy, CURLOPT_PROXY, options_.proxy.c_str());
        curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
        curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
        if (!options_.ca_file.empty())
            curl_easy_setopt(easy, CURLOPT_CAINFO, options_.ca_file.c_str());
    }

    /// Returns whether a response has ended.
    bool report_finished(const CompletionCallback& on_finished) {
        int left = 0;
        bool any_finished = false;
        while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const CURLcode code = message->data.result;
            CurlRequest* done = nullptr;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &done);
            ResponseTracker& response = *done->response;
            report_end(*done, code, clock_.now());
            cancel(response);
            on_finished(response);
            any_finished = true;
        }
        return any_finished;
    }

    void wait_until(Instant until) {
        const auto rest =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - clock_.now());
        const auto rest_ms = static_cast<int>(std::max<std::int64_t>(rest.count(), 0));
        int ready = 0;
        curl_multi_poll(multi_, nullptr, 0, rest_ms, &ready);
        if (ready > 0) ++counters_.wakeups;
    }

    CURLM* multi_;
    std::string origin_;
    TransportOptions options_;
    const Clock& clock_;
    std::unordered_map<const ResponseTracker*, std::unique_ptr<CurlRequest>> requests_;
    TransportCounters counters_;
    std::vector<ResponseTracker*> failed_sends_;
};

}  // namespace

Result<std::unique_ptr<Transport>> open_curl_transport(const http::Url& base,
                                                       const TransportOptions& options,
                                                       const Clock& clock) {
    static const CURLcode kStarted = curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM* multi = kStarted == CURLE_OK ? curl_multi_init() : nullptr;
    if (multi == nullptr) return fail(ErrorCode::kIo, "cannot initialize libcurl");
    return std::make_unique<CurlTransport>(multi, base.origin(), options, clock);
}

}  // namespace plumbline::load
