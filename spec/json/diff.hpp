#pragma once
// The differences between two JSON values.

#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// One difference. An empty text means that the value is absent.
struct Difference {
    std::string pointer;
    std::string expected;
    std::string actual;

    bool operator==(const Difference&) const = default;
};

/// Returns the differences in document order, at most `max`. Numbers compare by value (1 equals
/// 1.0).
[[nodiscard]] std::vector<Difference> diff(const Json& expected,
                                           const Json& got,
                                           std::size_t max = 100);

}  // namespace plumbline
