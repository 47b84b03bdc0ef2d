#pragma once
// Cuts a stream of bytes into lines, however the bytes come in pieces.

#include "spec/sse/line_ends.hpp"

#include <bit>
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
    bool is_ascii = false;     ///< no byte of it is beyond ASCII; false where nobody has looked
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
        line = {bytes_.substr(at_, end - at_), base_ + at_, false, is_ascii_};
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

    /// Each byte is looked at once, whatever the lines: a search for each line from where it begins
    /// would take quadratic time where there are none.
    [[nodiscard]] std::size_t next_end() {
        is_ascii_ = block_is_ascii_;
        while (true) {
            while (ends_ == 0) {
                if (!scan_next()) return bytes_.size();
            }
            const std::size_t end = block_ + static_cast<std::size_t>(std::countr_zero(ends_));
            ends_ &= ends_ - 1;
            if (end >= at_) return end;  // else it is the LF of a CRLF
        }
    }
    /// Scans the next block of the bytes; false if there is none.
    bool scan_next() {
        block_ = scanned_;
        if (block_ >= bytes_.size()) return false;
        const std::size_t left = bytes_.size() - block_;
        const BlockScan scan = left < BlockScan::kBlock ? scan_rest(bytes_.data() + block_, left)
                                                        : scan_block(bytes_.data() + block_);
        scanned_ = block_ + BlockScan::kBlock;
        ends_ = scan.ends;
        block_is_ascii_ = scan.is_ascii;
        is_ascii_ = is_ascii_ && scan.is_ascii;
        return true;
    }
    void go_behind(std::size_t end) {
        at_ = end + 1;
        if (bytes_[end] != '\r') return;
        skips_lf_ = at_ == bytes_.size();
        if (!skips_lf_ && bytes_[at_] == '\n') ++at_;
    }
    void take_bom();
    [[nodiscard]] bool next_of_pieces(Line& line, std::size_t end);
    [[nodiscard]] bool give_up();

    std::size_t max_line_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::size_t block_ = 0;    ///< the block that was scanned last begins here
    std::size_t scanned_ = 0;  ///< the next one
    std::uint64_t ends_ = 0;   ///< its line ends that were not yet given
    bool block_is_ascii_ = true;
    bool is_ascii_ = true;    ///< of all blocks that the line lies in
    std::uint64_t base_ = 0;  ///< offset of bytes_ in the stream
    int bom_ = 0;             ///< how many bytes of the mark have come, or one of the above
    bool skips_lf_ = false;   ///< the last line ended in CR: a LF that follows belongs to it
    bool is_open_ = false;    ///< kept_ holds the beginning of a line
    bool is_too_long_ = false;
    std::string kept_;
    std::uint64_t kept_offset_ = 0;
};

}  // namespace plumbline::sse
