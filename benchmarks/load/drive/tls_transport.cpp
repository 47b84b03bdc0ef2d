#include "benchmarks/load/drive/tls_transport.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline::load {
namespace {

constexpr long kReadAtOnce = 256L * 1024L;
constexpr long kMostConnections = 100'000;

/// One request on its way.
struct Flight {
    CURL* easy = nullptr;
    curl_slist* headers = nullptr;
    Answer* answer = nullptr;
    const Clock* clock = nullptr;
    TransportHealth* health = nullptr;
    bool is_over = false;  ///< by what its bytes say
    bool is_kept = false;  ///< and its connection is of use
};

std::size_t take(Flight& flight, const char* bytes, std::size_t size) {
    ++flight.health->reads;
    const auto progress = flight.answer->take({bytes, size}, flight.clock->now());
    flight.is_over = flight.is_over || progress != Answer::Progress::kGoesOn;
    flight.is_kept = progress == Answer::Progress::kEnded;
    // Less than all tells libcurl to end it. What has ended in order it ends by itself, and keeps.
    return flight.is_over && !flight.is_kept ? 0 : size;
}

std::size_t take_bytes(char* bytes, std::size_t size, std::size_t count, void* flight) {
    return take(*static_cast<Flight*>(flight), bytes, size * count);
}

/// Tells an answer that its bytes did not end how the connection did.
void note_end(Flight& flight, CURLcode code, Instant at) {
    double connect_s = 0;
    long opened = 0;
    curl_easy_getinfo(flight.easy, CURLINFO_APPCONNECT_TIME, &connect_s);
    curl_easy_getinfo(flight.easy, CURLINFO_NUM_CONNECTS, &opened);
    if (opened > 0 && connect_s > 0) {
        const std::chrono::duration<double> took(connect_s);
        flight.answer->connected(flight.answer->outcome().sent +
                                 std::chrono::duration_cast<Duration>(took));
    }
    if (flight.is_over) return;
    const bool was_connected = flight.answer->has_begun() || connect_s > 0;
    if (code == CURLE_OK || was_connected) return flight.answer->closed(at);
    flight.answer->fail_with(Failure::kConnect, curl_easy_strerror(code), at);
}

void free_flight(CURLM* multi, Flight& flight) {
    curl_multi_remove_handle(multi, flight.easy);
    curl_easy_cleanup(flight.easy);
    curl_slist_free_all(flight.headers);
}

}  // namespace

struct TlsTransport::State {
    std::string url;  ///< origin
    TransportOptions options;
    const Clock& clock;
    CURLM* multi;
    std::unordered_map<CURL*, std::unique_ptr<Flight>> flights{};
    std::unordered_map<const Answer*, CURL*> by_answer{};
    TransportHealth health{};
    std::vector<Answer*> refused{};
};

Result<std::unique_ptr<Transport>> TlsTransport::open(const http::Url& base,
                                                      const TransportOptions& options,
                                                      const Clock& clock) {
    static const CURLcode kStarted = curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM* multi = kStarted == CURLE_OK ? curl_multi_init() : nullptr;
    if (multi == nullptr) return fail(ErrorCode::kIo, "libcurl does not start");
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kMostConnections);
    auto state = std::make_unique<State>(State{base.origin(), options, clock, multi});
    return std::unique_ptr<Transport>(new TlsTransport(std::move(state)));
}

TlsTransport::TlsTransport(std::unique_ptr<State> state) : state_(std::move(state)) {}

TlsTransport::~TlsTransport() {
    for (auto& [easy, flight] : state_->flights) free_flight(state_->multi, *flight);
    curl_multi_cleanup(state_->multi);
}

TransportHealth TlsTransport::health() const {
    return state_->health;
}

void TlsTransport::send(const Prepared& request, Answer& answer) {
    const http::Request& wanted = request.request;
    auto flight = std::make_unique<Flight>();
    flight->easy = curl_easy_init();
    if (flight->easy == nullptr) {
        state_->refused.push_back(&answer);
        return;
    }
    flight->answer = &answer;
    flight->clock = &state_->clock;
    flight->health = &state_->health;
    for (const auto& [name, value] : wanted.headers.all()) {
        // A header without a value ends in a semicolon, says libcurl.
        const std::string line = value.empty() ? name + ';' : name + ": " + value;
        flight->headers = curl_slist_append(flight->headers, line.c_str());
    }
    flight->headers = curl_slist_append(flight->headers, "Expect:");  // none, however long the body
    CURL* easy = flight->easy;
    const std::string url = state_->url + wanted.target;
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, wanted.method.c_str());
    if (!wanted.body.empty()) {
        curl_easy_setopt(
            easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(wanted.body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, wanted.body.c_str());  // borrowed
    }
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, flight->headers);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, kReadAtOnce);
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
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &take_bytes);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, flight.get());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &take_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, flight.get());
    curl_multi_add_handle(state_->multi, easy);
    state_->by_answer[&answer] = easy;
    state_->flights[easy] = std::move(flight);
}

void TlsTransport::leave(Answer& answer) {
    const auto found = state_->by_answer.find(&answer);
    if (found == state_->by_answer.end()) {
        std::erase(state_->refused, &answer);
        return;
    }
    const auto flight = state_->flights.find(found->second);
    free_flight(state_->multi, *flight->second);
    state_->flights.erase(flight);
    state_->by_answer.erase(found);
}

void TlsTransport::run_until(Instant until, const Over& over) {
    State& state = *state_;
    do {
        for (Answer* answer : std::exchange(state.refused, {})) {
            answer->fail_with(Failure::kConnect, "libcurl gives no handle", state.clock.now());
            over(*answer);
        }
        int running = 0;
        curl_multi_perform(state.multi, &running);
        int left = 0;
        bool any_over = false;
        while (const CURLMsg* message = curl_multi_info_read(state.multi, &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const CURLcode code = message->data.result;
            const auto found = state.flights.find(message->easy_handle);
            const std::unique_ptr<Flight> flight = std::move(found->second);
            Answer& answer = *flight->answer;
            note_end(*flight, code, state.clock.now());
            state.flights.erase(found);
            state.by_answer.erase(&answer);
            free_flight(state.multi, *flight);
            over(answer);
            any_over = true;
        }
        if (any_over) continue;  // what follows them is sent at once
        const auto rest =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - state.clock.now());
        int ready = 0;
        curl_multi_poll(state.multi,
                        nullptr,
                        0,
                        static_cast<int>(std::max<std::int64_t>(rest.count(), 0)),
                        &ready);
        if (ready > 0) ++state.health.wakeups;
    } while (state.clock.now() < until);
}

}  // namespace plumbline::load
