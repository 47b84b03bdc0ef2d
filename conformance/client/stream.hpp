#pragma once
// An answer that is read while it comes.

#include "spec/base/clock.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::client {

/// Reads an answer as it comes, byte by byte as it is on the wire: the transfer coding is left in.
/// Thread: called by the one that performs the exchange.
class StreamSink {
  public:
    virtual ~StreamSink() = default;

    /// Says that the call is sent now. Called once, before all else.
    virtual void begin(Instant at) = 0;
    /// Takes a line of a head with its line end; heads of informational answers come first.
    virtual void take_head_line(std::string_view line, Instant at) = 0;
    /// Takes the next bytes behind the head; returns false to leave.
    [[nodiscard]] virtual bool take_bytes(std::string_view bytes, Instant at) = 0;
    /// Returns when to leave if nothing comes until then; nothing: when the call's timeout is over.
    /// Asked again and again.
    [[nodiscard]] virtual std::optional<Instant> patience() const = 0;
    /// Returns what the record of the exchange is to have as body. Asked at the end.
    [[nodiscard]] virtual std::string body() const = 0;
};

/// How an answer that was read while it came has ended, once its head was there.
enum class StreamEnd {
    kComplete,  ///< as its head or its last chunk says
    kClosed,    ///< the server closed the connection within it
    kReset,     ///< the connection was reset
    kDeadline,  ///< the call's timeout or the reader's patience was over
    kLeft,      ///< the reader had enough
    kGarbled,   ///< its framing cannot be read
};

/// Returns the end's name as reports have it.
[[nodiscard]] std::string_view to_text(StreamEnd end);

}  // namespace plumbline::client
