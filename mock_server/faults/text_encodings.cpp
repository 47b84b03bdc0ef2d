#include "mock_server/faults/text_encodings.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace plumbline::mock {
namespace {

constexpr std::uint32_t kFirstSurrogate = 0xD800;
constexpr std::uint32_t kSecondSurrogate = 0xDC00;
constexpr std::uint32_t kBeyondPlane = 0x10000;

std::uint32_t code_of(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0);
    std::uint32_t code = byte(0) & (0x7FU >> character.size());
    for (std::size_t i = 1; i < character.size(); ++i) code = (code << 6U) | (byte(i) & 0x3FU);
    return code;
}

/// Returns the text with each character that is not ASCII encoded by `encode`.
template <typename Encode>
std::string encode_non_ascii(std::string_view text, const Encode& encode) {
    std::string encoded;
    while (!text.empty()) {
        const std::string_view character =
            text.substr(0, std::max<std::size_t>(utf8_length(text), 1));
        if (character.size() == 1) {
            encoded += character;
        } else {
            encoded += encode(character, code_of(character));
        }
        text.remove_prefix(character.size());
    }
    return encoded;
}

/// Calls `write` with the one or two units of UTF-16 of a character.
template <typename Write>
std::string in_units(std::uint32_t code, const Write& write) {
    if (code < kBeyondPlane) return write(code);
    const std::uint32_t rest = code - kBeyondPlane;
    return write(kFirstSurrogate + (rest >> 10U)) + write(kSecondSurrogate + (rest & 0x3FFU));
}

std::string three_bytes(std::uint32_t unit) {
    return {static_cast<char>(0xE0U | (unit >> 12U)),
            static_cast<char>(0x80U | ((unit >> 6U) & 0x3FU)),
            static_cast<char>(0x80U | (unit & 0x3FU))};
}

std::string to_latin_1(std::string_view text) {
    return encode_non_ascii(text, [](std::string_view, std::uint32_t code) {
        return std::string(1, code < 0x100 ? static_cast<char>(code) : '?');
    });
}

std::string to_utf_16(std::string_view text) {
    const auto write = [](std::uint32_t unit) {
        return std::string{static_cast<char>(unit & 0xFFU), static_cast<char>(unit >> 8U)};
    };
    std::string encoded;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        encoded += in_units(code_of(text.substr(0, length)), write);
        text.remove_prefix(length);
    }
    return encoded;
}

std::string to_utf_8_twice(std::string_view text) {
    return encode_non_ascii(text, [](std::string_view character, std::uint32_t) {
        std::string encoded;
        for (const char one : character) {
            const auto byte = static_cast<unsigned char>(one);
            encoded += static_cast<char>(0xC0U | (byte >> 6U));
            encoded += static_cast<char>(0x80U | (byte & 0x3FU));
        }
        return encoded;
    });
}

/// Characters beyond U+FFFF are two surrogates of three bytes each.
std::string to_cesu_8(std::string_view text) {
    return encode_non_ascii(text, [](std::string_view character, std::uint32_t code) {
        return code < kBeyondPlane ? std::string(character) : in_units(code, three_bytes);
    });
}

/// JSON escapes: valid.
std::string to_ascii(std::string_view text) {
    return encode_non_ascii(text, [](std::string_view, std::uint32_t code) {
        return in_units(code, [](std::uint32_t unit) { return fmt::format("\\u{:04x}", unit); });
    });
}

/// Escapes of another language, which JSON does not have.
std::string to_long_escapes(std::string_view text) {
    return encode_non_ascii(text, [](std::string_view character, std::uint32_t code) {
        return code < kBeyondPlane ? std::string(character) : fmt::format("\\U{:08X}", code);
    });
}

/// What a reader makes of a character whose bytes arrive in two pieces.
std::string to_replacements(std::string_view text) {
    return encode_non_ascii(
        text, [](std::string_view, std::uint32_t) { return std::string("\uFFFD\uFFFD"); });
}

/// The last byte of each character is lost.
std::string to_cut_characters(std::string_view text) {
    return encode_non_ascii(text, [](std::string_view character, std::uint32_t) {
        return std::string(character.substr(0, character.size() - 1));
    });
}

/// Lines also end where Unicode ends one, but not in an event stream.
std::string to_unicode_lines(std::string_view text) {
    return encode_non_ascii(text, [](std::string_view character, std::uint32_t code) {
        return code == 0x2028 || code == 0x2029 ? std::string("\n") : std::string(character);
    });
}

/// Letters with marks become a letter and a combining mark (NFD); those of Latin-1 suffice.
std::string to_decomposed(std::string_view text) {
    constexpr std::array<std::pair<std::uint32_t, std::string_view>, 9> kLetters{{
        {0xC4, "A\u0308"},
        {0xC5, "A\u030A"},
        {0xD6, "O\u0308"},
        {0xDC, "U\u0308"},
        {0xE4, "a\u0308"},
        {0xE9, "e\u0301"},
        {0xF1, "n\u0303"},
        {0xF6, "o\u0308"},
        {0xFC, "u\u0308"},
    }};
    return encode_non_ascii(text, [&](std::string_view character, std::uint32_t code) {
        const auto* row = std::ranges::find(kLetters, code, &decltype(kLetters)::value_type::first);
        return std::string(row == kLetters.end() ? character : row->second);
    });
}

constexpr std::array<std::pair<std::string_view, TextEncoding>, 10> kEncodings{{
    {"latin_1", to_latin_1},
    {"utf_16", to_utf_16},
    {"utf_8_twice", to_utf_8_twice},
    {"cesu_8", to_cesu_8},
    {"ascii", to_ascii},
    {"long_escapes", to_long_escapes},
    {"replacements", to_replacements},
    {"cut_characters", to_cut_characters},
    {"unicode_lines", to_unicode_lines},
    {"decomposed", to_decomposed},
}};

}  // namespace

std::optional<TextEncoding> find_text_encoding(std::string_view name) {
    const auto* row = std::ranges::find(kEncodings, name, &decltype(kEncodings)::value_type::first);
    return row == kEncodings.end() ? std::nullopt : std::optional(row->second);
}

}  // namespace plumbline::mock
