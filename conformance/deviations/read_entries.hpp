#pragma once
// Reads entries of known deviations from files and from target profiles.

#include "reports/result.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::deviations {

/// An entry as it is written, with the positions of the members that name something.
struct WrittenEntry {
    reports::DeviationEntry entry;
    SourceRef requirement_at;
    SourceRef scenario_at;
    SourceRef code_at;
};
using WrittenEntries = std::vector<WrittenEntry>;

/// Reads a file of entries (YAML or JSON; deviations.schema.json). A file with only comments has
/// none. Errors: kNotFound, kIo, kSyntax, kInvalid; all but the first two with file:line:column.
[[nodiscard]] Result<WrittenEntries> load_entries(const std::string& path);
/// The same for the text of a file.
[[nodiscard]] Result<WrittenEntries> parse_entries(std::string_view text, const std::string& file);

/// Reads the array at `pointer` of a document: entries, and names of files with entries, relative
/// to the document. Errors: those of load_entries, with the position of the name.
[[nodiscard]] Result<WrittenEntries> entries_at(const Document& document,
                                                const std::string& pointer);

/// Checks that a text is a day of the calendar, YYYY-MM-DD. Errors: kInvalid.
[[nodiscard]] Result<void> check_day(std::string_view text);
/// Returns the day of a time as YYYY-MM-DD (UTC); such texts compare like their days.
[[nodiscard]] std::string day_of(Instant time);

}  // namespace plumbline::deviations
