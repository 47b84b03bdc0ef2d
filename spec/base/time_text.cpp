#include "spec/base/time_text.hpp"

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

/// Reads a text from its front.
class TimeTextReader {
  public:
    explicit TimeTextReader(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool done() const { return rest_.empty(); }

    /// Consumes one character if it is one of `wanted`.
    [[nodiscard]] bool take(std::string_view wanted) {
        if (rest_.empty() || wanted.find(rest_.front()) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }

    /// Consumes all digits at the front.
    [[nodiscard]] std::string_view take_digits() {
        const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    /// Consumes exactly `count` digits.
    [[nodiscard]] std::optional<int> take_number(std::size_t count) {
        const std::string_view text = rest_.substr(0, count);
        if (text.size() < count) return std::nullopt;
        int value = 0;
        for (const char c : text) {
            if (c < '0' || c > '9') return std::nullopt;
            value = value * 10 + (c - '0');
        }
        rest_.remove_prefix(count);
        return value;
    }

  private:
    std::string_view rest_;
};

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
    for (std::size_t left = TimeTextReader(date_time.substr(point + 1)).take_digits().size();
         left > 0;
         --left)
        unit = std::max(unit / 10, Duration{1});
    return unit;
}

/// The parts of an RFC 3339 text, before they become an Instant.
struct DateTimeParts {
    std::chrono::year_month_day date;
    int hour = 0;
    int minute = 0;
    int second = 0;
    std::int64_t nanosecond = 0;
    seconds offset{0};
};

std::optional<seconds> read_offset(TimeTextReader& in) {
    if (in.take("Zz")) return seconds{0};
    const bool east = in.take("+");
    if (!east && !in.take("-")) return std::nullopt;
    const auto hour = in.take_number(2);
    if (!hour || *hour > 23 || !in.take(":")) return std::nullopt;
    const auto minute = in.take_number(2);
    if (!minute || *minute > 59) return std::nullopt;
    const seconds size = hours{*hour} + minutes{*minute};
    return east ? size : -size;
}

bool read_date(TimeTextReader& in, DateTimeParts& parts) {
    const auto year = in.take_number(4);
    if (!year || !in.take("-")) return false;
    const auto month = in.take_number(2);
    if (!month || !in.take("-")) return false;
    const auto day = in.take_number(2);
    if (!day) return false;
    parts.date = {std::chrono::year{*year},
                  std::chrono::month{static_cast<unsigned>(*month)},
                  std::chrono::day{static_cast<unsigned>(*day)}};
    return parts.date.ok();
}

bool read_time(TimeTextReader& in, DateTimeParts& parts) {
    const auto hour = in.take_number(2);
    if (!hour || *hour > 23 || !in.take(":")) return false;
    const auto minute = in.take_number(2);
    if (!minute || *minute > 59 || !in.take(":")) return false;
    const auto second = in.take_number(2);
    if (!second || *second > 60) return false;
    if (in.take(".")) {
        const std::string_view decimals = in.take_digits();
        if (decimals.empty()) return false;
        parts.nanosecond = nanoseconds_of(decimals);
    }
    parts.hour = *hour;
    parts.minute = *minute;
    parts.second = *second;
    return true;
}

std::optional<DateTimeParts> parse_date_time(std::string_view text) {
    TimeTextReader in(text);
    DateTimeParts parts;
    if (!read_date(in, parts) || !in.take("Tt") || !read_time(in, parts)) return std::nullopt;
    const auto offset = read_offset(in);
    if (!offset || !in.done()) return std::nullopt;
    parts.offset = *offset;
    return parts;
}

/// A component such as `12D` or `4H`; read_component returns nothing if the number or the letter is
/// missing.
struct DurationComponent {
    std::string_view whole;
    std::string_view decimals;
    char unit = '\0';
};

std::optional<DurationComponent> read_component(TimeTextReader& in) {
    DurationComponent amount;
    amount.whole = in.take_digits();
    if (amount.whole.empty()) return std::nullopt;
    if (in.take(".")) {
        amount.decimals = in.take_digits();
        if (amount.decimals.empty()) return std::nullopt;
    }
    for (const std::string_view unit : {"D", "H", "M", "S"}) {
        if (in.take(unit)) {
            amount.unit = unit.front();
            return amount;
        }
    }
    return std::nullopt;
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
    const auto parts = parse_date_time(text);
    if (!parts) {
        return fail(ErrorCode::kSyntax,
                    quoted(text) +
                        " is not an RFC 3339 date-time: expected one like 2026-01-02T03:04:05Z or "
                        "2026-01-02T03:04:05.678+02:00, on a day that exists");
    }
    const std::chrono::sys_seconds whole = std::chrono::sys_days(parts->date) + hours{parts->hour} +
                                           minutes{parts->minute} + seconds{parts->second} -
                                           parts->offset;
    // A leap second is written as :60, only at the end of a UTC day; it counts as the next second.
    if (parts->second == 60 && whole != std::chrono::floor<days>(whole)) {
        return fail(ErrorCode::kSyntax,
                    quoted(text) + " has a second 60 that is not the last of its day in UTC");
    }
    constexpr auto kFirst = std::chrono::ceil<seconds>(Instant::min());
    constexpr auto kLast = std::chrono::floor<seconds>(Instant::max()) - seconds{1};
    if (whole < kFirst || whole > kLast) {
        return fail(ErrorCode::kLimit,
                    quoted(text) + " is outside the supported years 1678 to 2261");
    }
    return Instant(whole) + Duration{parts->nanosecond};
}

bool is_same_instant(std::string_view a, std::string_view b) {
    const auto one = parse_instant(a);
    const auto other = parse_instant(b);
    return one && other &&
           std::chrono::abs(*one - *other) < std::max(precision_of(a), precision_of(b));
}

Result<Duration> parse_duration(std::string_view text) {
    TimeTextReader in(text);
    if (!in.take("P") || in.done()) return not_a_duration(text);
    std::int64_t total_s = 0;
    std::int64_t nanosecond = 0;
    bool of_day = false;
    std::size_t next_unit = 0;
    while (!in.done()) {
        if (!of_day && in.take("T")) of_day = true;
        const auto amount = read_component(in);
        if (!amount) return not_a_duration(text);
        while (next_unit < kDurationUnits.size() &&
               kDurationUnits[next_unit].letter != amount->unit)
            ++next_unit;
        if (next_unit == kDurationUnits.size() || kDurationUnits[next_unit].is_time != of_day) {
            return not_a_duration(text);
        }
        if (!amount->decimals.empty() && amount->unit != 'S') return not_a_duration(text);
        total_s += capped_number(amount->whole) * kDurationUnits[next_unit].size_s;
        nanosecond = nanoseconds_of(amount->decimals);
        ++next_unit;
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
