#pragma once
// The lines of a journal as JSON, to and from values.

#include "conformance/cleanup/journal.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::cleanup {

[[nodiscard]] Json header_line(const Header& header);
[[nodiscard]] Json intent_line(const Entry& entry);
/// `detail` is the id of `created`, how an entry was `closed`, "" for `unknown`.
[[nodiscard]] Json event_line(int number, const std::string& event, const std::string& detail);

/// Reads the first line. Errors: kInvalid; kUnsupported (another version).
[[nodiscard]] Result<Header> read_header(const Json& line);
/// Adds what another line tells. Errors: kInvalid (its shape, or an entry that does not follow).
[[nodiscard]] Result<void> add_event(const Json& line, std::vector<Entry>& entries);

}  // namespace plumbline::cleanup
