#include "benchmarks/load/app/quantity.hpp"

#include "benchmarks/load/result/load_output.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace plumbline::load {
namespace {

constexpr double kSecondInNs = 1e9;
/// One request a day, and the largest load of all options.
constexpr double kMinRate = 1e-5;
constexpr double kMaxRate = 1e6;

/// Parses a non-negative number followed by a unit of the scale.
std::optional<double> parse_with(std::string_view text, FigureScale scale) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
    const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
    for (const ScaleUnit& known : units_of(scale)) {
        if (unit == known.name) return number * known.factor;
    }
    return std::nullopt;
}

tl::unexpected<Error> unexpected_text(std::string_view text, std::string_view expected) {
    return fail(ErrorCode::kSyntax, fmt::format("found \"{}\", expected {}", text, expected));
}

}  // namespace

Result<double> parse_seconds(std::string_view text) {
    if (const auto seconds = parse_with(text, FigureScale::kCount)) return *seconds;
    const auto time = parse_with(text, FigureScale::kTime);
    if (!time) return unexpected_text(text, "a time such as 10s, 500ms or 2m");
    return *time / kSecondInNs;
}

Result<double> parse_share(std::string_view text) {
    const auto share = parse_with(text, FigureScale::kShare);
    if (!share || *share > 1) return unexpected_text(text, "a share from 0% to 100%, such as 5%");
    return *share;
}

Result<double> parse_rate(std::string_view text) {
    const auto rate = parse_with(text, FigureScale::kRate);
    if (rate && *rate >= kMinRate && *rate <= kMaxRate) return *rate;
    return unexpected_text(
        text, "a rate from 0.00001/s (about one a day) to 1000000/s, such as 500/s or 30/m");
}

Result<double> parse_number(std::string_view text) {
    const auto number = parse_with(text, FigureScale::kCount);
    if (!number) return unexpected_text(text, "a plain number such as 0.25");
    return *number;
}

}  // namespace plumbline::load
