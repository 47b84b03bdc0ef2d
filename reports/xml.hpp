#pragma once
// Text in XML 1.0.

#include <string>
#include <string_view>

namespace plumbline::reports {

/// Returns the text as element content: escapes markup, replaces bytes and characters that XML
/// forbids by U+FFFD.
[[nodiscard]] std::string xml_text(std::string_view text);
/// Returns the text for a double-quoted attribute: as above, and with line breaks and tabs as
/// references, which parsers would otherwise convert into spaces.
[[nodiscard]] std::string xml_attribute(std::string_view text);

}  // namespace plumbline::reports
