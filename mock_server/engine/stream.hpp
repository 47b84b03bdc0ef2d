#pragma once
// A reply that goes on: what the engine gives bit by bit and the transport sends as it comes.

#include <charconv>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace plumbline::mock {

using SteadyTime = std::chrono::steady_clock::time_point;

/// Gathers the bytes of a body on their way out, each piece a chunk of its own where the message is
/// chunked. Thread: one.
class StreamBuffer {
  public:
    /// Returns what a piece of the body is to be instead.
    using Retell = std::function<std::string(std::string_view)>;

    explicit StreamBuffer(bool is_chunked) : is_chunked_(is_chunked) {}
    /// `retell` changes each piece, which is one event or one comment.
    StreamBuffer(bool is_chunked, Retell retell)
        : is_chunked_(is_chunked), retell_(std::move(retell)) {}

    /// Forgets what it holds and begins another message: who uses one buffer again and again uses
    /// memory that is warm.
    void restart(bool is_chunked) {
        is_chunked_ = is_chunked;
        if (bytes_.capacity() > kMost) bytes_ = {};
        bytes_.clear();
    }
    /// Adds one piece of the body.
    void add(std::string_view piece) {
        if (retell_) {
            append(retell_(piece));
        } else {
            append(piece);
        }
    }
    /// Adds bytes as they are, framing and all: what a fault breaks.
    void add_raw(std::string_view bytes) { bytes_ += bytes; }

    [[nodiscard]] bool is_chunked() const { return is_chunked_; }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }
    /// For who takes the bytes, all or some, and leaves the memory.
    [[nodiscard]] std::string& bytes() { return bytes_; }
    /// Returns the bytes and holds none any more.
    [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }

  private:
    static constexpr std::size_t kMuch = std::size_t{2} * 1024U;
    static constexpr std::size_t kMost = std::size_t{68} * 1024U;

    void append(std::string_view piece) {
        if (piece.empty()) return;  // an empty chunk would end the body
        // Whoever has said this much at once says more: not to be copied each time it grows.
        if (bytes_.size() >= kMuch && bytes_.capacity() < kMost) bytes_.reserve(kMost);
        if (is_chunked_) begin_chunk(piece.size());
        bytes_ += piece;
        if (is_chunked_) bytes_ += "\r\n";
    }
    void begin_chunk(std::size_t size) {
        constexpr int kHexadecimal = 16;
        char digits[2 * sizeof size];
        const auto end = std::to_chars(digits, digits + sizeof digits, size, kHexadecimal).ptr;
        bytes_.append(digits, end);
        bytes_ += "\r\n";
    }

    bool is_chunked_;
    Retell retell_;
    std::string bytes_;
};

/// What a stream says of what follows.
struct Flow {
    enum class Next {
        kMore,   ///< there is more already
        kLater,  ///< something at `due`, or when it wakes its reader
        kEnd,    ///< the body is complete
        kCut,    ///< nothing more comes, and the message does not end as it should
    };
    Next next = Next::kEnd;
    SteadyTime due = SteadyTime::max();
};

/// The body of a StreamReply, for one reader. It is destroyed when the reader has gone or has got
/// all. Thread: one at a time, but it may call `wake` from any.
class Stream {
  public:
    virtual ~Stream() = default;

    /// Adds what is due, and stops once `buffer` holds `enough` bytes; must not block.
    [[nodiscard]] virtual Flow pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) = 0;
    /// Says that a pull is near: what it needs from afar may be asked for already. A hint.
    virtual void expect_pull() {}
    /// Gives the stream what it calls when something is due before it had said. Called once, before
    /// the first pull.
    virtual void on_wake(std::function<void()> wake) = 0;
};

}  // namespace plumbline::mock
