#pragma once
// Writes events as the bytes of a text/event-stream.

#include "spec/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sse {

/// An event to be written. Without a type, clients take it for `message`.
struct Outgoing {
    std::string_view type{};
    std::string_view data{};
    std::optional<std::string_view> id{};  ///< "" takes back the last one
};

/// Appends the event to `bytes`: event, data, id, each line ended by LF, and a blank line. Data of
/// several lines (LF, CR or CRLF between them) goes on as many data lines, which clients join by
/// LF. Errors: kInvalid (a line end in type or id, NUL in id: no client could read them); nothing
/// is appended then.
[[nodiscard]] Result<void> append_event(std::string& bytes, const Outgoing& event);

/// Appends the line that gives an event its id, for who puts an event together from what was
/// written before. A number, as that needs no check.
void append_id(std::string& bytes, std::uint64_t id);

/// Appends a comment of one line, which clients ignore: what keeps an idle connection alive. There
/// is no blank line behind it, for some clients take that for an event. Line ends in `text` become
/// blanks.
void append_comment(std::string& bytes, std::string_view text);

}  // namespace plumbline::sse
