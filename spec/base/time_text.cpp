#include "spec/base/time_text.hpp"

#include "spec/base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace plumbline {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr seconds kLongestDuration = days{36525};

/// Removes the digits at the front of `text` and returns them.
std::string_view take_digits(std::string_view& text) {
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    text.remove_prefix(digits.size());
    return digits;
}

/// Removes one character at the front of `text`; returns false if it is another one.
bool take(std::string_view& text, char wanted) {
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(1);
    return true;
}

/// Returns whether a text has the characters of `shape`, in which 0 is any digit.
bool has_shape(std::string_view text, std::string_view shape) {
    return std::equal(
        text.begin(), text.end(), shape.begin(), shape.end(), [](char c, char wanted) {
            return wanted == '0' ? is_ascii_digit(c) : c == wanted;
        });
}

/// Returns the number of `count` digits at `begin`.
int number_at(std::string_view text, std::size_t begin, std::size_t count) {
    int value = 0;
    for (const char digit : text.substr(begin, count)) value = value * 10 + (digit - '0');
    return value;
}

/// Returns the nanoseconds of a second's decimals; drops those beyond the ninth.
std::int64_t nanoseconds_of(std::string_view decimals) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        value = value * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
    }
    return value;
}

/// Returns the value of one unit in the last written digit of a date-time's seconds.
Duration precision_of(std::string_view date_time) {
    Duration unit = seconds{1};
    const std::size_t point = date_time.find('.');
    if (point == std::string_view::npos) return unit;
    date_time.remove_prefix(point + 1);
    for (std::size_t left = take_digits(date_time).size(); left > 0; --left) {
        unit = std::max(unit / 10, Duration{1});
    }
    return unit;
}

/// An RFC 3339 date-time, before its range is checked.
struct DateTime {
    std::chrono::sys_seconds whole;
    std::int64_t nanosecond = 0;
    bool is_leap_second = false;
};

std::optional<seconds> offset_of(std::string_view zone) {
    if (zone == "Z" || zone == "z") return seconds{0};
    if (!has_shape(zone, "+00:00") && !has_shape(zone, "-00:00")) return std::nullopt;
    const int hour = number_at(zone, 1, 2);
    const int minute = number_at(zone, 4, 2);
    if (hour > 23 || minute > 59) return std::nullopt;
    const seconds size = hours{hour} + minutes{minute};
    return zone.front() == '+' ? size : -size;
}

std::optional<DateTime> parse_date_time(std::string_view text) {
    constexpr std::size_t kZone = 19;  // or the decimals before it
    const bool fits = text.size() > kZone && has_shape(text.substr(0, 10), "0000-00-00") &&
                      (text[10] == 'T' || text[10] == 't') &&
                      has_shape(text.substr(11, 8), "00:00:00");
    if (!fits) return std::nullopt;
    const std::chrono::year_month_day date{
        std::chrono::year{number_at(text, 0, 4)},
        std::chrono::month{static_cast<unsigned>(number_at(text, 5, 2))},
        std::chrono::day{static_cast<unsigned>(number_at(text, 8, 2))}};
    const int hour = number_at(text, 11, 2);
    const int minute = number_at(text, 14, 2);
    const int second = number_at(text, 17, 2);
    if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
    std::string_view zone = text.substr(kZone);
    const bool has_point = take(zone, '.');
    const std::string_view decimals = has_point ? take_digits(zone) : "";
    const auto offset = offset_of(zone);
    if (!offset || decimals.empty() == has_point) return std::nullopt;
    const std::chrono::sys_seconds local =
        std::chrono::sys_days(date) + hours{hour} + minutes{minute} + seconds{second};
    return DateTime{local - *offset, nanoseconds_of(decimals), second == 60};
}

/// A leap second is written as :60, only at the end of a UTC day; it counts as the next second.
bool has_possible_second(const DateTime& time) {
    return !time.is_leap_second || time.whole == std::chrono::floor<days>(time.whole);
}

std::string quoted(std::string_view text) {
    return fmt::format("\"{}\"", text);
}

tl::unexpected<Error> not_a_duration(std::string_view text) {
    return fail(
        ErrorCode::kSyntax,
        quoted(text) +
            " is not a duration: expected days, hours, minutes and seconds in this order, as "
            "in P3D, PT4H, P1DT2H30M or PT0.25S (only seconds may have decimals; years, months "
            "and weeks are not supported: write days)");
}

tl::unexpected<Error> duration_too_long(std::string_view text) {
    return fail(ErrorCode::kLimit,
                quoted(text) + " is longer than 100 years, the longest supported duration");
}

struct DurationUnit {
    char letter;
    bool is_time;  // comes after the T
    std::int64_t size_s;
};
constexpr std::array<DurationUnit, 4> kDurationUnits = {
    {{'D', false, 86'400}, {'H', true, 3'600}, {'M', true, 60}, {'S', true, 1}}};

std::int64_t capped_number(std::string_view digits) {
    // Capped far above the longest duration, so that the sum below cannot overflow.
    constexpr std::int64_t kCap = 100'000'000'000;
    std::int64_t value = 0;
    for (const char c : digits) value = std::min(value * 10 + (c - '0'), kCap);
    return value;
}

