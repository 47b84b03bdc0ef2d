#include "spec/schema/uri_text.hpp"

#include "spec/base/text.hpp"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::string_view kUnreserved = "-._~";
constexpr std::string_view kSubDelimiters = "!$&'()*+,;=";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_one_of(char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
}

/// Returns whether `text` consists of unreserved characters, sub-delimiters, characters of `more`,
/// and `%` with two hexadecimal digits.
bool consists_of(std::string_view text, std::string_view more) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size() || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0)
                return false;
            i += 2;
        } else if (!is_letter(c) && !is_decimal_digit(c) && !is_one_of(c, kUnreserved) &&
                   !is_one_of(c, kSubDelimiters) && !is_one_of(c, more)) {
            return false;
        }
    }
    return true;
}

bool is_port(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_decimal_digit);
}

bool is_ip_literal(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return hex_value(c) >= 0 || c == ':' || c == '.';
    });
}

/// Returns whether `text` is `[user@]host[:port]`.
bool is_authority(std::string_view text) {
    const std::size_t at = text.rfind('@');
    if (at != std::string_view::npos) {
        if (!consists_of(text.substr(0, at), ":")) return false;
        text.remove_prefix(at + 1);
    }
    if (!text.empty() && text.front() == '[') {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos || !is_ip_literal(text.substr(1, close - 1)))
            return false;
        text.remove_prefix(close + 1);
        return text.empty() || (text.front() == ':' && is_port(text.substr(1)));
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return consists_of(text, "");
    return consists_of(text.substr(0, colon), "") && is_port(text.substr(colon + 1));
}

/// Removes the first `mark` and all that follows from `text`. Returns whether the removed text
/// contains only characters that a query allows.
bool remove_component(std::string_view& text, char mark) {
    const std::size_t start = text.find(mark);
    if (start == std::string_view::npos) return true;
    const std::string_view tail = text.substr(start + 1);
    text = text.substr(0, start);
    return consists_of(tail, ":@/?");
}

/// Returns whether `text` is what may follow a scheme.
bool is_relative(std::string_view text) {
    if (!remove_component(text, '#') || !remove_component(text, '?')) return false;
    if (text.substr(0, 2) == "//") {
        text.remove_prefix(2);
        const std::size_t path = std::min(text.find('/'), text.size());
        if (!is_authority(text.substr(0, path))) return false;
        text.remove_prefix(path);
    }
    return consists_of(text, ":@/");
}

/// Returns the length of the scheme with its colon, 0 if there is none.
std::size_t scheme_size(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_letter(text.front())) return 0;
    const std::string_view scheme = text.substr(0, colon);
    const bool good = std::all_of(scheme.begin(), scheme.end(), [](char c) {
        return is_letter(c) || is_decimal_digit(c) || is_one_of(c, "+-.");
    });
    return good ? colon + 1 : 0;
}

}  // namespace

bool is_uri(std::string_view text) {
    const std::size_t scheme = scheme_size(text);
    return scheme > 0 && is_relative(text.substr(scheme));
}

bool is_uri_reference(std::string_view text) {
    if (is_uri(text)) return true;
    // Without a scheme, the first segment must not contain a colon.
    const std::size_t colon = text.find(':');
    return (colon == std::string_view::npos || text.find_first_of("/?#") < colon) &&
           is_relative(text);
}

}  // namespace plumbline
