#pragma once
// Converts the bytes of a text/event-stream to events as the standard defines, however the bytes
// are split.

#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/sse/line_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sse {

/// The type of an event that does not set one.
inline constexpr std::string_view kDefaultType = "message";

/// An event as a client receives it. Its texts are borrowed from the decoder.
struct Event {
    std::string_view type = kDefaultType;
    std::string_view data{};
    std::string_view id{};     ///< the last one set, by this event or an earlier one
    bool has_id = false;       ///< this event sets the id
    bool has_type = false;     ///< this event sets its type
    bool has_retry = false;    ///< this event sets the reconnection time
    std::uint64_t offset = 0;  ///< offset of its first line in the stream
    std::uint64_t end = 0;     ///< offset of the byte after its blank line
};

/// Something that clients ignore and a correct server should not send.
struct StreamWarning {
    enum class StreamWarningType {
        kBom,           ///< a byte order mark at the start
        kBadUtf8,       ///< bytes that are not UTF-8; clients read U+FFFD
        kUnknownField,  ///< a field other than event, data, id and retry
        kBadId,         ///< an id with NUL, which clients ignore
        kBadRetry,      ///< a retry that is not a number
        kSecondData,    ///< a second data line in one event, joined by a line feed
        kNoData,        ///< a block of fields without data, which is not an event
        kExtraBlank,    ///< a blank line after a blank line
        kUnfinished,    ///< the stream ends inside an event, which is lost
    };
    StreamWarningType type;
    std::uint64_t offset = 0;  ///< offset of the line or byte
    std::string text{};        ///< the line, shortened; "" if it adds nothing

    bool operator==(const StreamWarning&) const = default;
};

/// Returns the type's name in snake_case.
[[nodiscard]] std::string_view to_text(StreamWarning::StreamWarningType type);

/// Limits and options of a decoder.
struct DecoderOptions {
    std::size_t max_line = 16U << 20U;   ///< bytes
    std::size_t max_event = 16U << 20U;  ///< bytes of data
    /// Receives each irregularity before the event that it belongs to; may be empty.
    std::function<void(const StreamWarning&)> on_warning{};
    bool checks_utf8 = true;  ///< false keeps bytes unchanged, for speed measurements
};

/// Decodes incrementally: the events do not depend on how the bytes are split, and the time is
/// linear in their number. An event whose lines arrive in one piece is not copied.
///
///     decoder.feed(bytes);
///     while (true) {
///         const auto event = decoder.next();   // Result<const Event*>
///         if (!event || !*event) break;
///         ...
///     }
///
/// Not thread-safe: each stream has its own. Source: WHATWG HTML, "Server-sent events",
/// interpreting an event stream.
class Decoder {
  public:
    explicit Decoder(DecoderOptions options = {});

    /// Passes the next bytes, borrowed until `next` returns null.
    void feed(std::string_view bytes);
    /// Returns the next event, valid until the next call, or null after the last byte. Errors:
    /// kLimit (a line or an event that is too large), with its offset in the message; the decoder
    /// is unusable then.
    [[nodiscard]] Result<const Event*> next();
    /// Reports that the stream has ended: an event without a closing blank line is lost.
    void finish();
    /// Returns the offset of the event that would be lost if the stream ended now.
    [[nodiscard]] std::optional<std::uint64_t> unfinished() const {
        return has_lines_ ? std::optional(block_offset_) : lines_.open_line();
    }

    /// Returns the id that a client sends when it reconnects: the last one set by a finished block,
    /// or "".
    [[nodiscard]] const std::string& last_event_id() const { return last_id_; }
    /// Returns the reconnection time that the server requested.
    [[nodiscard]] std::optional<Duration> retry() const { return retry_; }
    [[nodiscard]] std::uint64_t comment_count() const { return comment_count_; }
    [[nodiscard]] std::uint64_t bytes_fed() const { return lines_.bytes_fed(); }

  private:
    // Every event passes through these: calling them would cost a quarter more time per event.
    [[gnu::always_inline]] inline void process_line(const Line& line);
    [[gnu::always_inline]] inline void process_data(const Line& line, std::string_view value);
    [[gnu::always_inline]] inline void process_type(const Line& line, std::string_view value);
    /// Returns whether the blank line completes an event.
    [[nodiscard, gnu::always_inline]] inline bool finish_event(const Line& line);
    [[gnu::always_inline]] inline void reset_event();
    /// Returns the text with invalid UTF-8 replaced, in `buffer` if there is any. `is_copied`: some
    /// of it may be of earlier pieces.
    [[nodiscard, gnu::always_inline]] inline std::string_view replace_invalid(
        std::string_view bytes, bool is_copied, std::string& buffer) const;

    void process_id(const Line& line, std::string_view value);
    void process_retry(const Line& line, std::string_view value);
    void process_other(const Line& line);
    void copy_borrowed();
    [[nodiscard]] tl::unexpected<Error> too_large() const;
    void add_warning(StreamWarning::StreamWarningType kind,
                     std::uint64_t offset,
                     std::string_view text = {}) const;
    void check_utf8(const Line& line) const;

    DecoderOptions options_;
    LineReader lines_;
    Event event_;
    bool is_dispatched_ = false;
    bool has_lines_ = false;          ///< lines have been read since the last blank one
    std::uint64_t block_offset_ = 0;  ///< offset of the first of them
    std::size_t field_count_ = 0;     ///< how many of them are fields
    std::size_t data_line_count_ = 0;
    std::string_view data_;
    std::string_view type_;
    bool is_ascii_piece_ = false;  ///< the bytes fed last are ASCII; false if not checked
    bool owns_data_ = false;       ///< data_ refers to owned_data_
    bool owns_type_ = false;
    std::string owned_data_;
    std::string owned_type_;
    std::string data_buffer_;
    std::string type_buffer_;
    bool has_id_ = false;
    bool has_retry_ = false;
    std::string id_;  ///< id of the current block
    std::string last_id_;
    std::optional<Duration> retry_;
    std::uint64_t comment_count_ = 0;
};

}  // namespace plumbline::sse
