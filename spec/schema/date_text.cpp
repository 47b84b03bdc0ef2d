#include "spec/schema/date_text.hpp"

#include <chrono>
#include <optional>

namespace plumbline {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Removes `count` digits from the front of `text` and returns their value.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
    if (text.size() < count) return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, count)) {
        if (!is_digit(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
}

/// Removes `hh:mm` from the front of `text` and returns it in minutes.
std::optional<int> take_minutes(std::string_view& text) {
    const auto hours = take_digits(text, 2);
    if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
    const auto minutes = take_digits(text, 2);
    if (!minutes || *minutes > 59) return std::nullopt;
    return *hours * 60 + *minutes;
}

bool take_decimals(std::string_view& text) {
    if (!take(text, '.')) return true;
    const std::size_t before = text.size();
    while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
    return text.size() < before;
}

/// Removes `Z` or `+hh:mm` from the front of `text` and returns the offset in minutes.
std::optional<int> take_offset(std::string_view& text) {
    if (take(text, 'Z') || take(text, 'z')) return 0;
    const int sign = take(text, '+') ? 1 : -1;
    if (sign < 0 && !take(text, '-')) return std::nullopt;
    const auto minutes = take_minutes(text);
    if (!minutes) return std::nullopt;
    return sign * *minutes;
}

}  // namespace

bool is_date(std::string_view text) {
    const auto year = take_digits(text, 4);
    if (!year || !take(text, '-')) return false;
    const auto month = take_digits(text, 2);
    if (!month || !take(text, '-')) return false;
    const auto day = take_digits(text, 2);
    if (!day || !text.empty()) return false;
    return std::chrono::year_month_day(std::chrono::year(*year),
                                       std::chrono::month(static_cast<unsigned>(*month)),
                                       std::chrono::day(static_cast<unsigned>(*day)))
        .ok();
}

bool is_time(std::string_view text) {
    constexpr int kDay = 24 * 60;
    const auto minutes = take_minutes(text);
    if (!minutes || !take(text, ':')) return false;
    const auto seconds = take_digits(text, 2);
    if (!seconds || *seconds > 60 || !take_decimals(text)) return false;
    const auto offset = take_offset(text);
    if (!offset || !text.empty()) return false;
    return *seconds < 60 || (*minutes - *offset + kDay) % kDay == kDay - 1;
}

bool is_date_time(std::string_view text) {
    constexpr std::size_t kDateSize = 10;
    if (text.size() <= kDateSize || !is_date(text.substr(0, kDateSize))) return false;
    text.remove_prefix(kDateSize);
    return (take(text, 'T') || take(text, 't')) && is_time(text);
}

}  // namespace plumbline
