#pragma once
// Numbers and times, for comparing.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>

namespace plumbline::monitors {

struct Quantity {
    double number = 0;
    std::string time{};  ///< as RFC 3339 text, "": it is a number
};

/// Returns the number or time that a value (null: none) is; none if it is neither.
[[nodiscard]] std::optional<Quantity> quantity_of(const Json* value);
/// Says whether `a` is less; of two times as far as the one with fewer decimals tells it. A number
/// and a time are not compared.
[[nodiscard]] bool is_less(const Quantity& a, const Quantity& b);
[[nodiscard]] std::string shown(const Quantity& quantity);

}  // namespace plumbline::monitors
