#pragma once
// Cuts a stream of bytes into lines, however the bytes come in pieces.

#include "spec/base/result.hpp"

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
    std::uint64_t end = 0;     ///< of the byte behind its end
    bool is_kept = false;      ///< `text` lies in the reader, not in the bytes that were fed
};

/// Lines end in LF, CR or CRLF; one byte order mark at the start is dropped. Linear in the bytes,
/// whatever the cuts. A line's end counts as soon as its first byte is there: a CR that the next
/// piece goes on from with LF is one end, and a CR at the very end of a stream ends its line.
/// Thread: none of its own. Source: WHATWG HTML, "Server-sent events", parsing an event stream.
class LineReader {
  public:
    explicit LineReader(std::size_t max_line) : max_line_(max_line) {}

    /// Gives the next bytes. They are borrowed until `next` returns nothing; what is left then is
    /// kept.
    void feed(std::string_view bytes);
    /// Returns the next line, nothing once the bytes are used up. What it returns lives until the
    /// next call, the text of a line that is not kept as long as the bytes.
    /// Errors: kLimit (a line of more than max_line bytes); the reader is of no use then.
    [[nodiscard]] Result<std::optional<Line>> next();

    /// Returns how many bytes have been fed.
    [[nodiscard]] std::uint64_t fed() const { return base_ + bytes_.size(); }
    [[nodiscard]] bool has_bom() const { return bom_ == kDropped; }
    /// Returns the offset of a line that has begun and not ended, nothing if there is none.
    [[nodiscard]] std::optional<std::uint64_t> open_line() const;

  private:
    static constexpr int kDropped = 3;   ///< all bytes of the mark have come
    static constexpr int kNoneHere = 4;  ///< the stream begins with something else

    /// Where a byte is looked for next; `found` is its place, or the end of the bytes.
    struct Search {
        char byte;
        std::size_t found = 0;
        bool is_known = false;
    };

    [[nodiscard]] std::size_t find(Search& search) const;
    void take_bom();
    [[nodiscard]] Result<void> keep_rest();
    [[nodiscard]] tl::unexpected<Error> too_long() const;

    std::size_t max_line_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint64_t base_ = 0;  ///< offset of bytes_ in the stream
    Search lf_{'\n'};
    Search cr_{'\r'};
    int bom_ = 0;           ///< how many bytes of the mark have come, or one of the above
    bool skip_lf_ = false;  ///< the last line ended in CR: a LF that follows belongs to it
    std::string kept_;      ///< the beginning of a line from earlier bytes
    std::uint64_t kept_offset_ = 0;
    bool is_open_ = false;  ///< kept_ holds the beginning of a line
};

}  // namespace plumbline::sse
