#pragma once
// Converts the lines of a journal to and from JSON.

#include "conformance/cleanup/journal.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::cleanup {

[[nodiscard]] Json header_line(const JournalHeader& header);
[[nodiscard]] Json intent_line(const JournalEntry& entry);
/// `detail` is the id for `created`, the reason for `closed`, "" for `unknown`.
[[nodiscard]] Json event_line(int number, const std::string& event, const std::string& detail);

/// Reads the first line. Errors: kInvalid; kUnsupported (another version).
[[nodiscard]] Result<JournalHeader> read_header(const Json& line);
/// Adds the event of any other line. Up to `unread_lines` intents may be missing before it, as
/// their lines cannot be read: for each, a closed entry without a type is added and the number
/// reduced. Errors: kInvalid (its shape, or an entry out of order).
[[nodiscard]] Result<void> add_event(const Json& line,
                                     std::size_t& unread_lines,
                                     std::vector<JournalEntry>& entries);

}  // namespace plumbline::cleanup
