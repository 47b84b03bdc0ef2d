#pragma once
// Quantities with units on the command line. Conditions have the same units.

#include "spec/base/result.hpp"

#include <string_view>

namespace plumbline::load {

/// Parses a time: `90s`, `1.5m`, `200ms`; a plain number means seconds. Errors: kSyntax.
[[nodiscard]] Result<double> parse_seconds(std::string_view text);
/// Parses a share, 0 to 1: `1%`, `0.01`. Errors: kSyntax.
[[nodiscard]] Result<double> parse_share(std::string_view text);
/// Parses a non-negative number without a unit. Errors: kSyntax.
[[nodiscard]] Result<double> parse_number(std::string_view text);
/// Parses a rate: `500/s`, `30/m`, `500`. Units: per second. Errors: kSyntax (also below one a day
/// and above a million per second).
[[nodiscard]] Result<double> parse_rate(std::string_view text);

}  // namespace plumbline::load
