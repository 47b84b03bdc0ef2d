#pragma once
// Writes events as the bytes of a text/event-stream.

#include "spec/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sse {

/// An event to write. Without a type, clients read it as `message`.
struct OutgoingEvent {
    std::string_view type{};
    std::string_view data{};
    std::optional<std::string_view> id{};  ///< "" resets the last one
};

/// Appends the event to `bytes`: event, data, id, each line ended by LF, and a blank line. Data of
/// several lines (separated by LF, CR or CRLF) becomes as many data lines, which clients join with
/// LF. Errors: kInvalid (a line end in type or id, NUL in id: no client could read them); then
/// nothing is appended.
[[nodiscard]] Result<void> append_event(std::string& bytes, const OutgoingEvent& event);

/// Appends the id line of an event that the caller assembles from parts. A number, because that
/// needs no check.
void append_id(std::string& bytes, std::uint64_t id);

/// Appends a comment of one line, which clients ignore: it keeps an idle connection alive. No blank
/// line follows, because some clients would read that as an event. Line ends in `text` become
/// spaces.
void append_comment(std::string& bytes, std::string_view text);

}  // namespace plumbline::sse
