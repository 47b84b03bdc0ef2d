#pragma once
// A streamed response body: the engine produces it incrementally and the transport sends it as it
// becomes available.

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

/// The fragments of one event, not concatenated: only the token differs between the events of a
/// model.
using BodyFragments = std::span<const std::string_view>;

/// Returns the concatenated fragments.
[[nodiscard]] inline std::string joined(BodyFragments fragments) {
    std::string event;
    for (const std::string_view fragment : fragments) event += fragment;
    return event;
}

/// Collects the bytes of a body to send. If the message is chunked, each event becomes a chunk. Not
/// thread-safe: nothing guards its state.
class StreamBuffer {
  public:
    /// Returns the replacement of an event.
    using EventRewriter = std::function<std::string(std::string_view)>;

    explicit StreamBuffer(bool is_chunked) : is_chunked_(is_chunked) {}
    /// `rewriter` rewrites each event or comment.
    StreamBuffer(bool is_chunked, EventRewriter rewriter)
        : is_chunked_(is_chunked), rewriter_(std::move(rewriter)) {}

    /// Clears the buffer for another message. Reusing one buffer keeps its memory in the cache.
    void restart(bool is_chunked) {
        is_chunked_ = is_chunked;
        if (storage_.size() > kMaxStorage) storage_ = {};
        size_ = 0;
    }
    /// Adds one event or comment.
    void add(std::string_view event) { add(BodyFragments(&event, 1)); }
    void add(BodyFragments fragments) {
        if (!rewriter_) return append(fragments);
        const std::string rewritten = rewriter_(joined(fragments));
        const std::string_view event = rewritten;
        append({&event, 1});
    }
    /// Adds bytes unchanged, framing included: for faults that break it.
    void add_raw(std::string_view bytes) { put(bytes, extend(bytes.size())); }

    [[nodiscard]] bool is_chunked() const { return is_chunked_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Returns the content, valid until something is added.
    [[nodiscard]] std::string_view bytes() const { return {storage_.data(), size_}; }

  private:
    static constexpr std::size_t kLargeSize = std::size_t{2} * 1024U;
    static constexpr std::size_t kMaxStorage = std::size_t{68} * 1024U;
    static constexpr std::size_t kHeadSize = 2 * sizeof(std::size_t) + 2;

    void append(BodyFragments fragments) {
        std::size_t size = 0;
        for (const std::string_view fragment : fragments) size += fragment.size();
        if (size == 0) return;  // an empty chunk would end the body
        std::array<char, kHeadSize> header;
        const std::string_view begin = is_chunked_ ? chunk_head(size, header) : "";
        const std::string_view end = is_chunked_ ? "\r\n" : "";
        char* to = put(begin, extend(begin.size() + size + end.size()));
        for (const std::string_view fragment : fragments) to = put(fragment, to);
        put(end, to);
    }
    /// Extends the content by `size` bytes and returns where they begin.
    char* extend(std::size_t size) {
        const std::size_t before = size_;
        size_ += size;
        if (size_ > storage_.size()) {
            // A large body will become larger: grows to the maximum in one step, so as not to copy
            // it repeatedly.
            const std::size_t capacity = before >= kLargeSize ? kMaxStorage : 2 * before;
            storage_.resize(std::max(size_, capacity));
        }
        return storage_.data() + before;
    }
    static char* put(std::string_view fragment, char* to) {
        if (!fragment.empty()) std::memcpy(to, fragment.data(), fragment.size());
        return to + fragment.size();
    }
    static std::string_view chunk_head(std::size_t size, std::array<char, kHeadSize>& buffer) {
        constexpr int kHexadecimal = 16;
        char* end =
            std::to_chars(buffer.data(), buffer.data() + buffer.size(), size, kHexadecimal).ptr;
        *end++ = '\r';
        *end++ = '\n';
        return {buffer.data(), end};
    }

    bool is_chunked_;
    EventRewriter rewriter_;
    std::string storage_;  ///< larger than the content, so as not to clear new space
    std::size_t size_ = 0;
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

/// The body of a StreamResponse, for one reader. It is destroyed when the reader disconnects or has
/// received everything. Not thread-safe, but it may call `wake` from any thread.
class ResponseStream {
  public:
    virtual ~ResponseStream() = default;

    /// Adds what is due, and stops once `buffer` contains `enough` bytes; must not block.
    [[nodiscard]] virtual PullResult pull(StreamBuffer& buffer,
                                          std::size_t enough,
                                          SteadyTime now) = 0;
    /// Prefetches the memory that the next pull needs. A hint.
    virtual void prefetch() {}
    /// Sets the callback for when something is due earlier than announced. Called once, before the
    /// first pull.
    virtual void on_wake(std::function<void()> wake) = 0;
};

}  // namespace plumbline::mock
