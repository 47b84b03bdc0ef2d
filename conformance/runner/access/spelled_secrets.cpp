#include "conformance/runner/access/spelled_secrets.hpp"

#include "conformance/client/client.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace plumbline::runner {
namespace {

/// An escape at the beginning of a text: its length, and its character.
struct Escape {
    std::size_t length = 0;
    std::uint32_t character = 0;
    bool is_byte = false;  ///< of UTF-8, not a whole character
};

constexpr std::uint32_t kLastCharacter = 0x10FFFF;

/// Returns the number of these digits, nothing if there are others or none.
std::optional<std::uint32_t> number_of(std::string_view digits, std::uint32_t base) {
    std::uint32_t number = 0;
    for (const char c : digits) {
        const int digit = hex_value(c);
        if (digit < 0 || std::uint32_t(digit) >= base || number > kLastCharacter)
            return std::nullopt;
        number = number * base + std::uint32_t(digit);
    }
    return digits.empty() ? std::nullopt : std::optional(number);
}

std::optional<std::uint32_t> hex_at(std::string_view text, std::size_t at, std::size_t digits) {
    return text.size() < at + digits ? std::nullopt : number_of(text.substr(at, digits), 16);
}

/// Reads `\u002f`, also a pair of surrogates.
std::optional<Escape> unicode_escape(std::string_view text) {
    constexpr std::size_t kLength = 6;
    const auto first = hex_at(text, 2, 4);
    if (!first) return std::nullopt;
    const bool is_high = *first >= 0xD800 && *first < 0xDC00;
    const bool may_be_pair = is_high && text.substr(kLength).starts_with("\\u");
    const auto second = may_be_pair ? hex_at(text, kLength + 2, 4) : std::nullopt;
    if (!second || *second < 0xDC00 || *second > 0xDFFF) return Escape{kLength, *first};
    return Escape{2 * kLength, 0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00)};
}

std::optional<Escape> backslash_escape(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    if (text[1] == 'u') return unicode_escape(text);
    if (text[1] == 'x') {
        const auto byte = hex_at(text, 2, 2);
        return byte ? std::optional(Escape{4, *byte}) : std::nullopt;
    }
    constexpr std::string_view kLetters = "nrtbf";
    constexpr std::string_view kControls = "\n\r\t\b\f";
    const std::size_t control = kLetters.find(text[1]);
    const char character = control == std::string_view::npos ? text[1] : kControls[control];
    constexpr std::string_view kEscaped = "\"'\\/`$";
    const bool is_escape =
        control != std::string_view::npos || kEscaped.find(text[1]) != std::string_view::npos;
    return is_escape ? std::optional(Escape{2, static_cast<unsigned char>(character)})
                     : std::nullopt;
}

std::optional<Escape> html_escape(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, char>, 5> kNames{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    for (const auto& [name, character] : kNames) {
        if (text.starts_with(name))
            return Escape{name.size(), static_cast<unsigned char>(character)};
    }
    constexpr std::size_t kLongest = 12;
    const std::size_t end = text.substr(0, kLongest).find(';');
    if (!text.starts_with("&#") || end == std::string_view::npos) return std::nullopt;
    const bool is_hex = text[2] == 'x' || text[2] == 'X';
    const std::size_t begin = is_hex ? 3 : 2;
    const auto number =
        end < begin ? std::nullopt : number_of(text.substr(begin, end - begin), is_hex ? 16 : 10);
    return number ? std::optional(Escape{end + 1, *number}) : std::nullopt;
}

std::optional<Escape> escape_at(std::string_view text) {
    constexpr std::string_view kShellQuote = R"('\'')";
    switch (text.front()) {
        case '%': {
            const auto byte = hex_at(text, 1, 2);
            return byte ? std::optional(Escape{3, *byte, true}) : std::nullopt;
        }
        case '\\':
            return backslash_escape(text);
        case '&':
            return html_escape(text);
        case '\'':
            return text.starts_with(kShellQuote) ? std::optional(Escape{kShellQuote.size(), '\''})
                                                 : std::nullopt;
        default:
            return std::nullopt;
    }
}

/// Returns a character in UTF-8.
std::string utf8_of(std::uint32_t character) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    const auto rest = [&](unsigned shift) { return byte(0x80U | ((character >> shift) & 0x3FU)); };
    if (character < 0x80) return {byte(character)};
    if (character < 0x800) return {byte(0xC0U | (character >> 6U)), rest(0)};
    if (character < 0x10000) return {byte(0xE0U | (character >> 12U)), rest(6), rest(0)};
    return {byte(0xF0U | (character >> 18U)), rest(12), rest(6), rest(0)};
}

/// A text without escapes, and where each of its bytes and its end begin in the original.
struct Unescaped {
    std::string text;
    std::vector<std::size_t> begins;
};

/// Undoes each escape once. Returns whether there was any.
bool undo_escapes(Unescaped& one) {
    Unescaped result;
    bool has_any = false;
    for (std::size_t at = 0; at < one.text.size();) {
        const auto escape = escape_at(std::string_view(one.text).substr(at));
        has_any = has_any || escape;
        std::string bytes(1, one.text[at]);
        if (escape && escape->is_byte) bytes[0] = static_cast<char>(escape->character);
        if (escape && !escape->is_byte) bytes = utf8_of(escape->character);
        result.begins.insert(result.begins.end(), bytes.size(), one.begins[at]);
        result.text += bytes;
        at += escape ? escape->length : 1;
    }
    result.begins.push_back(one.begins.back());
    one = std::move(result);
    return has_any;
}

using SecretPosition = std::pair<std::size_t, std::size_t>;

void add_ranges(const Unescaped& one,
                const std::vector<std::string_view>& secrets,
                std::vector<SecretPosition>& ranges) {
    for (const std::string_view secret : secrets) {
        for (std::size_t at = one.text.find(secret); at != std::string::npos;
             at = one.text.find(secret, at + secret.size()))
            ranges.emplace_back(one.begins[at], one.begins[at + secret.size()]);
    }
}

std::string without_ranges(const std::string& text, std::vector<SecretPosition> ranges) {
    std::ranges::sort(ranges);
    std::string result;
    std::size_t done = 0;
    for (const auto& [begin, end] : ranges) {
        if (begin >= done) {
            result += text.substr(done, begin - done);
            result += client::kMask;
        }
        done = std::max(done, end);
    }
    return result + text.substr(done);
}

}  // namespace

std::string without_spelled_secrets(std::string text,
                                    const std::vector<std::string_view>& secrets) {
    constexpr int kMostLevels = 4;
    if (secrets.empty() || text.find_first_of("%\\&") == std::string::npos) return text;
    Unescaped one{text, {}};
    for (std::size_t at = 0; at <= text.size(); ++at) one.begins.push_back(at);
    std::vector<SecretPosition> ranges;
    for (int level = 0; level < kMostLevels && undo_escapes(one); ++level)
        add_ranges(one, secrets, ranges);
    return ranges.empty() ? text : without_ranges(text, std::move(ranges));
}

}  // namespace plumbline::runner
