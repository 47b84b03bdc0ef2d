#include "benchmarks/load/app/quantity.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <span>

namespace plumbline::load {
namespace {

struct UnitSuffix {
    std::string_view text;
    double factor;
};
constexpr UnitSuffix kTimes[] = {{"s", 1}, {"", 1}, {"ms", 0.001}, {"m", 60}, {"h", 3600}};
constexpr UnitSuffix kShares[] = {{"", 1}, {"%", 0.01}};
constexpr UnitSuffix kRates[] = {{"/s", 1}, {"", 1}, {"/m", 1.0 / 60}};

/// Parses a non-negative number followed by one of the suffixes.
std::optional<double> parse_with(std::string_view text, std::span<const UnitSuffix> suffixes) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
    const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
    for (const UnitSuffix& suffix : suffixes) {
        if (unit == suffix.text) return number * suffix.factor;
    }
    return std::nullopt;
}

tl::unexpected<Error> unexpected_text(std::string_view text, std::string_view expected) {
    return fail(ErrorCode::kSyntax, fmt::format("found \"{}\", expected {}", text, expected));
}

}  // namespace

Result<double> parse_seconds(std::string_view text) {
    const auto seconds = parse_with(text, kTimes);
    if (!seconds) return unexpected_text(text, "a time such as 10s, 500ms or 2m");
    return *seconds;
}

Result<double> parse_share(std::string_view text) {
    const auto share = parse_with(text, kShares);
    if (!share || *share > 1) return unexpected_text(text, "a share from 0% to 100%, such as 5%");
    return *share;
}

Result<double> parse_rate(std::string_view text) {
    const auto rate = parse_with(text, kRates);
    if (!rate || *rate <= 0) return unexpected_text(text, "a rate above 0 such as 500/s");
    return *rate;
}

}  // namespace plumbline::load
