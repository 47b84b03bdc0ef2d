#include "conformance/expressions/condition.hpp"

#include "conformance/expressions/expression.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::expressions {
namespace {

void add_value(ExpressionValues& values, const std::string& text, std::string value) {
    const bool known = std::any_of(
        values.begin(), values.end(), [&](const auto& entry) { return entry.first == text; });
    if (!known) values.emplace_back(text, std::move(value));
}

Result<Json> evaluate_path(const Expression& path, const Scope& scope, ExpressionValues& values) {
    auto value = resolve(path, scope);
    add_value(values, path.text, value ? to_short_text(*value) : "unresolved");
    return value;
}

Result<Json> evaluate_comparison(const ConditionNode& condition,
                                 const Scope& scope,
                                 ExpressionValues& values) {
    const auto left = evaluate(condition.operands[0], scope, values);
    if (!left) return left;
    const auto right = evaluate(condition.operands[1], scope, values);
    if (!right) return right;
    return Json(compare(*left, condition.comparison, *right));
}

// `decisive` is the truth value that ends the chain: false for &&, true for ||.
Result<Json> evaluate_chain(const ConditionNode& condition,
                            bool decisive,
                            const Scope& scope,
                            ExpressionValues& values) {
    for (const ConditionNode& part : condition.operands) {
        const auto value = evaluate(part, scope, values);
        if (!value) return value;
        if (is_truthy(*value) == decisive) return Json(decisive);
    }
    return Json(!decisive);
}

}  // namespace

Result<Json> evaluate(const ConditionNode& condition,
                      const Scope& scope,
                      ExpressionValues& values) {
    switch (condition.type) {
        case ConditionNode::ConditionNodeType::kLiteral:
            return Json(*condition.literal);
        case ConditionNode::ConditionNodeType::kExpression:
            return evaluate_path(*condition.path, scope, values);
        case ConditionNode::ConditionNodeType::kNot:
            return evaluate(condition.operands[0], scope, values).map([](const Json& value) {
                return Json(!is_truthy(value));
            });
        case ConditionNode::ConditionNodeType::kCompare:
            return evaluate_comparison(condition, scope, values);
        case ConditionNode::ConditionNodeType::kAll:
            return evaluate_chain(condition, false, scope, values);
        case ConditionNode::ConditionNodeType::kAny:
            return evaluate_chain(condition, true, scope, values);
    }
    return Json(nullptr);
}

Expression::Uses ConditionNode::uses() const {
    Expression::Uses uses;
    if (path) uses.merge(path->uses());
    for (const ConditionNode& part : operands) uses.merge(part.uses());
    return uses;
}

}  // namespace plumbline::expressions
