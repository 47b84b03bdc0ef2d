#pragma once
// Reads a body in the chunked transfer coding and tells of everything that is wrong with it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::sse {

/// Something in a chunked body that the coding does not allow.
/// Source: RFC 9112, section 7.1, "Chunked Transfer Coding".
struct FramingViolation {
    enum class Rule {
        kChunkSize,    ///< a size is hexadecimal digits that fit, followed by extensions at most
        kSizeLineEnd,  ///< a size line ends in CRLF
        kChunkEnd,     ///< the data of a chunk is followed by CRLF
        kTerminator,   ///< a zero chunk and CRLF end the body
        kTrailer,      ///< trailer fields are fields, and none is about framing
        kAfterEnd,     ///< nothing follows the end
        kTruncated,    ///< a connection does not end within a chunk
    };
    Rule rule;
    std::uint64_t offset = 0;  ///< in the body as it was on the wire
    std::string text{};        ///< what was expected and what came

    bool operator==(const FramingViolation&) const = default;
};

/// Returns the rule's name in snake_case.
[[nodiscard]] std::string_view to_text(FramingViolation::Rule rule);

/// A part of the payload.
struct Piece {
    std::string_view bytes;    ///< borrowed from what was fed
    std::uint64_t offset = 0;  ///< of its first byte on the wire
    bool begins_chunk = false;
    bool ends_chunk = false;
};

/// Takes the bytes of a body as they come and gives its payload without copying. After a violation
/// that leaves the way on clear (a bare LF, a blank behind a size) it reads on; where nobody can
/// say what comes next it is broken and ignores the rest. Thread: none of its own.
class ChunkedReader {
  public:
    static constexpr std::size_t kMaxLine = 16'384;  ///< of a size line or a trailer line, in bytes
    static constexpr std::size_t kMaxTrailer = 65'536;
    static constexpr std::size_t kMaxViolations = 100;  ///< those beyond are not kept

    /// Gives the next bytes, borrowed until `next` returns nothing.
    void feed(std::string_view bytes);
    /// Returns the next part of the payload, nothing once the bytes are used up.
    [[nodiscard]] std::optional<Piece> next();
    /// Says that the connection has ended.
    void finish();

    /// Says whether the end of the body has come.
    [[nodiscard]] bool has_ended() const { return state_ == State::kEnded; }
    /// Says whether what comes cannot be read any more.
    [[nodiscard]] bool is_broken() const { return state_ == State::kBroken; }
    [[nodiscard]] const std::vector<FramingViolation>& violations() const { return violations_; }
    /// Returns how many chunks with data have begun.
    [[nodiscard]] std::uint64_t chunk_count() const { return chunk_count_; }
    /// Returns the trailer's fields as they came, a line each.
    [[nodiscard]] const std::vector<std::string>& trailer() const { return trailer_; }
    [[nodiscard]] std::uint64_t fed() const { return base_ + bytes_.size(); }

  private:
    enum class State { kSize, kData, kDataEnd, kTrailer, kEnded, kBroken };

    [[nodiscard]] std::uint64_t offset() const { return base_ + at_; }
    [[nodiscard]] bool read_line(FramingViolation::Rule rule);
    [[nodiscard]] bool read_plain_size();
    void read_size();
    void begin_chunk(std::uint64_t size);
    void read_data_end();
    void read_trailer();
    void read_after_end();
    [[nodiscard]] std::optional<Piece> read_data();
    void violate(FramingViolation::Rule rule, std::uint64_t offset, std::string text);
    void give_up(FramingViolation::Rule rule, std::uint64_t offset, std::string text);

    State state_ = State::kSize;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint64_t base_ = 0;
    std::string line_;  ///< the line that is being read, without its end
    std::uint64_t line_offset_ = 0;
    std::uint64_t left_ = 0;  ///< bytes of the chunk that are still to come
    bool begins_ = false;     ///< the next byte of data is the chunk's first
    bool has_cr_ = false;     ///< of the line end behind a chunk's data
    std::size_t trailer_bytes_ = 0;
    std::uint64_t chunk_count_ = 0;
    std::vector<std::string> trailer_;
    std::vector<FramingViolation> violations_;
};

}  // namespace plumbline::sse
