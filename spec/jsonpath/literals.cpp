#include "spec/jsonpath/literals.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace plumbline::jsonpath {
namespace {

// I-JSON's integers. Source: RFC 7493, section 2.2.
constexpr std::int64_t kMaxInteger = 9'007'199'254'740'991;

void append_utf8(std::string& text, std::uint32_t code) {
    const auto tail = [&](unsigned shift) {
        text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// Reads four hexadecimal digits.
std::optional<std::uint32_t> read_four_digits(JsonPathReader& reader) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const int digit = hex_value(reader.peek(i));
        if (digit < 0) return std::nullopt;
        code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    reader.skip(4);
    return code;
}

bool is_high_surrogate(std::uint32_t code) {
    return code >= 0xD800 && code < 0xDC00;
}

bool is_low_surrogate(std::uint32_t code) {
    return code >= 0xDC00 && code < 0xE000;
}

/// Reads the digits after `\u`; `start` is the offset of the backslash.
JsonPathResult<std::uint32_t> read_code_point(JsonPathReader& reader, std::size_t start) {
    const auto first = read_four_digits(reader);
    if (!first)
        return fail_at(start, "expected four hexadecimal digits after `\\u`, as in \\u00e9");
    if (is_low_surrogate(*first)) {
        return fail_at(start,
                       "a low surrogate without a high one before it; write the character itself");
    }
    if (!is_high_surrogate(*first)) return *first;
    const auto second = reader.take("\\u") ? read_four_digits(reader) : std::nullopt;
    if (!second || !is_low_surrogate(*second)) {
        return fail_at(start,
                       "a high surrogate without a low one after it, as in \\ud83d\\ude00; write "
                       "the character itself");
    }
    return 0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00);
}

/// Reads one escape; the reader is at its backslash.
JsonPathResult<void> read_escape(JsonPathReader& reader, char quote, std::string& value) {
    constexpr std::string_view kLetters = "bfnrt/\\";
    constexpr std::string_view kCharacters = "\b\f\n\r\t/\\";
    const std::size_t start = reader.offset();
    const char c = reader.peek(1);
    const std::size_t known = kLetters.find(c);
    if (c == quote || known != std::string_view::npos) {
        value += c == quote ? c : kCharacters[known];
        reader.skip(2);
        return {};
    }
    if (c != 'u') {
        return fail_at(
            start,
            fmt::format("`\\` before {} is not an escape; supported are \\b \\f \\n \\r \\t \\/ "
                        "\\\\ \\{} \\uXXXX",
                        character_at(reader.text(), start + 1),
                        quote));
    }
    reader.skip(2);
    const auto code = read_code_point(reader, start);
    if (!code) return tl::unexpected<JsonPathError>(code.error());
    append_utf8(value, *code);
    return {};
}

void skip_digits(JsonPathReader& reader) {
    while (is_digit(reader.peek())) reader.skip();
}

/// Reads and checks an integer's sign and digits. The caller handles `-0`.
JsonPathResult<std::string_view> read_digits(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    if (reader.peek() == '-') reader.skip();
    const std::size_t first = reader.offset();
    skip_digits(reader);
    const std::string_view digits = reader.text_since(first);
    if (digits.empty()) {
        return fail_at(first, fmt::format("expected a digit, found {}", reader.describe_next()));
    }
    if (digits.size() > 1 && digits.front() == '0') {
        return fail_at(start, "a number begins with zeros; remove them");
    }
    return reader.text_since(start);
}

/// Returns the exponent of a number, at most a million, which is beyond every double.
long exponent_of(std::string_view number) {
    constexpr long kBeyond = 1'000'000;
    const std::size_t e = number.find_first_of("eE");
    if (e == std::string_view::npos) return 0;
    std::string_view digits = number.substr(e + 1);
    if (digits.front() == '+') digits.remove_prefix(1);
    long exponent = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (read.ec == std::errc{}) return std::clamp(exponent, -kBeyond, kBeyond);
    return digits.front() == '-' ? -kBeyond : kBeyond;
}

/// Returns whether a number that a double cannot represent is too large, and not too small.
bool is_too_large(std::string_view magnitude) {
    const std::size_t first = magnitude.find_first_of("123456789");
    if (first == std::string_view::npos) return false;
    const std::size_t point = std::min(magnitude.find_first_of(".eE"), magnitude.size());
    const auto places = static_cast<long>(point) - static_cast<long>(first);
    return places + exponent_of(magnitude) > 0;
}

Json number_of(std::string_view text) {
    const char* const end = text.data() + text.size();
    if (text.find_first_of(".eE") == std::string_view::npos) {
        std::int64_t whole = 0;
        if (std::from_chars(text.data(), end, whole).ec == std::errc{}) return Json(whole);
        std::uint64_t large = 0;
        const auto read = std::from_chars(text.data(), end, large);
        if (read.ec == std::errc{} && read.ptr == end) return Json(large);
    }
    double value = 0;
    if (std::from_chars(text.data(), end, value).ec == std::errc{}) return Json(value);
    const bool is_negative = text.front() == '-';
    const bool is_large = is_too_large(text.substr(is_negative ? 1 : 0));
    const double magnitude = is_large ? std::numeric_limits<double>::infinity() : 0.0;
    return Json(is_negative ? -magnitude : magnitude);
}

}  // namespace

