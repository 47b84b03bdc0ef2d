#include "benchmarks/load/result/conditions/condition_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace plumbline::load {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word_char(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

/// Returns the message for a number above the largest value of a scale.
std::string too_large_text(double number, std::string_view unit, FigureScale scale) {
    const std::string most = scaled_text(max_of(scale), scale);
    constexpr double kMaxPercent = 100;
    if (scale != FigureScale::kShare || !unit.empty() || number > kMaxPercent)
        return fmt::format("found {}{}, expected at most {}", number, unit, most);
    return fmt::format(
        "found {0}, which means {1:.6g}%, expected at most 1, which means {2}; write {0}% for a "
        "share in percent",
        number,
        number * kMaxPercent,
        most);
}

}  // namespace

void ConditionScanner::skip_blanks() {
    offset_ = std::min(text_.find_first_not_of(" \t", offset_), text_.size());
}

std::string_view ConditionScanner::take_word() {
    const std::size_t begin = offset_;
    while (offset_ < text_.size() && is_word_char(text_[offset_])) ++offset_;
    const std::string_view word = std::string_view(text_).substr(begin, offset_ - begin);
    skip_blanks();
    return word;
}

std::string_view ConditionScanner::take_chars_of(std::string_view any) {
    const std::size_t begin = offset_;
    offset_ = std::min(text_.find_first_not_of(any, begin), text_.size());
    const std::string_view taken = std::string_view(text_).substr(begin, offset_ - begin);
    skip_blanks();
    return taken;
}

Result<double> ConditionScanner::take_quantity(FigureScale scale) {
    double number = 0;
    const std::size_t offset = offset_;
    const char* const begin = text_.data() + offset_;
    const char* const end = text_.data() + text_.size();
    // from_chars would also accept `inf` and `-1`.
    const bool is_number = offset_ < text_.size() && is_digit(*begin);
    const auto read = std::from_chars(begin, end, number);
    if (!is_number || read.ec != std::errc()) {
        return fail_at(
            offset_,
            fmt::format("found {}, expected a number such as 200 or 0.5", next_char_text()));
    }
    offset_ += static_cast<std::size_t>(read.ptr - begin);
    const std::string_view unit = take_unit();
    for (const ScaleUnit& known : units_of(scale)) {
        if (known.name != unit) continue;
        const double value = number * known.factor;
        if (value <= max_of(scale)) return value;
        return fail_at(offset, too_large_text(number, unit, scale));
    }
    if (unit.empty() && number == 0) return 0.0;
    const std::string found =
        unit.empty() ? "a number without a unit" : fmt::format("unit `{}`", unit);
    return fail_at(unit_offset_, fmt::format("found {}, expected {}", found, expected_text(scale)));
}

std::string_view ConditionScanner::take_unit() {
    skip_blanks();
    unit_offset_ = offset_;
    const std::size_t end = std::min(text_.find_first_of(" \t,", offset_), text_.size());
    const std::string_view unit = std::string_view(text_).substr(offset_, end - offset_);
    // A separate text that is not a unit is the next word.
    if (unit == "at") return "";
    offset_ = end;
    skip_blanks();
    return unit;
}

Error ConditionScanner::error_at(std::size_t offset, std::string_view message) const {
    std::string line = text_;
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
    return Error{ErrorCode::kSyntax,
                 fmt::format("in the condition, column {}: {}", offset + 1, message),
                 {},
                 {line, std::string(offset, ' ') + '^'}};
}

std::string ConditionScanner::next_char_text() const {
    if (is_at_end()) return "the end";
    const char c = text_[offset_];
    return c < ' ' || c > '~' ? "a character beyond ASCII" : fmt::format("`{}`", c);
}

}  // namespace plumbline::load
