#include "conformance/expressions/expression.hpp"

#include "conformance/expressions/expression_path.hpp"
#include "conformance/expressions/resolve.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::expressions {

struct Expression::ParsedExpression {
    ExpressionPath path;
    SourceRef where;
};

Result<Expression> Expression::parse(std::string_view text, const SourceRef& where) {
    auto path = parse_expression_path(text);
    if (!path) return fail(error_at(path.error(), text, where));
    Expression expression;
    expression.parsed_ =
        std::make_shared<const ParsedExpression>(ParsedExpression{*std::move(path), where});
    return expression;
}

Result<Json> Expression::evaluate(const Scope& scope) const {
    auto value = resolve(parsed_->path, scope);
    if (!value) value.error().where = parsed_->where;
    return value;
}

const std::string& Expression::text() const {
    return parsed_->path.text;
}

Expression::Uses Expression::uses() const {
    return parsed_->path.uses();
}

std::string plain_text(const Json& value) {
    return value.is_string() ? value.get_ref<const std::string&>() : to_text(value);
}

}  // namespace plumbline::expressions
