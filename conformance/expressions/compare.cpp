#include "conformance/expressions/compare.hpp"

#include "spec/base/text.hpp"
#include "spec/json/numbers.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <cctype>
#include <compare>
#include <string>

namespace plumbline::expressions {
namespace {

std::partial_ordering order_of_strings(const Json& left, const Json& right) {
    return to_lower(left.get_ref<const std::string&>()) <=>
           to_lower(right.get_ref<const std::string&>());
}

std::optional<Json> as_number(const Json& value) {
    if (value.is_number()) return Json(value);
    return value.is_string() ? parse_number(value.get_ref<const std::string&>()) : std::nullopt;
}

// Two numeric strings are compared as strings under ==, so that ids stay exact.
std::partial_ordering order_of(const Json& left, const Json& right, bool texts_may_be_numbers) {
    const bool both_texts = left.is_string() && right.is_string();
    if (!both_texts || texts_may_be_numbers) {
        const auto left_number = as_number(left);
        const auto right_number = as_number(right);
        if (left_number && right_number) return compare_numbers(*left_number, *right_number);
    }
    return both_texts ? order_of_strings(left, right) : std::partial_ordering::unordered;
}

bool is_equal(const Json& left, const Json& right) {
    const bool either_orders = left.is_number() || left.is_string();
    return either_orders ? order_of(left, right, false) == 0 : left == right;
}

}  // namespace

bool compare(const Json& left, RelationalOperator comparison, const Json& right) {
    switch (comparison) {
        case RelationalOperator::kEqual:
            return is_equal(left, right);
        case RelationalOperator::kNotEqual:
            return !is_equal(left, right);
        case RelationalOperator::kLess:
            return order_of(left, right, true) < 0;
        case RelationalOperator::kLessOrEqual:
            return order_of(left, right, true) <= 0;
        case RelationalOperator::kGreater:
            return order_of(left, right, true) > 0;
        case RelationalOperator::kGreaterOrEqual:
            return order_of(left, right, true) >= 0;
    }
    return false;
}

bool is_truthy(const Json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number()) return value.get<double>() != 0;
    if (value.is_string()) return !value.get_ref<const std::string&>().empty();
    return !value.is_null();
}

std::optional<Json> parse_number(std::string_view text) {
    // JSON text may have whitespace around it; a number in a condition or in a string may not.
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text.back())) == 0) return {};
    if (text.front() != '-' && std::isdigit(static_cast<unsigned char>(text.front())) == 0)
        return {};
    auto value = parse_json(text);
    if (!value || !value->is_number()) return {};
    return *std::move(value);
}

}  // namespace plumbline::expressions
