#include "benchmarks/load/app/quantity.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace plumbline::load {
namespace {

struct UnitSuffix {
    std::string_view text;
    double factor;
};

/// Parses a non-negative number followed by one of the suffixes.
template <std::size_t kCount>
Result<double> parse_with(std::string_view text,
                          const std::array<UnitSuffix, kCount>& suffixes,
                          std::string_view expected) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem == std::errc() && std::isfinite(number) && number >= 0) {
        const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
        for (const UnitSuffix& suffix : suffixes) {
            if (unit == suffix.text) return number * suffix.factor;
        }
    }
    return fail(ErrorCode::kSyntax, fmt::format("found \"{}\", expected {}", text, expected));
}

constexpr std::array<UnitSuffix, 5> kTimes{
    {{"s", 1}, {"", 1}, {"ms", 0.001}, {"m", 60}, {"h", 3600}}};
constexpr std::array<UnitSuffix, 2> kShares{{{"", 1}, {"%", 0.01}}};
constexpr std::array<UnitSuffix, 3> kRates{{{"/s", 1}, {"", 1}, {"/m", 1.0 / 60}}};

}  // namespace

Result<double> parse_seconds(std::string_view text) {
    return parse_with(text, kTimes, "a time such as 10s, 500ms or 2m");
}

Result<double> parse_share(std::string_view text) {
    constexpr std::string_view kExpected = "a share from 0% to 100%, such as 5%";
    auto share = parse_with(text, kShares, kExpected);
    if (share && *share > 1) {
        return fail(ErrorCode::kSyntax, fmt::format("found \"{}\", expected {}", text, kExpected));
    }
    return share;
}

Result<double> parse_rate(std::string_view text) {
    constexpr std::string_view kExpected = "a rate above 0 such as 500/s";
    auto rate = parse_with(text, kRates, kExpected);
    if (rate && *rate <= 0) {
        return fail(ErrorCode::kSyntax, fmt::format("found \"{}\", expected {}", text, kExpected));
    }
    return rate;
}

Result<Shard> parse_shard(std::string_view text) {
    Shard shard;
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, number);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == '/') {
        const auto second = std::from_chars(first.ptr + 1, end, shard.count);
        if (second.ec == std::errc() && second.ptr == end && number >= 1 && number <= shard.count) {
            shard.index = number - 1;
            return shard;
        }
    }
    return fail(ErrorCode::kSyntax,
                fmt::format("found \"{}\", expected I/N with I from 1 to N, such as 2/3", text));
}

}  // namespace plumbline::load
