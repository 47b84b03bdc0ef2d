#include "spec/jsonpath/compare.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <utility>

namespace plumbline::jsonpath {
namespace {

// A text costs one step for each piece of this size.
constexpr std::size_t kBytesPerStep = 64;

template <typename Left, typename Right>
std::partial_ordering order_of_integers(Left left, Right right) {
    if (std::cmp_equal(left, right)) return std::partial_ordering::equivalent;
    return std::cmp_less(left, right) ? std::partial_ordering::less
                                      : std::partial_ordering::greater;
}

template <typename Integer>
std::partial_ordering order_with_double(Integer left, double right) {
    // Beyond these bounds all 64-bit integers are on one side, and a cast would overflow.
    if (std::isnan(right)) return std::partial_ordering::unordered;
    if (right >= 0x1p64) return std::partial_ordering::less;
    if (right < -0x1p63) return std::partial_ordering::greater;
    const double whole = std::trunc(right);
    const auto order = whole < 0 ? order_of_integers(left, static_cast<std::int64_t>(whole))
                                 : order_of_integers(left, static_cast<std::uint64_t>(whole));
    return order == 0 ? 0.0 <=> right - whole : order;
}

/// Calls `use` with the integer in its own type. (The library itself casts unsigned to signed in
/// comparisons, so that -1 equals 2^64-1.)
template <typename Use>
auto with_integer(const Json& number, const Use& use) {
    return number.is_number_unsigned() ? use(number.get<std::uint64_t>())
                                       : use(number.get<std::int64_t>());
}

std::partial_ordering order_of_numbers(const Json& left, const Json& right) {
    if (left.is_number_float() && right.is_number_float()) {
        return left.get<double>() <=> right.get<double>();
    }
    if (left.is_number_float()) return 0 <=> order_of_numbers(right, left);
    return with_integer(left, [&](auto a) {
        if (right.is_number_float()) return order_with_double(a, right.get<double>());
        return with_integer(right, [&](auto b) { return order_of_integers(a, b); });
    });
}

/// Deep equality, limited by the budget; `depth` levels down.
bool is_equal(const Json& left, const Json& right, EvaluationBudget& budget, std::size_t depth) {
    if (!budget.spend()) return false;
    if (left.is_number() && right.is_number()) return order_of_numbers(left, right) == 0;
    if (left.type() != right.type()) return false;
    if (left.is_string()) {
        const auto& text = left.get_ref<const std::string&>();
        return budget.spend(text.size() / kBytesPerStep + 1) && left == right;
    }
    if (!left.is_structured()) return left == right;
    if (left.size() != right.size() || !budget.may_enter(depth + 1)) return false;
    // Members are sorted by name.
    for (auto a = left.begin(), b = right.begin(); a != left.end(); ++a, ++b) {
        if (left.is_object()) {
            if (!budget.spend(a.key().size() / kBytesPerStep + 1)) return false;
            if (a.key() != b.key()) return false;
        }
        if (!is_equal(*a, *b, budget, depth + 1)) return false;
    }
    return true;
}

bool is_equal(const Json* left, const Json* right, EvaluationBudget& budget) {
    if (left == nullptr || right == nullptr) return left == right;
    return is_equal(*left, *right, budget, 0);
}

bool is_less(const Json* less, const Json* more, EvaluationBudget& budget) {
    if (less == nullptr || more == nullptr) return false;
    if (less->is_number() && more->is_number()) return order_of_numbers(*less, *more) < 0;
    if (!less->is_string() || !more->is_string()) return false;
    const auto& a = less->get_ref<const std::string&>();
    const auto& b = more->get_ref<const std::string&>();
    // UTF-8 bytes sort like code points.
    return budget.spend(std::min(a.size(), b.size()) / kBytesPerStep + 1) && a < b;
}

}  // namespace

bool compare(const Json* left, ComparisonOperator op, const Json* right, EvaluationBudget& budget) {
    switch (op) {
        case ComparisonOperator::kEqual:
            return is_equal(left, right, budget);
        case ComparisonOperator::kNotEqual:
            return !is_equal(left, right, budget);
        case ComparisonOperator::kLess:
            return is_less(left, right, budget);
        case ComparisonOperator::kLessOrEqual:
            return is_less(left, right, budget) || is_equal(left, right, budget);
        case ComparisonOperator::kGreater:
            return is_less(right, left, budget);
        case ComparisonOperator::kGreaterOrEqual:
            return is_less(right, left, budget) || is_equal(left, right, budget);
    }
    return false;
}

}  // namespace plumbline::jsonpath
