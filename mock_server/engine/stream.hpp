#pragma once
// A reply that goes on: what the engine gives bit by bit and the transport sends as it comes.

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace plumbline::mock {

using SteadyTime = std::chrono::steady_clock::time_point;

/// What one piece of a body is made of, each part where it is: a token stands between what all of
/// its model share.
using Parts = std::span<const std::string_view>;

/// Puts the parts of a piece together.
[[nodiscard]] inline std::string joined(Parts parts) {
    std::string piece;
    for (const std::string_view part : parts) piece += part;
    return piece;
}

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
        if (room_.size() > kMost) room_ = {};
        size_ = 0;
    }
    /// Adds one piece of the body.
    void add(std::string_view piece) { add(Parts(&piece, 1)); }
    void add(Parts parts) {
        if (!retell_) return append(parts);
        const std::string told = retell_(joined(parts));
        const std::string_view piece = told;
        append({&piece, 1});
    }
    /// Adds bytes as they are, framing and all: what a fault breaks.
    void add_raw(std::string_view bytes) { put(bytes, more(bytes.size())); }

    [[nodiscard]] bool is_chunked() const { return is_chunked_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Returns what it holds, valid until something is added.
    [[nodiscard]] std::string_view bytes() const { return {room_.data(), size_}; }

  private:
    static constexpr std::size_t kMuch = std::size_t{2} * 1024U;
    static constexpr std::size_t kMost = std::size_t{68} * 1024U;
    static constexpr std::size_t kHeadSize = 2 * sizeof(std::size_t) + 2;

    void append(Parts parts) {
        std::size_t size = 0;
        for (const std::string_view part : parts) size += part.size();
        if (size == 0) return;  // an empty chunk would end the body
        std::array<char, kHeadSize> head;
        const std::string_view begin = is_chunked_ ? chunk_head(size, head) : "";
        const std::string_view end = is_chunked_ ? "\r\n" : "";
        char* to = put(begin, more(begin.size() + size + end.size()));
        for (const std::string_view part : parts) to = put(part, to);
        put(end, to);
    }
    /// Returns where the next `size` bytes go, which belong to it from now on.
    char* more(std::size_t size) {
        const std::size_t before = size_;
        size_ += size;
        if (size_ > room_.size()) {
            // Whoever has said this much at once says more: not to be copied each time it grows.
            const std::size_t ahead = before >= kMuch ? kMost : 2 * before;
            room_.resize(std::max(size_, ahead));
        }
        return room_.data() + before;
    }
    static char* put(std::string_view part, char* to) {
        if (!part.empty()) std::memcpy(to, part.data(), part.size());
        return to + part.size();
    }
    static std::string_view chunk_head(std::size_t size, std::array<char, kHeadSize>& place) {
        constexpr int kHexadecimal = 16;
        char* end =
            std::to_chars(place.data(), place.data() + place.size(), size, kHexadecimal).ptr;
        *end++ = '\r';
        *end++ = '\n';
        return {place.data(), end};
    }

    bool is_chunked_;
    Retell retell_;
    std::string room_;  ///< not all of it is in use: room for an event must not be cleared first
    std::size_t size_ = 0;
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
