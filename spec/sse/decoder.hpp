#pragma once
// Makes events of the bytes of a text/event-stream, as the standard says, however they come.

#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/sse/event.hpp"
#include "spec/sse/line_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::sse {

/// How much a decoder takes, and what it looks at.
struct DecoderOptions {
    std::size_t max_line = 16U << 20U;   ///< bytes
    std::size_t max_event = 16U << 20U;  ///< bytes of data
    bool remarks = false;                ///< notes what is odd, see Remark
    std::size_t max_remarks = 100;       ///< those beyond are counted only
    bool checks_utf8 = true;             ///< off: bytes stay as they came, for who measures speed
};

/// Decodes incrementally: the events do not depend on how the bytes are cut, and the time is linear
/// in them. An event whose lines came in one piece is not copied.
///
///     decoder.feed(bytes);
///     while (true) {
///         const auto event = decoder.next();   // Result<const Event*>
///         if (!event || !*event) break;
///         ...
///     }
///
/// Thread: none of its own. Source: WHATWG HTML, "Server-sent events", interpreting an event
/// stream.
class Decoder {
  public:
    explicit Decoder(const DecoderOptions& options = {});

    /// Gives the next bytes, borrowed until `next` returns null.
    void feed(std::string_view bytes);
    /// Returns the next event, valid until the next call, or null once the bytes are used up.
    /// Errors: kLimit (a line or an event that is too large), with its offset in the message; the
    /// decoder is of no use then.
    [[nodiscard]] Result<const Event*> next();
    /// Says that the stream has ended: an event that is not closed by a blank line is lost.
    void finish();
    /// Returns the offset of what has begun and would be lost if the stream ended now.
    [[nodiscard]] std::optional<std::uint64_t> unfinished() const {
        return is_open_ ? std::optional(block_) : lines_.open_line();
    }

    /// Returns the id that a client comes back with: the last that a finished block has set, "" if
    /// there is none.
    [[nodiscard]] const std::string& last_event_id() const { return last_id_; }
    /// Returns the time after which the server wants clients to come back.
    [[nodiscard]] std::optional<Duration> retry() const { return retry_; }
    [[nodiscard]] const std::vector<Remark>& remarks() const { return remarks_; }
    /// Returns how many remarks there were, those beyond max_remarks included.
    [[nodiscard]] std::uint64_t remark_count() const { return remark_count_; }
    [[nodiscard]] std::uint64_t comment_count() const { return comment_count_; }
    [[nodiscard]] std::uint64_t fed() const { return lines_.fed(); }

  private:
    // Every event passes through these: calls of them would cost it a quarter more time.
    [[gnu::always_inline]] inline void take(const Line& line);
    [[gnu::always_inline]] inline void take_data(const Line& line, std::string_view value);
    [[gnu::always_inline]] inline void take_type(const Line& line, std::string_view value);
    /// Says whether the blank line makes an event of what came before it.
    [[nodiscard, gnu::always_inline]] inline bool closes(const Line& line);
    [[gnu::always_inline]] inline void begin_anew();
    /// Returns the text with what is no UTF-8 replaced, in `buffer` where there is any.
    [[nodiscard, gnu::always_inline]] inline std::string_view clean(std::string_view bytes,
                                                                    bool is_ascii,
                                                                    std::string& buffer) const;

    void take_id(const Line& line, std::string_view value);
    void take_retry(const Line& line, std::string_view value);
    void take_other(const Line& line);
    void keep();
    [[nodiscard]] tl::unexpected<Error> too_large() const;
    void remark(Remark::Kind kind, std::uint64_t offset, std::string_view text = {});
    void look_at_bytes(const Line& line);

    DecoderOptions options_;
    LineReader lines_;
    Event event_;
    bool is_dispatched_ = false;
    bool is_open_ = false;     ///< lines have come since the last blank one
    std::uint64_t block_ = 0;  ///< offset of the first of them
    std::size_t fields_ = 0;   ///< how many of them are fields
    std::size_t data_lines_ = 0;
    std::string_view data_;
    std::string_view type_;
    bool keeps_data_ = false;  ///< data_ lies in data_kept_
    bool keeps_type_ = false;
    bool data_is_ascii_ = true;  ///< all lines that they came from are
    bool type_is_ascii_ = true;
    std::string data_kept_;
    std::string type_kept_;
    std::string data_clean_;
    std::string type_clean_;
    bool has_id_ = false;
    std::string id_;  ///< of the block that is being read
    std::string last_id_;
    std::optional<Duration> retry_;
    std::uint64_t comment_count_ = 0;
    std::vector<Remark> remarks_;
    std::uint64_t remark_count_ = 0;
};

}  // namespace plumbline::sse
