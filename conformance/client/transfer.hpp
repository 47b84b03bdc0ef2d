#pragma once
// One transfer: what its callbacks gather, and driving it to its end.

#include "conformance/client/client.hpp"
#include "conformance/client/response_reader.hpp"

#include <optional>

namespace plumbline::client {

/// What comes of one transfer. Times are of the clock.
class Transfer {
  public:
    /// All are borrowed.
    Transfer(const Clock& clock, std::size_t max_body, StreamSink* sink)
        : clock_(clock), reader_(max_body), sink_(sink), started_(clock.now()) {
        if (sink_) sink_->begin(started_);
    }

    /// Takes what libcurl hands on; false ends the transfer.
    [[nodiscard]] bool take_head_line(std::string_view line);
    [[nodiscard]] bool take_bytes(std::string_view bytes);

    /// Runs the one transfer of a multi handle (a CURLM*) to its end and returns libcurl's code. It
    /// ends: libcurl keeps the deadline of the call, this the patience of the sink.
    [[nodiscard]] int drive(void* multi);

    [[nodiscard]] const ResponseReader& reader() const { return reader_; }
    /// Returns when the first byte came, nothing if none did.
    [[nodiscard]] std::optional<Instant> first_byte() const { return first_byte_; }
    /// Returns after what time the sink's patience was over, nothing if it was not.
    [[nodiscard]] std::optional<std::chrono::milliseconds> waited_for() const {
        return waited_for_;
    }
    /// Returns how an answer to a sink has ended, by libcurl's code and the system's error number;
    /// nothing if its head did not come.
    [[nodiscard]] std::optional<StreamEnd> stream_end(int curl_code, long os_error) const;

  private:
    [[nodiscard]] bool is_impatient() const;
    void note_bytes();

    const Clock& clock_;
    ResponseReader reader_;
    StreamSink* sink_;
    Instant started_;
    std::optional<Instant> first_byte_;
    std::optional<std::chrono::milliseconds> waited_for_;
    bool has_left_ = false;
};

/// Sets the callbacks of a handle of libcurl (a CURL*); `transfer` is borrowed.
void set_callbacks(void* easy, Transfer& transfer);

}  // namespace plumbline::client
