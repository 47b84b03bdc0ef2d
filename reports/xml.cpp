#include "reports/xml.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Returns the length of the first character if it is valid UTF-8, else 0.
std::size_t character_length(std::string_view text) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length) {
        if (is_utf8(text.substr(0, length))) return length;
    }
    return 0;
}

// Source: XML 1.0, section 2.2.
bool is_forbidden(std::string_view character) {
    const bool is_control =
        character.size() == 1 && static_cast<unsigned char>(character[0]) < 0x20;
    const bool is_blank = character == "\n" || character == "\r" || character == "\t";
    return (is_control && !is_blank) || character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

std::string character_reference(char c) {
    switch (c) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        default:
            return fmt::format("&#{};", static_cast<int>(c));
    }
}

/// Returns the length of the part at the start that needs no replacement: most texts as a whole.
std::size_t plain_length(std::string_view text, std::string_view by_reference) {
    const auto* end = std::find_if(text.begin(), text.end(), [&](char c) {
        return c < ' ' || by_reference.find(c) != std::string_view::npos;
    });
    return static_cast<std::size_t>(end - text.begin());
}

/// Replaces the characters in `by_reference` by references, and forbidden ones by U+FFFD.
std::string escape_xml(std::string_view text, std::string_view by_reference) {
    std::string result;
    while (!text.empty()) {
        if (const std::size_t plain = plain_length(text, by_reference); plain > 0) {
            result += text.substr(0, plain);
            text.remove_prefix(plain);
            continue;
        }
        const std::size_t length = std::max<std::size_t>(character_length(text), 1);
        const std::string_view character = text.substr(0, length);
        if (by_reference.find(character) != std::string_view::npos) {
            result += character_reference(character[0]);
        } else if (!is_utf8(character) || is_forbidden(character)) {
            result += kReplacement;
        } else {
            result += character;
        }
        text.remove_prefix(length);
    }
    return result;
}

}  // namespace

std::string xml_text(std::string_view text) {
    return escape_xml(text, "&<>\r");
}

std::string xml_attribute(std::string_view text) {
    return escape_xml(text, "&<>\"\r\n\t");
}

}  // namespace plumbline::reports
