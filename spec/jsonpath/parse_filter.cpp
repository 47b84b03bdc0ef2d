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

std::optional<ComparisonOperator> take_operator(JsonPathReader& reader) {
    for (const auto& [text, op] : kOperators) {
        if (reader.take(text)) return op;
    }
    return std::nullopt;
}

/// Refuses an operator if one comes next, with an error at `offset`.
void refuse_operator(JsonPathReader& reader, std::size_t offset, const char* message) {
    if (take_operator(reader)) reader.refuse_at(offset, message);
}

/// Source: RFC 9535, sections 2.3.5.1 and 2.4.3.
void check_comparable(JsonPathReader& reader, const ParsedOperand& operand) {
    const auto* query = std::get_if<JsonPathQuery>(&operand.operand);
    if (query != nullptr && query->non_singular) {
        reader.refuse_at(
            query->non_singular->offset,
            fmt::format("only a query for one node can be compared, and {}; test whether some "
                        "node matches with a filter, as in @.a[?@ == 1], or compare "
                        "value(...) or count(...)",
                        query->non_singular->text));
    }
    const FunctionSignature* called = function_of(operand.operand);
    if (called == nullptr || called->result == FunctionType::kValue) return;
    reader.refuse_at(operand.offset,
                     fmt::format("{}() returns true or false and cannot be compared; write it "
                                 "alone, or with ! before it",
                                 called->name),
                     ErrorCode::kInvalid);
}

LogicalExpression parse_comparison(JsonPathReader& reader,
                                   ParsedOperand left,
                                   ComparisonOperator op) {
    check_comparable(reader, left);
    reader.skip_blanks();
    ParsedOperand right = parse_operand(reader);
    check_comparable(reader, right);
    reader.skip_blanks();
    refuse_operator(reader, reader.offset(), "comparisons do not chain; join two of them with &&");
    return {FilterComparison{op, std::move(left.operand), std::move(right.operand)}};
}

/// Makes a condition from a single operand. Source: RFC 9535, sections 2.3.5.2.1 and 2.4.3.
LogicalExpression make_test(JsonPathReader& reader, ParsedOperand operand) {
    if (auto* query = std::get_if<JsonPathQuery>(&operand.operand)) return {std::move(*query)};
    const FunctionSignature* called = function_of(operand.operand);
    if (called == nullptr) {
        reader.refuse_at(operand.offset,
                         "a value alone is not a condition; compare it, as in @.name == 'text'");
        return {};
    }
    if (called->result != FunctionType::kLogical) {
        reader.refuse_at(operand.offset,
                         fmt::format("{0}() returns a value, which alone is not a condition; "
                                     "compare it, as in {0}(...) > 0",
                                     called->name),
                         ErrorCode::kInvalid);
    }
    return {std::get<std::shared_ptr<const FunctionCall>>(std::move(operand.operand))};
}

LogicalExpression parse_group(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    LogicalExpression inner = reader.nested([&] {
        reader.skip();
        return parse_condition(reader);
    });
    if (reader.at_end() || reader.peek() == ']') reader.refuse_at(start, "this `(` is not closed");
    if (reader.take(")")) return inner;
    const std::string hint = operator_hint(reader);
    reader.refuse(hint.empty()
                      ? fmt::format("expected `)`, && or ||, found {}", reader.describe_next())
                      : hint);
    return inner;
}

LogicalExpression parse_negation(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    reader.skip();
    reader.skip_blanks();
    if (reader.peek() == '!') {
        reader.refuse("`!` cannot be repeated; remove both, or write !(!@.name)");
    }
    LogicalExpression inner;
    if (reader.peek() == '(') {
        inner = parse_group(reader);
    } else {
        ParsedOperand tested = parse_operand(reader);
        reader.skip_blanks();
        refuse_operator(reader,
                        start,
                        "`!` is not allowed before a comparison; write !(...) around it, or use "
                        "the opposite operator");
        inner = make_test(reader, std::move(tested));
    }
    return {LogicalNot{std::make_shared<const LogicalExpression>(std::move(inner))}};
}

LogicalExpression parse_basic(JsonPathReader& reader) {
    if (reader.peek() == '!') return parse_negation(reader);
    if (reader.peek() == '(') {
        LogicalExpression inner = parse_group(reader);
        reader.skip_blanks();
        refuse_operator(reader,
                        reader.offset(),
                        "a condition in parentheses cannot be compared; join it with && or ||, or "
                        "remove the parentheses");
        return inner;
    }
    ParsedOperand left = parse_operand(reader);
    reader.skip_blanks();
    const std::optional<ComparisonOperator> op = take_operator(reader);
    return op ? parse_comparison(reader, std::move(left), *op) : make_test(reader, std::move(left));
}

LogicalExpression parse_chain(JsonPathReader& reader, bool is_or) {
    LogicalChain chain{is_or, {}};
    do {
        reader.skip_blanks();
        chain.parts.push_back(is_or ? parse_chain(reader, false) : parse_basic(reader));
        reader.skip_blanks();
    } while (reader.take(is_or ? "||" : "&&"));
    return chain.parts.size() == 1 ? std::move(chain.parts.front())
                                   : LogicalExpression{std::move(chain)};
}

}  // namespace

LogicalExpression parse_condition(JsonPathReader& reader) {
    return parse_chain(reader, true);
}

std::string operator_hint(const JsonPathReader& reader) {
    const char c = reader.peek();
    if (c == '=' && reader.peek(1) == '~') return "there is no `=~`; use match() or search()";
    if (c == '=' || c == '&' || c == '|') {
        return fmt::format("`{}` is not an operator; did you mean `{}{}`?", c, c, c);
    }
    if (c == '+' || c == '-' || c == '*' || c == '/' || c == '%') {
        return fmt::format("`{}`: filters compare values and do not calculate", c);
    }
    return "";
}

}  // namespace plumbline::jsonpath
