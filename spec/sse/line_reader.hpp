#pragma once
// Splits a stream of bytes into lines, whatever the pieces.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sse {

/// A line without its end.
struct Line {
    std::string_view text;
    std::uint64_t offset = 0;  ///< offset of its first byte in the stream
    bool is_buffered =
        false;  ///< `text` refers to the reader's buffer, not to the bytes that were fed
};

/// Lines end with LF, CR or CRLF; one byte order mark at the start is skipped. The time is linear
/// in the bytes, however they are split. A line end takes effect with its first byte: a CR at the
/// end of a piece and an LF at the start of the next are one line end, and a CR at the very end of
/// a stream ends its line. Not thread-safe: each stream has its own. Source: WHATWG HTML,
/// "Server-sent events", parsing an event stream.
class LineReader {
  public:
    explicit LineReader(std::size_t max_line) : max_line_(max_line) {}

    /// Passes the next bytes. They are borrowed until `next` returns false; the incomplete rest is
    /// copied then.
    void feed(std::string_view bytes);

    /// Sets `line` to the next line; returns false after the last byte or for a line that is too
    /// long. The line is valid until the next call; its text is valid as long as the bytes, unless
    /// it is buffered.
    [[nodiscard, gnu::always_inline]] bool next(Line& line) {
        if (at_ == bytes_.size()) return false;
        const std::size_t end = next_end();
        if (has_partial_line_ || end == bytes_.size()) return next_across_feeds(line, end);
        line = {bytes_.substr(at_, end - at_), base_ + at_, false};
        advance_past(end);
        return line.text.size() <= max_line_ || fail_too_long();
    }

    /// Returns whether a line was too long; the reader is unusable then.
    [[nodiscard]] bool is_too_long() const { return is_too_long_; }
    [[nodiscard]] std::size_t max_line() const { return max_line_; }
    /// Returns the offset of the byte after the last line.
    [[nodiscard]] std::uint64_t offset() const { return base_ + at_; }
    /// Returns how many bytes have been fed.
    [[nodiscard]] std::uint64_t bytes_fed() const { return base_ + bytes_.size(); }
    [[nodiscard]] bool has_bom() const { return bom_ == kBomSkipped; }
    /// Returns the offset of an incomplete line, nothing if there is none.
    [[nodiscard]] std::optional<std::uint64_t> open_line() const;

  private:
    static constexpr int kBomSkipped = 3;  ///< all bytes of the mark have been read
    static constexpr int kNoBom = 4;       ///< the stream begins with something else

    /// Returns the offset of the next line end in the bytes, their size without one. Each byte is
    /// searched once for either end: searches from the start of each line would take quadratic time
    /// in a stream with only one of them. An LF at the front needs no search: after each event
    /// there is one.
    [[nodiscard, gnu::always_inline]] std::size_t next_end() {
        if (bytes_[at_] == '\n') return at_;
        if (next_lf_ < at_) next_lf_ = std::min(bytes_.find('\n', at_), bytes_.size());
        if (next_cr_ < at_) next_cr_ = std::min(bytes_.find('\r', at_), bytes_.size());
        return std::min(next_lf_, next_cr_);
    }
    void advance_past(std::size_t end) {
        at_ = end + 1;
        if (bytes_[end] != '\r') return;
        skips_lf_ = at_ == bytes_.size();
        if (!skips_lf_ && bytes_[at_] == '\n') ++at_;
    }
    void skip_bom();
    [[nodiscard]] bool next_across_feeds(Line& line, std::size_t end);
    [[nodiscard]] bool fail_too_long();

    std::size_t max_line_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::size_t next_lf_ = 0;  ///< the first LF at or after at_, once it is searched
    std::size_t next_cr_ = 0;
    std::uint64_t base_ = 0;  ///< offset of bytes_ in the stream
    int bom_ = 0;  ///< how many bytes of the mark have been read, or one of the constants above
    bool skips_lf_ = false;  ///< the last line ended with CR: an LF that follows belongs to it
    bool has_partial_line_ = false;  ///< buffer_ has the beginning of a line
    bool is_too_long_ = false;
    std::string buffer_;
    std::uint64_t buffer_offset_ = 0;
};

}  // namespace plumbline::sse
