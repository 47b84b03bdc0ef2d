#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>

#include <utility>

namespace plumbline::jsonpath {
namespace {

/// Longer ones first.
constexpr std::pair<std::string_view, ComparisonOperator> kOperators[] = {
    {"==", ComparisonOperator::kEqual},
    {"!=", ComparisonOperator::kNotEqual},
    {"<=", ComparisonOperator::kLessOrEqual},
    {">=", ComparisonOperator::kGreaterOrEqual},
    {"<", ComparisonOperator::kLess},
    {">", ComparisonOperator::kGreater},
};

}  // namespace

JsonPathResult<LogicalExpression> JsonPathParser::parse_or() {
    std::vector<LogicalExpression> parts;
    do {
        reader_.skip_blanks();
        auto part = parse_and();
        if (!part) return part;
        parts.push_back(*std::move(part));
    } while (reader_.take("||"));
    return parts.size() == 1 ? std::move(parts.front())
                             : LogicalExpression{LogicalOr{std::move(parts)}};
}

JsonPathResult<LogicalExpression> JsonPathParser::parse_and() {
    std::vector<LogicalExpression> parts;
    do {
        reader_.skip_blanks();
        auto part = parse_basic();
        if (!part) return part;
        parts.push_back(*std::move(part));
        reader_.skip_blanks();
    } while (reader_.take("&&"));
    return parts.size() == 1 ? std::move(parts.front())
                             : LogicalExpression{LogicalAnd{std::move(parts)}};
}

JsonPathResult<LogicalExpression> JsonPathParser::parse_basic() {
    if (reader_.peek() == '!') return parse_negation();
    if (reader_.peek() == '(') {
        auto inner = parse_group();
        if (!inner) return inner;
        reader_.skip_blanks();
        const std::size_t after = reader_.offset();
        if (!take_operator()) return inner;
        return fail_at(after,
                       "a condition in parentheses cannot be compared; join it with && or ||, or "
                       "remove the parentheses");
    }
    auto left = parse_operand();
    if (!left) return forward_error(left);
    reader_.skip_blanks();
    const std::optional<ComparisonOperator> op = take_operator();
    return op ? parse_comparison(*std::move(left), *op) : make_test(*std::move(left));
}

JsonPathResult<LogicalExpression> JsonPathParser::parse_negation() {
    const std::size_t start = reader_.offset();
    reader_.skip();
    reader_.skip_blanks();
    if (reader_.peek() == '!') {
        return fail_at(reader_.offset(),
                       "`!` cannot be repeated; remove both, or write !(!@.name)");
    }
    JsonPathResult<LogicalExpression> inner = LogicalExpression{};
    if (reader_.peek() == '(') {
        inner = parse_group();
    } else {
        auto tested = parse_operand();
        if (!tested) return forward_error(tested);
        reader_.skip_blanks();
        if (take_operator()) {
            return fail_at(start,
                           "`!` is not allowed before a comparison; write !(...) around it, or use "
                           "the opposite operator");
        }
        inner = make_test(*std::move(tested));
    }
    if (!inner) return inner;
    return LogicalExpression{
        LogicalNot{std::make_shared<const LogicalExpression>(*std::move(inner))}};
}

JsonPathResult<LogicalExpression> JsonPathParser::parse_group() {
    const std::size_t start = reader_.offset();
    if (auto deeper = enter_nesting(); !deeper) return forward_error(deeper);
    reader_.skip();
    auto inner = parse_or();
    if (!inner) return inner;
    leave_nesting();
    if (reader_.at_end() || reader_.peek() == ']') return fail_at(start, "this `(` is not closed");
    if (reader_.take(")")) return inner;
    const std::string hint = operator_hint();
    return fail_at(reader_.offset(),
                   hint.empty()
                       ? fmt::format("expected `)`, && or ||, found {}", reader_.describe_next())
                       : hint);
}

JsonPathResult<LogicalExpression> JsonPathParser::parse_comparison(ParsedOperand left,
                                                                   ComparisonOperator op) {
    if (auto fits = check_comparable(left); !fits) return forward_error(fits);
    reader_.skip_blanks();
    auto right = parse_operand();
    if (!right) return forward_error(right);
    if (auto fits = check_comparable(*right); !fits) return forward_error(fits);
    reader_.skip_blanks();
    const std::size_t after = reader_.offset();
    if (take_operator()) {
        return fail_at(after, "comparisons do not chain; join two of them with &&");
    }
    return LogicalExpression{
        FilterComparison{op, std::move(left.operand), std::move(right->operand)}};
}

/// Source: RFC 9535, sections 2.3.5.1 and 2.4.3.
JsonPathResult<void> JsonPathParser::check_comparable(const ParsedOperand& operand) const {
    if (operand.non_singular) {
        return fail_at(
            operand.non_singular->offset,
            fmt::format("only a query for one node can be compared, and {}; test whether some "
                        "node matches with a filter, as in @.a[?@ == 1], or compare "
                        "value(...) or count(...)",
                        operand.non_singular->reason));
    }
    const FunctionSignature* called = function_of(operand.operand);
    if (called == nullptr || called->result == FunctionType::kValue) return {};
    return fail_at(
        operand.offset,
        fmt::format("{}() returns true or false and cannot be compared; write it alone, or with ! "
                    "before it",
                    called->name),
        ErrorCode::kInvalid);
}

/// Makes a condition from a single operand. Source: RFC 9535, sections 2.3.5.2.1 and 2.4.3.
JsonPathResult<LogicalExpression> JsonPathParser::make_test(ParsedOperand operand) const {
    if (auto* query = std::get_if<JsonPathQuery>(&operand.operand))
        return LogicalExpression{std::move(*query)};
    const FunctionSignature* called = function_of(operand.operand);
    if (called == nullptr) {
        return fail_at(operand.offset,
                       "a value alone is not a condition; compare it, as in @.name == 'text'");
    }
    if (called->result != FunctionType::kLogical) {
        return fail_at(
            operand.offset,
            fmt::format("{}() returns a value, which alone is not a condition; compare it, as "
                        "in {}(...) > 0",
                        called->name,
                        called->name),
            ErrorCode::kInvalid);
    }
    return LogicalExpression{
        std::get<std::shared_ptr<const FunctionCall>>(std::move(operand.operand))};
}

std::optional<ComparisonOperator> JsonPathParser::take_operator() {
    for (const auto& [text, op] : kOperators) {
        if (reader_.take(text)) return op;
    }
    return std::nullopt;
}

/// Returns a hint if the next characters resemble an operator, else "".
std::string JsonPathParser::operator_hint() const {
    const char c = reader_.peek();
    if (c == '=' && reader_.peek(1) == '~') return "there is no `=~`; use match() or search()";
    if (c == '=' || c == '&' || c == '|') {
        return fmt::format("`{}` is not an operator; did you mean `{}{}`?", c, c, c);
    }
    if (c == '+' || c == '-' || c == '*' || c == '/' || c == '%') {
        return fmt::format("`{}`: filters compare values and do not calculate", c);
    }
    return "";
}

}  // namespace plumbline::jsonpath
