#include "conformance/client/transfer.hpp"

#include "spec/base/check.hpp"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

namespace plumbline::client {
namespace {

constexpr const char* kNothing = "nothing after the response";

// Limits one wait of the loop only; libcurl wakes it for its own deadlines, but not for those of a
// sink.
constexpr int kLongestWaitMs = 1'000;
constexpr int kLongestSinkWaitMs = 20;

// About the time that a sleeping core needs to wake up: a service on this machine responds within
// it.
constexpr std::chrono::microseconds kSpinTime{100};

// libcurl's callbacks: returning any count but the given one ends the transfer.
std::size_t on_head_line(char* bytes, std::size_t, std::size_t count, void* user) {
    return static_cast<Transfer*>(user)->take_head_line({bytes, count}) ? count : 0;
}

std::size_t on_body(char* bytes, std::size_t, std::size_t count, void* user) {
    return static_cast<Transfer*>(user)->take_bytes({bytes, count}) ? count : 0;
}

/// Returns whether input arrives so soon that sleeping would take longer.
bool is_ready_soon(void* multi) {
    const auto end = std::chrono::steady_clock::now() + kSpinTime;
    do {
        int ready = 0;
        curl_multi_poll(multi, nullptr, 0, 0, &ready);
        if (ready > 0) return true;
        std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

int on_log(CURL*, curl_infotype type, char* bytes, std::size_t count, void* user) {
    if (type == CURLINFO_TEXT) static_cast<Transfer*>(user)->take_log_line({bytes, count});
    return 0;
}

template <typename Value>
void set_option(void* easy, CURLoption option, Value value) {
    PLUMBLINE_CHECK(curl_easy_setopt(easy, option, value) == CURLE_OK,
                    "libcurl must support the option");
}

}  // namespace

bool Transfer::take_head_line(std::string_view line) {
    note_first_byte();
    if (!reader_.take_head_line(line)) return false;
    if (sink_) sink_->take_head_line(line, clock_.now());
    const http::Response& response = reader_.response();
    is_judged_by_sink_ = sink_ && reader_.has_complete_head() &&
                         http::is_sequence(response.status, response.headers);
    return true;
}

bool Transfer::take_bytes(std::string_view bytes) {
    if (!sink_) return reader_.take_body(bytes);
    // Of a response that is no stream the sink keeps only a part.
    if (!is_judged_by_sink_ && !reader_.take_body(bytes)) return false;
    if (has_stopped_) return false;
    has_stopped_ = !sink_->take_bytes(bytes, clock_.now());
    return !has_stopped_;
}

void Transfer::take_log_line(std::string_view line) {
    // "Excess found in a read: excess = 7, size = ...", "Excess found: excess = 7 url = ..."
    constexpr std::string_view kCount = "excess = ";
    if (!line.starts_with("Excess found")) return;
    const std::size_t at = line.find(kCount);
    if (at == std::string_view::npos) return;
    const std::string_view rest = line.substr(at + kCount.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    reader_.add_violation(kNothing, std::string(rest.substr(0, digits)) + " bytes after it");
}

void Transfer::look_for_more(int socket) {
    char byte = 0;
    if (::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) return;
    reader_.add_violation(kNothing, "more bytes after it");
    ::shutdown(socket, SHUT_RDWR);
}

void Transfer::note_refused(int curl_code, const std::string& detail) {
    if (curl_code == CURLE_WEIRD_SERVER_REPLY || curl_code == CURLE_UNSUPPORTED_PROTOCOL)
        reader_.add_violation("a response of HTTP/1.1", detail.empty() ? "other bytes" : detail);
    // libcurl has no code for a line that is too long for it.
    if (curl_code == CURLE_OUT_OF_MEMORY && !reader_.has_complete_head())
        reader_.refuse_head("a line of more than 100,000 bytes");
}

std::vector<http::MessageViolation> Transfer::violations() const {
    if (is_judged_by_sink_ && !reader_.has_unknown_end()) return {};
    return reader_.violations();
}

int Transfer::run(void* multi) {
    for (int running = 1; running > 0;) {
        if (curl_multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
        if (running == 0) break;
        if (is_deadline_passed()) {
            waited_for_ =
                std::chrono::duration_cast<std::chrono::milliseconds>(clock_.now() - started_);
            return CURLE_OPERATION_TIMEDOUT;
        }
        if (!sink_ && is_ready_soon(multi)) continue;
        curl_multi_poll(multi, nullptr, 0, sink_ ? kLongestSinkWaitMs : kLongestWaitMs, nullptr);
    }
    int left = 0;
    const CURLMsg* message = curl_multi_info_read(multi, &left);
    return message != nullptr ? message->data.result : CURLE_FAILED_INIT;
}

std::optional<StreamEnd> Transfer::stream_end(int curl_code, long os_error) const {
    if (!sink_ || !reader_.has_complete_head() || reader_.has_unknown_end() ||
        reader_.is_over_limit())
        return std::nullopt;
    if (has_stopped_) return StreamEnd::kStopped;
    if (waited_for_) return StreamEnd::kDeadline;
    switch (curl_code) {
        case CURLE_OK:
            return StreamEnd::kComplete;
        case CURLE_OPERATION_TIMEDOUT:
            return StreamEnd::kDeadline;
        case CURLE_PARTIAL_FILE:
        case CURLE_GOT_NOTHING:
            return StreamEnd::kClosed;
        default:
            return os_error == ECONNRESET || os_error == EPIPE ? StreamEnd::kReset
                                                               : StreamEnd::kMalformed;
    }
}

bool Transfer::is_deadline_passed() const {
    if (!sink_) return false;
    const auto patience = sink_->idle_deadline();
    return patience && clock_.now() >= *patience;
}

void Transfer::note_first_byte() {
    if (!first_byte_) first_byte_ = clock_.now();
}

void set_callbacks(void* easy, Transfer& transfer) {
    set_option(easy, CURLOPT_HEADERFUNCTION, on_head_line);
    set_option(easy, CURLOPT_HEADERDATA, static_cast<void*>(&transfer));
    set_option(easy, CURLOPT_WRITEFUNCTION, on_body);
    set_option(easy, CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
    set_option(easy, CURLOPT_DEBUGFUNCTION, on_log);
    set_option(easy, CURLOPT_DEBUGDATA, static_cast<void*>(&transfer));
    set_option(easy, CURLOPT_VERBOSE, 1L);
}

}  // namespace plumbline::client
