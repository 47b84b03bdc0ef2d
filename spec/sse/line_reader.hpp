#pragma once
// Cuts a stream of bytes into lines, however the bytes come in pieces.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sse {

/// A line without its end.
struct Line {
    std::string_view text;
    std::uint64_t offset = 0;  ///< of its first byte in the stream
    bool is_kept = false;      ///< `text` lies in the reader, not in the bytes that were fed
};

/// Lines end in LF, CR or CRLF; one byte order mark at the start is dropped. Linear in the bytes,
/// whatever the cuts. A line's end counts as soon as its first byte is there: a CR that the next
/// piece goes on from with LF is one end, and a CR at the very end of a stream ends its line.
/// Thread: none of its own. Source: WHATWG HTML, "Server-sent events", parsing an event stream.
class LineReader {
  public:
    explicit LineReader(std::size_t max_line) : max_line_(max_line) {}

    /// Gives the next bytes. They are borrowed until `next` returns false; what is left then is
    /// kept.
    void feed(std::string_view bytes);

    /// Sets `line` to the next one; false once the bytes are used up or a line was too long. It
    /// lives until the next call, its text as long as the bytes unless it is kept.
    [[nodiscard]] bool next(Line& line) {
        if (at_ == bytes_.size()) return false;
        const std::size_t end = next_end();
        if (is_open_ || end == bytes_.size()) return next_of_pieces(line, end);
        line = {bytes_.substr(at_, end - at_), base_ + at_, false};
        go_behind(end);
        return line.text.size() <= max_line_ || give_up();
    }

    /// Says whether a line was longer than it may be; the reader is of no use then.
    [[nodiscard]] bool is_too_long() const { return is_too_long_; }
    [[nodiscard]] std::size_t max_line() const { return max_line_; }
    /// Returns the offset of the byte behind the last line.
    [[nodiscard]] std::uint64_t offset() const { return base_ + at_; }
    /// Returns how many bytes have been fed.
    [[nodiscard]] std::uint64_t fed() const { return base_ + bytes_.size(); }
    [[nodiscard]] bool has_bom() const { return bom_ == kDropped; }
    /// Returns the offset of a line that has begun and not ended, nothing if there is none.
    [[nodiscard]] std::optional<std::uint64_t> open_line() const;

  private:
    static constexpr int kDropped = 3;   ///< all bytes of the mark have come
    static constexpr int kNoneHere = 4;  ///< the stream begins with something else

    /// Each byte is looked for once in all that was fed, not once for each line: a stream without
    /// it would take quadratic time.
    [[nodiscard]] std::size_t next_end() {
        // Most lines are short and every other one is blank: no search is worth its call there.
        if (lf_ < at_) lf_ = bytes_[at_] == '\n' ? at_ : find('\n');
        if (cr_ < at_) cr_ = find('\r');
        return lf_ < cr_ ? lf_ : cr_;
    }
    void go_behind(std::size_t end) {
        at_ = end + 1;
        if (end != cr_) return;
        skips_lf_ = at_ == bytes_.size();
        if (!skips_lf_ && bytes_[at_] == '\n') ++at_;
    }
    [[nodiscard]] std::size_t find(char byte) const;
    void take_bom();
    [[nodiscard]] bool next_of_pieces(Line& line, std::size_t end);
    [[nodiscard]] bool give_up();

    std::size_t max_line_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::size_t lf_ = 0;      ///< the next LF in bytes_ from at_ on, or their end
    std::size_t cr_ = 0;      ///< likewise
    std::uint64_t base_ = 0;  ///< offset of bytes_ in the stream
    int bom_ = 0;             ///< how many bytes of the mark have come, or one of the above
    bool skips_lf_ = false;   ///< the last line ended in CR: a LF that follows belongs to it
    bool is_open_ = false;    ///< kept_ holds the beginning of a line
    bool is_too_long_ = false;
    std::string kept_;
    std::uint64_t kept_offset_ = 0;
};

}  // namespace plumbline::sse
