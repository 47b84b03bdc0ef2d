#pragma once
// One transfer: collects what its callbacks receive, and runs it to its end.

#include "conformance/client/client.hpp"
#include "conformance/client/response_reader.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::client {

/// The state and result of one transfer. Times are of the clock.
class Transfer {
  public:
    /// All arguments are borrowed.
    Transfer(const Clock& clock, std::string_view method, std::size_t max_body, StreamSink* sink)
        : clock_(clock), reader_(method, max_body), sink_(sink), started_(clock.now()) {
        if (sink_) sink_->begin(started_);
    }

    /// Receive data from libcurl; false ends the transfer.
    [[nodiscard]] bool take_head_line(std::string_view line);
    [[nodiscard]] bool take_bytes(std::string_view bytes);
    /// Receives a line of libcurl's log, the only trace of bytes that it read after a response.
    void take_log_line(std::string_view line);
    /// Records a response that libcurl does not read, by its code.
    void note_refused(int curl_code, const std::string& detail);
    /// Looks for bytes after a complete response on a plain socket, and then ends its connection,
    /// on which they would be read as the next response.
    void look_for_more(int socket);

    /// Runs the only transfer of a multi handle (a CURLM*) to its end and returns libcurl's code.
    /// It always ends: libcurl applies the call's timeout, this the sink's idle deadline.
    [[nodiscard]] int run(void* multi);

    [[nodiscard]] const ResponseReader& reader() const { return reader_; }
    /// Returns the violations of the response, none of a stream that the sink judges.
    [[nodiscard]] std::vector<http::MessageViolation> violations() const;
    [[nodiscard]] http::Response take_response() { return reader_.take_response(); }
    /// Returns when the first byte was received, nothing if none was.
    [[nodiscard]] std::optional<Instant> first_byte() const { return first_byte_; }
    /// Returns the time after which the sink's idle deadline passed, nothing if it did not.
    [[nodiscard]] std::optional<std::chrono::milliseconds> waited_for() const {
        return waited_for_;
    }
    /// Returns how a response to a sink ended, by libcurl's code and the system's error number;
    /// nothing if its head was not received.
    [[nodiscard]] std::optional<StreamEnd> stream_end(int curl_code, long os_error) const;

  private:
    [[nodiscard]] bool is_deadline_passed() const;
    void note_first_byte();

    const Clock& clock_;
    ResponseReader reader_;
    StreamSink* sink_;
    Instant started_;
    std::optional<Instant> first_byte_;
    std::optional<std::chrono::milliseconds> waited_for_;
    bool is_judged_by_sink_ = false;  ///< the head is complete, and of a stream
    bool has_stopped_ = false;
};

/// Sets the callbacks of a libcurl handle (a CURL*); `transfer` is borrowed.
void set_callbacks(void* easy, Transfer& transfer);

}  // namespace plumbline::client
