#include "spec/jsonpath/literals.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <limits>

namespace plumbline::jsonpath {
namespace {

// I-JSON's integers. Source: RFC 7493, section 2.2.
constexpr std::int64_t kMaxInteger = 9'007'199'254'740'991;

/// Reads four hexadecimal digits; returns their value, -1 if there are none.
int read_four_digits(JsonPathReader& reader) {
    int code = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const int digit = hex_value(reader.peek(i));
        if (digit < 0) return -1;
        code = code * 16 + digit;
    }
    reader.skip(4);
    return code;
}

bool is_high_surrogate(int code) {
    return code >= 0xD800 && code < 0xDC00;
}

bool is_low_surrogate(int code) {
    return code >= 0xDC00 && code < 0xE000;
}

/// Reads the digits after `\u`; `start` is the offset of the backslash.
void read_code_point(JsonPathReader& reader, std::size_t start) {
    const int first = read_four_digits(reader);
    if (first < 0) {
        reader.refuse_at(start, "expected four hexadecimal digits after `\\u`, as in \\u00e9");
    }
    if (is_low_surrogate(first)) {
        reader.refuse_at(
            start, "a low surrogate without a high one before it; write the character itself");
    }
    if (!is_high_surrogate(first)) return;
    if (!reader.take("\\u") || !is_low_surrogate(read_four_digits(reader))) {
        reader.refuse_at(start,
                         "a high surrogate without a low one after it, as in \\ud83d\\ude00; "
                         "write the character itself");
    }
}

/// Reads one escape and returns its characters; the reader is at its backslash.
std::string read_escape(JsonPathReader& reader, char quote) {
    const std::size_t start = reader.offset();
    const char c = reader.peek(1);
    if (c != quote && std::string_view("bfnrt/\\u").find(c) == std::string_view::npos) {
        reader.refuse(fmt::format(
            "`\\` before {0} is not an escape; supported are \\b \\f \\n \\r \\t \\/ \\\\ \\{1} "
            "\\uXXXX",
            reader.describe_next(1),
            quote));
    }
    reader.skip(2);
    if (c == quote) return {c};
    if (c == 'u') read_code_point(reader, start);
    if (reader.error()) return "";
    return Json::parse(fmt::format("\"{}\"", reader.text_since(start))).get<std::string>();
}

void skip_digits(JsonPathReader& reader) {
    while (is_ascii_digit(reader.peek())) reader.skip();
}

/// Reads and checks an integer's sign and digits. The caller handles `-0`.
std::string_view read_digits(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    if (reader.peek() == '-') reader.skip();
    const std::size_t first = reader.offset();
    skip_digits(reader);
    const std::string_view digits = reader.text_since(first);
    if (digits.empty()) {
        reader.refuse(fmt::format("expected a digit, found {}", reader.describe_next()));
    }
    if (digits.size() > 1 && digits.front() == '0') {
        reader.refuse_at(start, "a number begins with zeros; remove them");
    }
    return reader.error() ? "" : reader.text_since(start);
}

/// Reads the digits after a number's point or `e`.
void read_more_digits(JsonPathReader& reader, std::string_view where) {
    if (!is_ascii_digit(reader.peek())) {
        reader.refuse(fmt::format("expected a digit {}, found {}", where, reader.describe_next()));
    }
    skip_digits(reader);
}

}  // namespace

std::string read_text(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const char quote = reader.peek();
    reader.skip();
    std::string value;
    while (!reader.at_end()) {
        const char c = reader.peek();
        if (c == '\\') {
            value += read_escape(reader, quote);
            continue;
        }
        reader.skip();
        if (c == quote) return value;
        value += c;
        if (const auto code = static_cast<unsigned char>(c); code < 0x20) {
            reader.refuse_at(
                reader.offset() - 1,
                fmt::format("a raw control character in a text; write \\u{:04x}", code));
        }
    }
    reader.refuse_at(start, "this quote is not closed");
    return value;
}

std::int64_t read_integer(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const std::string_view digits = read_digits(reader);
    if (digits == "-0") reader.refuse_at(start, "`-0` is not an index; write 0");
    std::int64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec == std::errc{} && value >= -kMaxInteger && value <= kMaxInteger) return value;
    reader.refuse_at(
        start,
        fmt::format("the integer {0} is not between -{1} and {1}", backquoted(digits), kMaxInteger),
        ErrorCode::kInvalid);
    return 0;
}

Json read_number(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const bool is_negative = reader.peek() == '-';
    (void)read_digits(reader);
    if (reader.take(".")) read_more_digits(reader, "after the point");
    if (reader.take("e") || reader.take("E")) {
        if (reader.peek() == '-' || reader.peek() == '+') reader.skip();
        read_more_digits(reader, "in the exponent");
    }
    if (reader.error()) return {};
    // The notation is JSON's, so the library refuses only a number beyond the range of a double.
    Json number = Json::parse(reader.text_since(start), nullptr, false);
    if (!number.is_discarded()) return number;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return is_negative ? -kInfinity : kInfinity;
}

std::string_view read_shorthand(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const auto fits = [&](char c) {
        const bool may_begin =
            is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
        return may_begin || (is_ascii_digit(c) && reader.offset() > start);
    };
    while (fits(reader.peek())) reader.skip();
    return reader.text_since(start);
}

}  // namespace plumbline::jsonpath
