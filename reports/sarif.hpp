#pragma once
// What all SARIF 2.1.0 logs share.

#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace plumbline::reports {

/// Returns a message object.
[[nodiscard]] Json sarif_message(std::string text);
/// Returns the percent-encoded path; does not encode slashes.
[[nodiscard]] std::string sarif_path(std::string_view path);
/// Returns the physical location of a line and column; unknown ones (0) are omitted, as SARIF
/// counts from 1 (3.30.5, 3.30.6).
[[nodiscard]] Json sarif_physical_location(const std::string& uri, int line, int column);
/// Returns the text of a log with one run.
[[nodiscard]] std::string sarif_log(Json run);

}  // namespace plumbline::reports
