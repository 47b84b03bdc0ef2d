#include "spec/json/yaml/yaml_scalar.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>

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
bool is_date(std::string_view text) {
    if (take_run(text, kDigits) != 4 || !take_one(text, "-")) return false;
    const std::size_t month = take_run(text, kDigits);
    if (month == 0 || month > 2 || !take_one(text, "-")) return false;
    const std::size_t day = take_run(text, kDigits);
    if (day == 0 || day > 2) return false;
    return text.empty() || (take_one(text, "tT \t") && !text.empty());
}

}  // namespace

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
                                                                      is_date};
    const bool typed = std::any_of(
        kNotations.begin(), kNotations.end(), [&](const auto fits) { return fits(text); });
    return typed ? PlainScalar::kAmbiguous : PlainScalar::kString;
}

}  // namespace plumbline
