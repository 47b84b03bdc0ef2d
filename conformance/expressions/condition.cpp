#include "conformance/expressions/condition.hpp"

#include "conformance/expressions/resolve.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::expressions {
namespace {

void note(Readings& readings, const std::string& text, std::string value) {
    const bool known = std::any_of(readings.begin(), readings.end(), [&](const auto& reading) {
        return reading.first == text;
    });
    if (!known) readings.emplace_back(text, std::move(value));
}

Result<Json> evaluate_path(const Path& path, const Scope& scope, Readings& readings) {
    auto value = resolve(path, scope);
    note(readings, path.text, value ? to_short_text(*value) : "unresolved");
    return value;
}

Result<Json> evaluate_comparison(const Condition& condition,
                                 const Scope& scope,
                                 Readings& readings) {
    const auto left = evaluate(condition.parts[0], scope, readings);
    if (!left) return left;
    const auto right = evaluate(condition.parts[1], scope, readings);
    if (!right) return right;
    return Json(compare(*left, condition.comparison, *right));
}

// `decisive` is the truth value that ends the chain: false for &&, true for ||.
Result<Json> evaluate_chain(const Condition& condition,
                            bool decisive,
                            const Scope& scope,
                            Readings& readings) {
    for (const Condition& part : condition.parts) {
        const auto value = evaluate(part, scope, readings);
        if (!value) return value;
        if (is_truthy(*value) == decisive) return Json(decisive);
    }
    return Json(!decisive);
}

}  // namespace

Result<Json> evaluate(const Condition& condition, const Scope& scope, Readings& readings) {
    switch (condition.kind) {
        case Condition::Kind::kLiteral:
            return Json(*condition.literal);
        case Condition::Kind::kExpression:
            return evaluate_path(*condition.path, scope, readings);
        case Condition::Kind::kNot:
            return evaluate(condition.parts[0], scope, readings).map([](const Json& value) {
                return Json(!is_truthy(value));
            });
        case Condition::Kind::kCompare:
            return evaluate_comparison(condition, scope, readings);
        case Condition::Kind::kAll:
            return evaluate_chain(condition, false, scope, readings);
        case Condition::Kind::kAny:
            return evaluate_chain(condition, true, scope, readings);
    }
    return Json(nullptr);
}

Expression::Uses Condition::uses() const {
    Expression::Uses uses;
    if (path) merge_uses(uses, path->uses());
    for (const Condition& part : parts) merge_uses(uses, part.uses());
    return uses;
}

}  // namespace plumbline::expressions
