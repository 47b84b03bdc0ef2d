#pragma once
// Tracks one response while it arrives: parses its bytes as they are on the wire and records times.

#include "benchmarks/load/drive/level_recorder.hpp"
#include "conformance/streaming/response_head.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::load {

/// Checks a complete response against the contract while it arrives.
class Inspector {
  public:
    virtual ~Inspector() = default;
    virtual void begin(Instant sent) = 0;
    virtual void take_head_line(std::string_view line) = 0;
    virtual void take_bytes(std::string_view bytes, Instant at) = 0;
    /// Ends the response, which is `whole` or was closed before its end; returns what is wrong with
    /// it, "" if nothing is.
    [[nodiscard]] virtual std::string finish(bool whole) = 0;
};

/// What is read of a response.
struct ResponseTrackerOptions {
    bool is_stream = true;  ///< the response must be an event stream
    /// Limit of a stream, reached without a failure; 0 means no limit.
    std::uint64_t max_events = 0;
    double json_sample = 0;  ///< share of the events whose data is parsed as JSON
    /// Removes secrets from a text of the server before an excerpt of it is quoted; may be empty.
    std::function<std::string(std::string_view)> mask{};
};

/// Reads responses, one after the other. Framing is always checked. Not thread-safe: nothing guards
/// its state.
class ResponseTracker {
  public:
    enum class ResponseProgress {
        kIncomplete,
        kComplete,         ///< complete; the connection can be reused
        kCloseConnection,  ///< complete, closed early or failed; the connection cannot be reused
    };

    /// `recorder` is borrowed.
    ResponseTracker(ResponseTrackerOptions options, LevelRecorder& recorder);

    /// Starts a response: its request was to be sent at `intended` and is sent at `at`. `inspector`
    /// may be null.
    void begin(Instant intended, Instant at, std::unique_ptr<Inspector> inspector);
    /// Records that the connection opened for it is established.
    void on_connected(Instant at) { outcome_.connect = at - connecting_since_; }
    /// Records that the request is sent again, on a new connection, because the server had closed
    /// the kept one. Times still count from the first attempt.
    void on_reconnect(Instant at) {
        outcome_.is_reconnected = true;
        connecting_since_ = at;
    }
    /// Reads the next bytes, head included.
    [[nodiscard]] ResponseProgress feed(std::string_view bytes, Instant at);
    /// Handles the close of the connection; fails if the response is incomplete.
    void on_closed(Instant at);
    /// Fails the response for a reason outside of its bytes.
    void fail_with(FailureClass failure, std::string reason, Instant at);
    /// Ends the response at the time limit. A stream without an error so far counts as bounded.
    void on_timeout(Instant at);

    /// Returns the outcome, once the response has ended.
    [[nodiscard]] const RequestOutcome& outcome() const { return outcome_; }
    [[nodiscard]] const http::Headers& headers() const { return head_.headers(); }
    /// Returns whether a byte of it has arrived.
    [[nodiscard]] bool has_begun() const { return outcome_.first_byte.has_value(); }

  private:
    enum class ResponseBodyFraming { kChunked, kContentLength, kClose };

    [[nodiscard]] std::size_t read_head(std::string_view bytes, Instant at);
    void check_head(Instant at);
    void set_framing(Instant at);
    void read_body(std::string_view bytes, Instant at);
    void read_chunked(std::string_view bytes, Instant at);
    void read_payload(std::string_view payload, Instant at);
    void read_event(const sse::Event& event, Instant at);
    void detect_first_token(const sse::Event& event, Instant at);
    void check_json(const sse::Event& event, Instant at);
    void finish(Instant at);
    [[nodiscard]] std::string quote_excerpt(std::string_view text) const;
    [[nodiscard]] ResponseProgress progress() const;

    ResponseTrackerOptions options_;
    LevelRecorder& recorder_;
    RequestOutcome outcome_;
    Instant connecting_since_{};
    std::unique_ptr<Inspector> inspector_;
    streaming::ResponseHead head_;
    std::string line_;  ///< received part of a line of the head
    std::uint64_t head_bytes_ = 0;
    ResponseBodyFraming framing_ = ResponseBodyFraming::kClose;
    std::uint64_t remaining_ = 0;  ///< bytes still missing of a body of known length
    sse::ChunkedReader chunks_;
    sse::Decoder decoder_;
    std::uint64_t events_of_read_ = 0;
    double json_due_ = 0;
    bool is_finished_ = false;
    bool closes_connection_ = false;
};

}  // namespace plumbline::load
