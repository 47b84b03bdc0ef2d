#pragma once
// The lines of a journal as JSON; journal_lines.cpp also reads them.

#include "conformance/cleanup/journal.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::cleanup {

[[nodiscard]] Json header_line(const JournalHeader& header);
[[nodiscard]] Json intent_line(const JournalEntry& entry);
/// `detail` is the id for `created`, the reason for `closed`, "" for `unknown`.
[[nodiscard]] Json event_line(int number, const std::string& event, const std::string& detail);

}  // namespace plumbline::cleanup