/// Writes a number over the zeros of a text so that it ends at `last`.
void put_number(std::string& text, std::size_t last, std::int64_t number) {
    for (; number > 0; number /= 10) text[last--] = static_cast<char>('0' + number % 10);
}

}  // namespace

std::string to_text(Instant time) {
    const auto midnight = std::chrono::floor<days>(time);
    const std::chrono::year_month_day date(midnight);
    const auto micros = std::chrono::floor<std::chrono::microseconds>(time - midnight);
    const std::chrono::hh_mm_ss clock(micros);
    std::string text = "0000-00-00T00:00:00.000000Z";
    put_number(text, 3, static_cast<int>(date.year()));
    put_number(text, 6, static_cast<unsigned>(date.month()));
    put_number(text, 9, static_cast<unsigned>(date.day()));
    put_number(text, 12, clock.hours().count());
    put_number(text, 15, clock.minutes().count());
    put_number(text, 18, clock.seconds().count());
    put_number(text, 25, clock.subseconds().count());
    return text;
}

Result<Instant> parse_instant(std::string_view text) {
    const auto parsed = parse_date_time(text);
    if (!parsed) {
        return fail(ErrorCode::kSyntax,
                    quoted(text) +
                        " is not an RFC 3339 date-time: expected one like 2026-01-02T03:04:05Z or "
                        "2026-01-02T03:04:05.678+02:00, on a day that exists");
    }
    const std::chrono::sys_seconds whole = parsed->whole;
    if (!has_possible_second(*parsed)) {
        return fail(ErrorCode::kSyntax,
                    quoted(text) + " has a second 60 that is not the last of its day in UTC");
    }
    constexpr auto kFirst = std::chrono::ceil<seconds>(Instant::min());
    constexpr auto kLast = std::chrono::floor<seconds>(Instant::max()) - seconds{1};
    if (whole < kFirst || whole > kLast) {
        return fail(ErrorCode::kLimit,
                    quoted(text) + " is outside the supported years 1678 to 2261");
    }
    return Instant(whole) + Duration{parsed->nanosecond};
}

bool is_date_time(std::string_view text) {
    const auto parsed = parse_date_time(text);
    return parsed && has_possible_second(*parsed);
}

bool is_date(std::string_view text) {
    constexpr std::size_t kSize = 10;
    return text.size() == kSize && is_date_time(std::string(text) + "T00:00:00Z");
}

bool is_time(std::string_view text) {
    return is_date_time("1970-01-01T" + std::string(text));
}

bool is_same_instant(std::string_view a, std::string_view b) {
    const auto one = parse_instant(a);
    const auto other = parse_instant(b);
    return one && other &&
           std::chrono::abs(*one - *other) < std::max(precision_of(a), precision_of(b));
}

Result<Duration> parse_duration(std::string_view text) {
    std::string_view rest = text;
    if (!take(rest, 'P') || rest.empty()) return not_a_duration(text);
    std::int64_t total_s = 0;
    std::int64_t nanosecond = 0;
    bool is_time = false;
    const auto* unit = kDurationUnits.begin();
    while (!rest.empty()) {
        if (!is_time) is_time = take(rest, 'T');
        const std::string_view whole = take_digits(rest);
        const bool has_point = take(rest, '.');
        const std::string_view decimals = has_point ? take_digits(rest) : "";
        unit = std::find_if(unit, kDurationUnits.end(), [&](const DurationUnit& one) {
            return one.is_time == is_time && rest.starts_with(one.letter);
        });
        if (whole.empty() || decimals.empty() == has_point || unit == kDurationUnits.end() ||
            (has_point && unit->letter != 'S')) {
            return not_a_duration(text);
        }
        rest.remove_prefix(1);
        total_s += capped_number(whole) * unit->size_s;
        nanosecond = nanoseconds_of(decimals);
        ++unit;
    }
    if (seconds{total_s} > kLongestDuration) return duration_too_long(text);
    const Duration duration = seconds{total_s} + Duration{nanosecond};
    if (duration > kLongestDuration) return duration_too_long(text);
    return duration;
}

std::string duration_text(Duration time) {
    // Unsigned, because the most negative duration has no positive counterpart.
    const bool negative = time < Duration::zero();
    auto rest = static_cast<std::uint64_t>(time.count());
    if (negative) rest = 0 - rest;
    std::string day_part;
    std::string time_part;
    std::uint64_t rest_s = rest / kNanosecondsPerSecond;
    for (const DurationUnit& unit : kDurationUnits) {
        const auto size = static_cast<std::uint64_t>(unit.size_s);
        const std::uint64_t count = rest_s / size;
        rest_s %= size;
        if (unit.letter == 'S') {
            std::string decimals = fmt::format(".{:09}", rest % kNanosecondsPerSecond);
            decimals.erase(decimals.find_last_not_of('0') + 1);
            if (decimals == ".") decimals.clear();
            const bool alone = day_part.empty() && time_part.empty();
            if (count > 0 || !decimals.empty() || alone) {
                time_part += fmt::format("{}{}S", count, decimals);
            }
        } else if (count > 0) {
            (unit.is_time ? time_part : day_part) += fmt::format("{}{}", count, unit.letter);
        }
    }
    return (negative ? "-P" : "P") + day_part + (time_part.empty() ? "" : "T" + time_part);
}

}  // namespace plumbline
