#pragma once
// Reads a response while it is received.

#include "spec/base/clock.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::client {

/// Receives a response as it arrives, with its transfer coding. Not thread-safe: only the thread
/// that performs the exchange calls it.
class StreamSink {
  public:
    virtual ~StreamSink() = default;

    /// Called before everything else, when the call is sent; again if it is repeated after a
    /// response of which the sink has received nothing.
    virtual void begin(Instant at) = 0;
    /// Receives a line of a head with its line end; informational heads come first.
    virtual void take_head_line(std::string_view line, Instant at) = 0;
    /// Receives the next bytes after the head; returns false to stop.
    [[nodiscard]] virtual bool take_bytes(std::string_view bytes, Instant at) = 0;
    /// Returns when to stop if nothing is received until then; nullopt means at the call's timeout.
    /// Called repeatedly.
    [[nodiscard]] virtual std::optional<Instant> idle_deadline() const = 0;
    /// Returns the body for the recorded exchange. Called at the end.
    [[nodiscard]] virtual std::string body() const = 0;
};

/// How a response that was read by a sink ended, once its head was received.
enum class StreamEnd {
    kComplete,   ///< it is complete, as announced by its head or its last chunk
    kClosed,     ///< the server closed the connection before the end
    kReset,      ///< the connection was reset
    kDeadline,   ///< the call's timeout or the sink's idle deadline passed
    kStopped,    ///< the sink stopped reading
    kMalformed,  ///< its framing is malformed
};

/// Returns the name that reports use.
[[nodiscard]] std::string_view to_text(StreamEnd end);

}  // namespace plumbline::client
