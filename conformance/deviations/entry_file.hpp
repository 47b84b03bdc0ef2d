#pragma once
// Changes the text of a file of entries, and only what must change: comments stay.

#include "reports/result.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::deviations {

/// Returns the entry as YAML, an item of a list.
[[nodiscard]] std::string yaml_of(const reports::DeviationEntry& entry);

/// Returns the text of a file with further entries at its end. Errors: those of parse_entries;
/// kUnsupported if the list is not written as `- ` items.
[[nodiscard]] Result<std::string> append_entries(
    std::string_view text,
    const std::string& file,
    const std::vector<reports::DeviationEntry>& entries);

/// Returns the text of a file without the entries at these indexes, from the dash of each to its
/// last line; everything else is the same, byte for byte, comments between entries included.
/// Errors: as append_entries.
[[nodiscard]] Result<std::string> remove_entries(std::string_view text,
                                                 const std::string& file,
                                                 const std::vector<std::size_t>& indexes);

}  // namespace plumbline::deviations
