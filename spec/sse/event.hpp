#pragma once
// Server-sent events, and warnings about their stream.

#include <cstdint>
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
[[nodiscard]] std::string_view to_text(StreamWarning::StreamWarningType kind);

}  // namespace plumbline::sse
