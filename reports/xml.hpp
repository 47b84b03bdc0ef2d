#pragma once
// Text as XML 1.0 may hold it.

#include <string>
#include <string_view>

namespace plumbline::reports {

/// Returns the text fit for element content: markup escaped, bytes and characters that XML forbids
/// replaced by U+FFFD.
[[nodiscard]] std::string xml_text(std::string_view text);
/// Returns the text fit for a double-quoted attribute: as above, and line breaks and tabs as
/// references, which a reader would turn into blanks otherwise.
[[nodiscard]] std::string xml_attribute(std::string_view text);

}  // namespace plumbline::reports
