#include "spec/schema/exact_arithmetic.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace plumbline {
namespace {

// Large enough for every int64 and uint64, and for the product of two mantissas.
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

constexpr double kBeyondIntegers = 0x1p65;

template <typename T>
std::strong_ordering compare_ordered(const T& a, const T& b) {
    if (a < b) return std::strong_ordering::less;
    return b < a ? std::strong_ordering::greater : std::strong_ordering::equal;
}

Int128 integer_of(const Json& number) {
    return number.is_number_unsigned() ? Int128{number.get<std::uint64_t>()}
                                       : Int128{number.get<std::int64_t>()};
}

std::strong_ordering compare_with_double(Int128 a, double b) {
    if (b >= kBeyondIntegers) return std::strong_ordering::less;
    if (b <= -kBeyondIntegers) return std::strong_ordering::greater;
    const auto whole = static_cast<Int128>(b);
    if (a != whole) return compare_ordered(a, whole);
    return compare_ordered(0.0, b - static_cast<double>(whole));
}

/// The order of types is our choice: JSON Schema defines only equality.
int type_rank(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return 0;
        case Json::value_t::boolean:
            return 1;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return 2;
        case Json::value_t::string:
            return 3;
        case Json::value_t::array:
            return 4;
        case Json::value_t::object:
            return 5;
        default:
            return 6;
    }
}

std::strong_ordering compare_arrays(const Json& a, const Json& b) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    return std::lexicographical_compare_three_way(
        a.begin(), a.end(), b.begin(), b.end(), compare_values);
}

std::strong_ordering compare_objects(const Json& a, const Json& b) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    const auto& x = a.get_ref<const Json::object_t&>();
    const auto& y = b.get_ref<const Json::object_t&>();
    return std::lexicographical_compare_three_way(
        x.begin(), x.end(), y.begin(), y.end(), [](const auto& one, const auto& other) {
            if (one.first != other.first) return one.first <=> other.first;
            return compare_values(one.second, other.second);
        });
}

Decimal normalized_decimal(std::uint64_t mantissa, int exponent) {
    if (mantissa == 0) return {};
    for (; mantissa % 10 == 0; mantissa /= 10) ++exponent;
    return {mantissa, exponent};
}

UInt128 power_of_ten(int exponent, std::uint64_t modulus) {
    UInt128 result = 1 % modulus;
    for (UInt128 base = 10 % modulus; exponent > 0; exponent /= 2) {
        if (exponent % 2 != 0) result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

}  // namespace

std::strong_ordering compare_numbers(const Json& a, const Json& b) {
    if (a.is_number_float() && b.is_number_float())
        return compare_ordered(a.get<double>(), b.get<double>());
    if (b.is_number_float()) return compare_with_double(integer_of(a), b.get<double>());
    if (a.is_number_float()) return 0 <=> compare_with_double(integer_of(b), a.get<double>());
    return compare_ordered(integer_of(a), integer_of(b));
}

std::strong_ordering compare_values(const Json& a, const Json& b) {
    if (type_rank(a) != type_rank(b)) return type_rank(a) <=> type_rank(b);
    if (a.is_number()) return compare_numbers(a, b);
    if (a.is_array()) return compare_arrays(a, b);
    if (a.is_object()) return compare_objects(a, b);
    return compare_ordered(a, b);
}

bool is_integral(const Json& number) {
    if (!number.is_number_float()) return true;
    const double value = number.get<double>();
    return std::isfinite(value) && std::trunc(value) == value;
}

Decimal decimal_of(const Json& number) {
    if (number.is_number_unsigned()) return normalized_decimal(number.get<std::uint64_t>(), 0);
    if (number.is_number_integer()) {
        const Int128 value = integer_of(number);
        return normalized_decimal(static_cast<std::uint64_t>(value < 0 ? -value : value), 0);
    }
    // The shortest text that parses to this double (at most 17 digits) is what its author wrote.
    char text[32];
    const auto end = std::to_chars(std::begin(text),
                                   std::end(text),
                                   std::abs(number.get<double>()),
                                   std::chars_format::scientific)
                         .ptr;
    std::uint64_t mantissa = 0;
    int exponent = 0;
    bool after_point = false;
    const char* c = text;
    for (; c != end && *c != 'e'; ++c) {
        if (*c == '.') {
            after_point = true;
            continue;
        }
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(*c - '0');
        if (after_point) --exponent;
    }
    int scale = 0;
    if (c != end) std::from_chars(c[1] == '+' ? c + 2 : c + 1, end, scale);
    return normalized_decimal(mantissa, exponent + scale);
}

bool is_multiple(const Decimal& value, const Decimal& divisor) {
    if (value.mantissa == 0) return true;
    const int shift = value.exponent - divisor.exponent;
    if (shift >= 0) {
        const UInt128 rest = value.mantissa % divisor.mantissa;
        return rest * power_of_ten(shift, divisor.mantissa) % divisor.mantissa == 0;
    }
    // A mantissa has at most 20 digits, so it cannot be a multiple of a larger power of ten.
    if (shift < -19) return false;
    UInt128 scaled = divisor.mantissa;
    for (int i = shift; i < 0; ++i) scaled *= 10;
    return value.mantissa % scaled == 0;
}

}  // namespace plumbline
