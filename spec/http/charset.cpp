#include "spec/http/charset.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>

namespace plumbline::http {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

void append_utf8(char32_t point, std::string& text) {
    const auto tail = [&](unsigned shift) {
        text += static_cast<char>(0x80U | ((point >> shift) & 0x3FU));
    };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xC0U | (point >> 6U));
        tail(0);
    } else if (point < 0x10000) {
        text += static_cast<char>(0xE0U | (point >> 12U));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0U | (point >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

std::optional<std::string> from_utf8(std::string_view bytes) {
    if (bytes.starts_with(kUtf8Mark)) bytes.remove_prefix(kUtf8Mark.size());
    return is_utf8(bytes) ? std::optional(std::string(bytes)) : std::nullopt;
}

std::optional<std::string> from_latin1(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) append_utf8(static_cast<unsigned char>(c), text);
    return text;
}

/// Returns the code unit of the two bytes at `at`.
char32_t unit_at(std::string_view bytes, std::size_t at, bool is_little_endian) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return is_little_endian ? first + second * 0x100U : first * 0x100U + second;
}

std::optional<std::string> from_utf16(std::string_view bytes, bool is_little_endian) {
    if (bytes.size() % 2 != 0) return std::nullopt;
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 2) {
        const char32_t unit = unit_at(bytes, at, is_little_endian);
        if (at == 0 && unit == 0xFEFF) continue;
        if (unit < 0xD800 || unit > 0xDFFF) {
            append_utf8(unit, text);
            continue;
        }
        at += 2;
        if (unit > 0xDBFF || at >= bytes.size()) return std::nullopt;
        const char32_t low = unit_at(bytes, at, is_little_endian);
        if (low < 0xDC00 || low > 0xDFFF) return std::nullopt;
        append_utf8(0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U), text);
    }
    return text;
}

std::optional<std::string> from_big_endian(std::string_view bytes) {
    return from_utf16(bytes, false);
}

std::optional<std::string> from_little_endian(std::string_view bytes) {
    return from_utf16(bytes, true);
}

/// RFC 2781, section 4.3: without a mark, the first byte is the higher one.
std::optional<std::string> from_marked_utf16(std::string_view bytes) {
    return from_utf16(bytes, bytes.starts_with("\xFF\xFE"));
}

struct KnownCharset {
    std::string_view label;
    std::optional<std::string> (*decode)(std::string_view);
};
constexpr std::array<KnownCharset, 9> kCharsets{{{"utf-8", from_utf8},
                                                 {"utf8", from_utf8},
                                                 {"us-ascii", from_utf8},
                                                 {"ascii", from_utf8},
                                                 {"iso-8859-1", from_latin1},
                                                 {"latin1", from_latin1},
                                                 {"utf-16", from_marked_utf16},
                                                 {"utf-16be", from_big_endian},
                                                 {"utf-16le", from_little_endian}}};

}  // namespace

std::optional<std::string> decode_charset(std::string_view bytes, std::string_view charset) {
    const auto known = std::ranges::find_if(kCharsets, [&](const KnownCharset& one) {
        return equals_ignoring_case(one.label, charset);
    });
    return known == kCharsets.end() ? std::nullopt : known->decode(bytes);
}

}  // namespace plumbline::http
