#pragma once
// What differs between two JSON values.

#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// One difference. Empty text stands for "not there".
struct Difference {
    std::string pointer;
    std::string expected;
    std::string got;

    bool operator==(const Difference&) const = default;
};

/// Lists the differences in document order, at most `max`. Numbers compare by value (1 equals 1.0).
[[nodiscard]] std::vector<Difference> diff(const Json& expected,
                                           const Json& got,
                                           std::size_t max = 100);

}  // namespace plumbline
