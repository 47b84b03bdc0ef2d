#pragma once
// What a stream of server-sent events is made of.

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::sse {

/// The type of an event that does not name one.
inline constexpr std::string_view kDefaultType = "message";

/// An event as a client gets it. The texts are borrowed from whoever gives it.
struct Event {
    std::string_view type = kDefaultType;
    std::string_view data{};
    std::string_view id{};     ///< the last that was set, by this event or an earlier one
    bool has_id = false;       ///< this event has set it
    std::uint64_t offset = 0;  ///< of its first line in the stream
    std::uint64_t end = 0;     ///< of the byte behind its blank line
};

/// Something a client passes over and a careful server does not send.
struct Remark {
    enum class Kind {
        kBom,           ///< a byte order mark at the start
        kBadUtf8,       ///< bytes that are no UTF-8; clients see U+FFFD
        kUnknownField,  ///< a field other than event, data, id and retry
        kBadId,         ///< an id with NUL, which is not taken
        kBadRetry,      ///< a retry that is no number
        kSecondData,    ///< a second data line in one event, joined by a line feed
        kNoData,        ///< a block of fields without data, which is no event
        kExtraBlank,    ///< a blank line behind a blank line
        kUnfinished,    ///< the stream ends within an event, which is lost
    };
    Kind kind;
    std::uint64_t offset = 0;  ///< of the line or byte that it is about
    std::string text{};        ///< the line, shortened; "" where it says nothing

    bool operator==(const Remark&) const = default;
};

/// Returns the kind's name in snake_case.
[[nodiscard]] std::string_view to_text(Remark::Kind kind);

}  // namespace plumbline::sse
