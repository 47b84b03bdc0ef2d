#pragma once
// A streamed response body: the engine produces it incrementally and the transport sends it as it
// becomes available.

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace plumbline::mock {

using SteadyTime = std::chrono::steady_clock::time_point;

/// Collects the bytes of a body to send. If the message is chunked, each event becomes a chunk. Not
/// thread-safe: nothing guards its state.
class StreamBuffer {
  public:
    explicit StreamBuffer(bool is_chunked) : is_chunked_(is_chunked) {}

    /// Clears the buffer for another message. Reusing one buffer keeps its memory in the cache.
    void restart(bool is_chunked) {
        is_chunked_ = is_chunked;
        if (bytes_.capacity() > kMaxKept) bytes_ = {};
        bytes_.clear();
    }
    /// Adds one event or comment.
    void add(std::string_view event) {
        if (event.empty()) return;  // an empty chunk would end the body
        if (!is_chunked_) return add_raw(event);
        std::array<char, 2 * sizeof(std::size_t)> size;
        constexpr int kHexadecimal = 16;
        char* const end =
            std::to_chars(size.data(), size.data() + size.size(), event.size(), kHexadecimal).ptr;
        bytes_.append(size.data(), end).append(kLineEnd).append(event).append(kLineEnd);
    }
    /// Adds bytes unchanged, framing included: for faults that break it.
    void add_raw(std::string_view bytes) { bytes_ += bytes; }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    /// Returns the content, valid until something is added.
    [[nodiscard]] std::string_view bytes() const { return bytes_; }

  private:
    static constexpr std::size_t kMaxKept = std::size_t{128} * 1024U;
    static constexpr std::string_view kLineEnd = "\r\n";

    bool is_chunked_;
    std::string bytes_;
};

/// What follows in a stream.
struct PullResult {
    enum class StreamNext {
        kMore,      ///< more is available immediately
        kLater,     ///< more at `due`, or when the stream calls `wake`
        kEnd,       ///< the body is complete
        kTruncate,  ///< the connection is closed without a proper end of the message
    };
    StreamNext next = StreamNext::kEnd;
    SteadyTime due = SteadyTime::max();
};

/// The body of a streamed response, for one reader. It is destroyed when the reader disconnects or
/// has received everything. Not thread-safe, but it may call `wake` from any thread.
class ResponseStream {
  public:
    virtual ~ResponseStream() = default;

    /// Adds what is due, and stops once `buffer` contains `enough` bytes; must not block.
    [[nodiscard]] virtual PullResult pull(StreamBuffer& buffer,
                                          std::size_t enough,
                                          SteadyTime now) = 0;
    /// Sets the callback for when something is due earlier than announced. Called once, before the
    /// first pull.
    virtual void on_wake(std::function<void()> wake) = 0;
};

/// Pulls the events of `stream` one by one until `buffer` contains `enough` bytes; `add_event` adds
/// what becomes of an event to the buffer.
template <typename AddEvent>
[[nodiscard]] PullResult pull_each_event(ResponseStream& stream,
                                         const StreamBuffer& buffer,
                                         std::size_t enough,
                                         SteadyTime now,
                                         const AddEvent& add_event) {
    PullResult result;
    do {
        StreamBuffer one(false);
        // A pull that asks for one byte adds one event at most.
        result = stream.pull(one, 1, now);
        if (one.size() > 0) add_event(one.bytes());
    } while (result.next == PullResult::StreamNext::kMore && buffer.size() < enough);
    return result;
}

}  // namespace plumbline::mock
