#include "spec/json/numbers.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>

namespace plumbline {
namespace {

// Large enough for every int64 and uint64.
__extension__ using Int128 = __int128;

constexpr double kBeyondIntegers = 0x1p65;

Int128 integer_of(const Json& number) {
    return number.is_number_unsigned() ? Int128{number.get<std::uint64_t>()}
                                       : Int128{number.get<std::int64_t>()};
}

std::partial_ordering compare_with_double(Int128 a, double b) {
    if (std::isnan(b)) return std::partial_ordering::unordered;
    if (b >= kBeyondIntegers) return std::partial_ordering::less;
    if (b <= -kBeyondIntegers) return std::partial_ordering::greater;
    const auto whole = static_cast<Int128>(b);
    if (a != whole) return a <=> whole;
    return 0.0 <=> b - static_cast<double>(whole);
}

}  // namespace

std::partial_ordering compare_numbers(const Json& a, const Json& b) {
    if (a.is_number_float() && b.is_number_float()) return a.get<double>() <=> b.get<double>();
    if (b.is_number_float()) return compare_with_double(integer_of(a), b.get<double>());
    if (a.is_number_float()) return 0 <=> compare_with_double(integer_of(b), a.get<double>());
    return integer_of(a) <=> integer_of(b);
}

bool is_integral(const Json& number) {
    if (!number.is_number_float()) return true;
    const double value = number.get<double>();
    return std::isfinite(value) && std::trunc(value) == value;
}

}  // namespace plumbline
