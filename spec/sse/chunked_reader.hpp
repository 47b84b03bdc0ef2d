#pragma once
// Reads a body in the chunked transfer coding and reports every violation of it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::sse {

/// A violation of the chunked transfer coding. Source: RFC 9112, section 7.1, "Chunked Transfer
/// Coding".
struct FramingViolation {
    enum class FramingRule {
        kChunkSize,    ///< a size is hexadecimal digits that fit in 64 bits; only extensions follow
        kSizeLineEnd,  ///< a size line ends in CRLF
        kChunkEnd,     ///< the data of a chunk is followed by CRLF
        kTerminator,   ///< the last chunk (size 0) and CRLF end the body
        kTrailer,      ///< trailer lines are fields, and none is about framing
        kAfterEnd,     ///< nothing follows the end
        kTruncated,    ///< a connection does not end inside a chunk
    };
    FramingRule rule;
    std::uint64_t offset = 0;  ///< position in the body as received
    std::string text{};        ///< what was expected and what was received

    bool operator==(const FramingViolation&) const = default;
};

/// Returns the rule's name in snake_case.
[[nodiscard]] std::string_view to_text(FramingViolation::FramingRule rule);

/// A part of the content (RFC 9110): the body without its transfer coding.
struct PayloadSlice {
    std::string_view bytes;    ///< points into the bytes that were fed
    std::uint64_t offset = 0;  ///< position of its first byte in the body as received
    bool begins_chunk = false;
    bool ends_chunk = false;
};

/// Reads the bytes of a body in pieces and returns its content without copying. If it can recover
/// from a violation (a bare LF, whitespace after a size), it continues; otherwise it enters the
/// broken state and ignores the rest. Not thread-safe: each body has its own reader.
class ChunkedReader {
  public:
    /// Maximum size of a size line or a trailer line, in bytes.
    static constexpr std::size_t kMaxLine = 16'384;
    /// Maximum size of all trailer lines, in bytes.
    static constexpr std::size_t kMaxTrailer = 65'536;
    static constexpr std::size_t kMaxViolations = 100;  ///< further ones are dropped

    /// Passes the next bytes, borrowed until `next` returns nullopt.
    void feed(std::string_view bytes);
    /// Returns the next part of the content, or nullopt when the fed bytes are used up.
    [[nodiscard]] std::optional<PayloadSlice> next();
    /// Reports that the connection has ended.
    void finish();

    /// Returns whether the body has ended.
    [[nodiscard]] bool has_ended() const { return state_ == ChunkedState::kEnded; }
    /// Returns whether the rest can no longer be read.
    [[nodiscard]] bool is_broken() const { return state_ == ChunkedState::kBroken; }
    [[nodiscard]] const std::vector<FramingViolation>& violations() const { return violations_; }
    /// Returns how many chunks with data have begun.
    [[nodiscard]] std::uint64_t chunk_count() const { return chunk_count_; }
    [[nodiscard]] std::uint64_t bytes_fed() const { return base_ + bytes_.size(); }

  private:
    enum class ChunkedState { kSize, kData, kDataEnd, kTrailer, kEnded, kBroken };

    [[nodiscard]] std::uint64_t offset() const { return base_ + at_; }
    [[nodiscard]] bool read_line(FramingViolation::FramingRule rule);
    [[nodiscard]] bool read_plain_size();
    void read_size();
    void begin_chunk(std::uint64_t size);
    void read_data_end();
    void read_trailer();
    void read_after_end();
    [[nodiscard]] std::optional<PayloadSlice> read_data();
    void add_violation(FramingViolation::FramingRule rule, std::uint64_t offset, std::string text);
    void stop_reading(FramingViolation::FramingRule rule, std::uint64_t offset, std::string text);

    ChunkedState state_ = ChunkedState::kSize;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint64_t base_ = 0;
    std::string line_;  ///< the current line, without its end
    std::uint64_t line_offset_ = 0;
    std::uint64_t remaining_ = 0;  ///< bytes of the chunk not yet received
    bool at_chunk_start_ = false;  ///< the next byte of data is the chunk's first
    bool has_cr_ = false;          ///< a CR after a chunk's data was read
    std::size_t trailer_bytes_ = 0;
    std::uint64_t chunk_count_ = 0;
    std::vector<FramingViolation> violations_;
};

}  // namespace plumbline::sse
