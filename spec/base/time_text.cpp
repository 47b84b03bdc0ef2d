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

/// Takes text off its front, piece by piece.
class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool done() const { return rest_.empty(); }

    /// Takes one character if it is among `wanted`.
    [[nodiscard]] bool take(std::string_view wanted) {
        if (rest_.empty() || wanted.find(rest_.front()) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }

    /// Takes all digits at the front.
    [[nodiscard]] std::string_view digits() {
        const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    /// Takes exactly `count` digits.
    [[nodiscard]] std::optional<int> number(std::size_t count) {
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

/// Returns the nanoseconds that decimals of a second stand for; those beyond the ninth are dropped.
std::int64_t nanoseconds_of(std::string_view decimals) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        value = value * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
    }
    return value;
}

/// Returns what one stands for in the last place of the seconds of a date-time.
Duration last_place(std::string_view date_time) {
    Duration place = seconds{1};
    const std::size_t point = date_time.find('.');
    if (point == std::string_view::npos) return place;
    for (std::size_t left = Reader(date_time.substr(point + 1)).digits().size(); left > 0; --left)
        place = std::max(place / 10, Duration{1});
    return place;
}

/// What an RFC 3339 text spells out, before it is placed on the time line.
struct Spelled {
    std::chrono::year_month_day date;
    int hour = 0;
    int minute = 0;
    int second = 0;
    std::int64_t nanosecond = 0;
    seconds offset{0};
};

std::optional<seconds> read_offset(Reader& in) {
    if (in.take("Zz")) return seconds{0};
    const bool east = in.take("+");
    if (!east && !in.take("-")) return std::nullopt;
    const auto hour = in.number(2);
    if (!hour || *hour > 23 || !in.take(":")) return std::nullopt;
    const auto minute = in.number(2);
    if (!minute || *minute > 59) return std::nullopt;
    const seconds size = hours{*hour} + minutes{*minute};
    return east ? size : -size;
}

bool read_date(Reader& in, Spelled& spelled) {
    const auto year = in.number(4);
    if (!year || !in.take("-")) return false;
    const auto month = in.number(2);
    if (!month || !in.take("-")) return false;
    const auto day = in.number(2);
    if (!day) return false;
    spelled.date = {std::chrono::year{*year},
                    std::chrono::month{static_cast<unsigned>(*month)},
                    std::chrono::day{static_cast<unsigned>(*day)}};
    return spelled.date.ok();
}

bool read_time(Reader& in, Spelled& spelled) {
    const auto hour = in.number(2);
    if (!hour || *hour > 23 || !in.take(":")) return false;
    const auto minute = in.number(2);
    if (!minute || *minute > 59 || !in.take(":")) return false;
    const auto second = in.number(2);
    if (!second || *second > 60) return false;
    if (in.take(".")) {
        const std::string_view decimals = in.digits();
        if (decimals.empty()) return false;
        spelled.nanosecond = nanoseconds_of(decimals);
    }
    spelled.hour = *hour;
    spelled.minute = *minute;
    spelled.second = *second;
    return true;
}

std::optional<Spelled> spell_out(std::string_view text) {
    Reader in(text);
    Spelled spelled;
    if (!read_date(in, spelled) || !in.take("Tt") || !read_time(in, spelled)) return std::nullopt;
    const auto offset = read_offset(in);
    if (!offset || !in.done()) return std::nullopt;
    spelled.offset = *offset;
    return spelled;
}

/// Takes `12D`, `4H` or the like off the front; nothing if the number or the letter is missing.
struct Amount {
    std::string_view whole;
    std::string_view decimals;
    char unit = '\0';
};

std::optional<Amount> read_amount(Reader& in) {
    Amount amount;
    amount.whole = in.digits();
    if (amount.whole.empty()) return std::nullopt;
    if (in.take(".")) {
        amount.decimals = in.digits();
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

tl::unexpected<Error> no_duration(std::string_view text) {
    return fail(ErrorCode::kSyntax,
                quoted(text) +
                    " is no duration: expected days, hours, minutes and seconds in this order, as "
                    "in P3D, PT4H, P1DT2H30M or PT0.25S (only seconds take decimals; years, months "
                    "and weeks are not read: write days)");
}

tl::unexpected<Error> too_long(std::string_view text) {
    return fail(ErrorCode::kLimit,
                quoted(text) + " is longer than 100 years, the longest duration read here");
}

struct Unit {
    char letter;
    bool of_day;  // stands behind the T
    std::int64_t size_s;
};
constexpr std::array<Unit, 4> kUnits = {
    {{'D', false, 86'400}, {'H', true, 3'600}, {'M', true, 60}, {'S', true, 1}}};

std::int64_t whole_number(std::string_view digits) {
    // Capped far above the longest duration, so that the sum below cannot overflow.
    constexpr std::int64_t kCap = 100'000'000'000;
    std::int64_t value = 0;
    for (const char c : digits) value = std::min(value * 10 + (c - '0'), kCap);
    return value;
}

/// Writes a number over the zeros of a text, so that it ends at `last`.
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
    const auto spelled = spell_out(text);
    if (!spelled) {
        return fail(ErrorCode::kSyntax,
                    quoted(text) +
                        " is no RFC 3339 date-time: expected one like 2026-01-02T03:04:05Z or "
                        "2026-01-02T03:04:05.678+02:00, on a day that exists");
    }
    const std::chrono::sys_seconds whole = std::chrono::sys_days(spelled->date) +
                                           hours{spelled->hour} + minutes{spelled->minute} +
                                           seconds{spelled->second} - spelled->offset;
    // A leap second is written :60 and only at the end of a UTC day; it counts as the next second.
    if (spelled->second == 60 && whole != std::chrono::floor<days>(whole)) {
        return fail(ErrorCode::kSyntax,
                    quoted(text) + " has a second 60 that is not the last of its day in UTC");
    }
    constexpr auto kFirst = std::chrono::ceil<seconds>(Instant::min());
    constexpr auto kLast = std::chrono::floor<seconds>(Instant::max()) - seconds{1};
    if (whole < kFirst || whole > kLast) {
        return fail(ErrorCode::kLimit,
                    quoted(text) + " is outside the years 1678 to 2261 that are read here");
    }
    return Instant(whole) + Duration{spelled->nanosecond};
}

bool is_same_instant(std::string_view a, std::string_view b) {
    const auto one = parse_instant(a);
    const auto other = parse_instant(b);
    return one && other && std::chrono::abs(*one - *other) < std::max(last_place(a), last_place(b));
}

Result<Duration> parse_duration(std::string_view text) {
    Reader in(text);
    if (!in.take("P") || in.done()) return no_duration(text);
    std::int64_t total_s = 0;
    std::int64_t nanosecond = 0;
    bool of_day = false;
    std::size_t next_unit = 0;
    while (!in.done()) {
        if (!of_day && in.take("T")) of_day = true;
        const auto amount = read_amount(in);
        if (!amount) return no_duration(text);
        while (next_unit < kUnits.size() && kUnits[next_unit].letter != amount->unit) ++next_unit;
        if (next_unit == kUnits.size() || kUnits[next_unit].of_day != of_day) {
            return no_duration(text);
        }
        if (!amount->decimals.empty() && amount->unit != 'S') return no_duration(text);
        total_s += whole_number(amount->whole) * kUnits[next_unit].size_s;
        nanosecond = nanoseconds_of(amount->decimals);
        ++next_unit;
    }
    if (seconds{total_s} > kLongestDuration) return too_long(text);
    const Duration duration = seconds{total_s} + Duration{nanosecond};
    if (duration > kLongestDuration) return too_long(text);
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
    for (const Unit& unit : kUnits) {
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
            (unit.of_day ? time_part : day_part) += fmt::format("{}{}", count, unit.letter);
        }
    }
    return (negative ? "-P" : "P") + day_part + (time_part.empty() ? "" : "T" + time_part);
}

}  // namespace plumbline
