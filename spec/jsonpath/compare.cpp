#include "spec/jsonpath/compare.hpp"

#include "spec/json/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::jsonpath {
namespace {

// A text costs one step for each piece of this size.
constexpr std::size_t kBytesPerStep = 64;

/// Deep equality, limited by the budget; `depth` levels down.
bool is_equal(const Json& left, const Json& right, EvaluationBudget& budget, std::size_t depth) {
    if (!budget.spend()) return false;
    if (left.is_number() && right.is_number()) return compare_numbers(left, right) == 0;
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
    if (less->is_number() && more->is_number()) return compare_numbers(*less, *more) < 0;
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
