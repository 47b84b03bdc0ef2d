#include "spec/json/yaml/yaml_scalar.hpp"

#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

namespace plumbline {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// Removes the longest run of `characters` from the front and returns its length.
std::size_t take_run(std::string_view& text, std::string_view characters) {
    const std::size_t length = std::min(text.find_first_not_of(characters), text.size());
    text.remove_prefix(length);
    return length;
}

bool take_one(std::string_view& text, std::string_view characters) {
    if (text.empty() || characters.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

/// `e5`, `E-12` or nothing.
bool take_exponent(std::string_view& text) {
    if (!take_one(text, "eE")) return true;
    (void)take_one(text, "+-");
    return take_run(text, kDigits) > 0;
}

bool is_json_number(std::string_view text) {
    (void)take_one(text, "-");
    const bool zero = text.substr(0, 1) == "0";
    const std::size_t digits = take_run(text, kDigits);
    if (digits == 0 || (zero && digits > 1)) return false;
    if (take_one(text, ".") && take_run(text, kDigits) == 0) return false;
    return take_exponent(text) && text.empty();
}

// The notations below are those of the YAML 1.1 and 1.2 type lists together.

/// Booleans and nulls in any case, the `~` for null, the merge key and the default value.
bool is_reserved_word(std::string_view text) {
    constexpr std::array<std::string_view, 12> kWords = {
        "~", "y", "n", "yes", "no", "on", "off", "true", "false", "null", "<<", "="};
    return std::find(kWords.begin(), kWords.end(), to_lower(text)) != kWords.end();
}

/// `.inf`, `-.INF`, `.NaN`
bool is_special_number(std::string_view text) {
    (void)take_one(text, "+-");
    return equals_ignoring_case(text, ".inf") || equals_ignoring_case(text, ".nan");
}

/// `0x1F`, `0o17`, `0b10`
bool is_prefixed_number(std::string_view text) {
    (void)take_one(text, "+-");
    if (!take_one(text, "0") || !take_one(text, "xXoObB")) return false;
    return take_run(text, "0123456789abcdefABCDEF_") > 0 && text.empty();
}

/// `017`, `1_000`, `+1`, `.5`, `5.`, `1_0.5e3`
bool is_loose_number(std::string_view text) {
    (void)take_one(text, "+-");
    if (text.substr(0, 1) == "_") return false;
    const std::size_t whole = take_run(text, "0123456789_");
    const std::size_t decimals = take_one(text, ".") ? take_run(text, "0123456789_") : 0;
    return whole + decimals > 0 && take_exponent(text) && text.empty();
}

/// `12:30`, `190:20:30.15`: base-60 numbers
bool is_sexagesimal(std::string_view text) {
    (void)take_one(text, "+-");
    if (take_run(text, kDigits) == 0 || text.substr(0, 1) != ":") return false;
    while (take_one(text, ":")) {
        const std::size_t digits = take_run(text, kDigits);
        if (digits == 0 || digits > 2) return false;
    }
    if (take_one(text, ".")) (void)take_run(text, "0123456789_");
    return text.empty();
}

/// `2026-01-02`, optionally followed by a time of day
bool is_timestamp(std::string_view text) {
    if (take_run(text, kDigits) != 4 || !take_one(text, "-")) return false;
    const std::size_t month = take_run(text, kDigits);
    if (month == 0 || month > 2 || !take_one(text, "-")) return false;
    const std::size_t day = take_run(text, kDigits);
    if (day == 0 || day > 2) return false;
    return text.empty() || (take_one(text, "tT \t") && !text.empty());
}

/// Returns whether the text is one of a word's three spellings: null, Null, NULL.
bool is_core_word(std::string_view text, std::string_view word) {
    if (!equals_ignoring_case(text, word)) return false;
    const std::string_view rest = text.substr(1);
    return text == word || rest == word.substr(1) ||
           std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Reads digits of a base as the whole text; too many of them make a double.
std::optional<Json> core_digits(std::string_view digits, int base, bool is_negative) {
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value, base);
    if (digits.empty() || read.ptr != end) return std::nullopt;
    constexpr auto kMostNegative = std::uint64_t{1} << 63U;
    if (read.ec != std::errc() || (is_negative && value > kMostNegative)) {
        if (base != 10) return std::nullopt;
        const double rounded = std::strtod(std::string(digits).c_str(), nullptr);
        return std::isfinite(rounded) ? std::optional(Json(is_negative ? -rounded : rounded))
                                      : std::nullopt;
    }
    if (is_negative) return Json(static_cast<std::int64_t>(~value + 1));
    return Json(value);
}

std::optional<Json> core_integer(std::string_view text) {
    if (text.starts_with("0o")) return core_digits(text.substr(2), 8, false);
    if (text.starts_with("0x")) return core_digits(text.substr(2), 16, false);
    const bool is_negative = text.starts_with('-');
    (void)take_one(text, "+-");
    return core_digits(text, 10, is_negative);
}

/// `1.5`, `.5`, `5.`, `1e3`
std::optional<Json> core_float(std::string_view text) {
    std::string_view rest = text;
    (void)take_one(rest, "+-");
    const std::size_t whole = take_run(rest, kDigits);
    const std::size_t decimals = take_one(rest, ".") ? take_run(rest, kDigits) : 0;
    if (whole + decimals == 0 || !take_exponent(rest) || !rest.empty()) return std::nullopt;
    const double value = std::strtod(std::string(text).c_str(), nullptr);
    return std::isfinite(value) ? std::optional(Json(value)) : std::nullopt;
}

}  // namespace

Json core_value(std::string_view text) {
    if (text.empty() || text == "~" || is_core_word(text, "null")) return {};
    if (is_core_word(text, "true")) return true;
    if (is_core_word(text, "false")) return false;
    if (auto integer = core_integer(text)) return *std::move(integer);
    if (auto number = core_float(text)) return *std::move(number);
    return std::string(text);
}

PlainScalar classify_plain(std::string_view text) {
    if (text.empty()) return PlainScalar::kEmpty;
    if (text == "null") return PlainScalar::kNull;
    if (text == "true") return PlainScalar::kTrue;
    if (text == "false") return PlainScalar::kFalse;
    if (is_json_number(text)) return PlainScalar::kNumber;
    constexpr std::array<bool (*)(std::string_view), 6> kNotations = {is_reserved_word,
                                                                      is_special_number,
                                                                      is_prefixed_number,
                                                                      is_loose_number,
                                                                      is_sexagesimal,
                                                                      is_timestamp};
    const bool typed = std::any_of(
        kNotations.begin(), kNotations.end(), [&](const auto fits) { return fits(text); });
    return typed ? PlainScalar::kAmbiguous : PlainScalar::kString;
}

}  // namespace plumbline