JsonPathResult<std::string> read_text(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const char quote = reader.peek();
    reader.skip();
    std::string value;
    while (!reader.at_end()) {
        const char c = reader.peek();
        if (c == quote) {
            reader.skip();
            return value;
        }
        if (c == '\\') {
            if (auto escape = read_escape(reader, quote, value); !escape) {
                return tl::unexpected<JsonPathError>(escape.error());
            }
            continue;
        }
        if (const auto code = static_cast<unsigned char>(c); code < 0x20) {
            return fail_at(reader.offset(),
                           fmt::format("a raw control character in a text; write \\u{:04x}", code));
        }
        value += c;
        reader.skip();
    }
    return fail_at(start, "this quote is not closed");
}

JsonPathResult<std::int64_t> read_integer(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const auto digits = read_digits(reader);
    if (!digits) return tl::unexpected<JsonPathError>(digits.error());
    if (*digits == "-0") return fail_at(start, "`-0` is not an index; write 0");
    std::int64_t value = 0;
    const auto read = std::from_chars(digits->data(), digits->data() + digits->size(), value);
    if (read.ec == std::errc{} && value >= -kMaxInteger && value <= kMaxInteger) return value;
    return fail_at(start,
                   fmt::format("the integer {} is not between -{} and {}",
                               backquoted(*digits),
                               kMaxInteger,
                               kMaxInteger),
                   ErrorCode::kInvalid);
}

JsonPathResult<SharedJson> read_number(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    if (const auto digits = read_digits(reader); !digits) {
        return tl::unexpected<JsonPathError>(digits.error());
    }
    const auto expect_digits = [&](std::string_view where) -> JsonPathResult<void> {
        if (is_digit(reader.peek())) {
            skip_digits(reader);
            return {};
        }
        return fail_at(reader.offset(),
                       fmt::format("expected a digit {}, found {}", where, reader.describe_next()));
    };
    if (reader.take(".")) {
        if (auto digits = expect_digits("after the point"); !digits) {
            return tl::unexpected<JsonPathError>(digits.error());
        }
    }
    if (reader.take("e") || reader.take("E")) {
        if (reader.peek() == '-' || reader.peek() == '+') reader.skip();
        if (auto digits = expect_digits("in the exponent"); !digits) {
            return tl::unexpected<JsonPathError>(digits.error());
        }
    }
    return std::make_shared<const Json>(number_of(reader.text_since(start)));
}

std::string_view read_shorthand(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const auto fits = [&](char c) {
        const bool may_begin = is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
        return may_begin || (is_digit(c) && reader.offset() > start);
    };
    while (fits(reader.peek())) reader.skip();
    return reader.text_since(start);
}

}  // namespace plumbline::jsonpath
