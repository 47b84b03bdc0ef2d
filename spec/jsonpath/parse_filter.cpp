#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>

#include <utility>

namespace plumbline::jsonpath {
namespace {

/// Longer ones first.
constexpr std::pair<std::string_view, Operator> kOperators[] = {
    {"==", Operator::kEqual},
    {"!=", Operator::kNotEqual},
    {"<=", Operator::kLessOrEqual},
    {">=", Operator::kGreaterOrEqual},
    {"<", Operator::kLess},
    {">", Operator::kGreater},
};

}  // namespace

Parse<Condition> Parser::any() {
    std::vector<Condition> parts;
    do {
        reader_.skip_blanks();
        auto part = all();
        if (!part) return part;
        parts.push_back(*std::move(part));
    } while (reader_.take("||"));
    return parts.size() == 1 ? std::move(parts.front()) : Condition{AnyOf{std::move(parts)}};
}

Parse<Condition> Parser::all() {
    std::vector<Condition> parts;
    do {
        reader_.skip_blanks();
        auto part = basic();
        if (!part) return part;
        parts.push_back(*std::move(part));
        reader_.skip_blanks();
    } while (reader_.take("&&"));
    return parts.size() == 1 ? std::move(parts.front()) : Condition{AllOf{std::move(parts)}};
}

Parse<Condition> Parser::basic() {
    if (reader_.peek() == '!') return negation();
    if (reader_.peek() == '(') {
        auto inner = group();
        if (!inner) return inner;
        reader_.skip_blanks();
        const std::size_t behind = reader_.offset();
        if (!take_operator()) return inner;
        return fault(behind,
                     "what stands in parentheses holds or not and is not compared; join it with "
                     "&& or ||, or leave the parentheses out");
    }
    auto left = operand();
    if (!left) return passed_on(left);
    reader_.skip_blanks();
    const std::optional<Operator> op = take_operator();
    return op ? comparison(*std::move(left), *op) : test(*std::move(left));
}

Parse<Condition> Parser::negation() {
    const std::size_t start = reader_.offset();
    reader_.skip();
    reader_.skip_blanks();
    if (reader_.peek() == '!') {
        return fault(reader_.offset(), "`!` stands once; leave both out, or write !(!@.name)");
    }
    Parse<Condition> inner = Condition{};
    if (reader_.peek() == '(') {
        inner = group();
    } else {
        auto tested = operand();
        if (!tested) return passed_on(tested);
        reader_.skip_blanks();
        if (take_operator()) {
            return fault(start,
                         "`!` does not stand before a comparison; write !(...) around it, or use "
                         "the opposite operator");
        }
        inner = test(*std::move(tested));
    }
    if (!inner) return inner;
    return Condition{Not{std::make_shared<const Condition>(*std::move(inner))}};
}

Parse<Condition> Parser::group() {
    const std::size_t start = reader_.offset();
    if (auto deeper = nest(); !deeper) return passed_on(deeper);
    reader_.skip();
    auto inner = any();
    if (!inner) return inner;
    leave();
    if (reader_.at_end() || reader_.peek() == ']') return fault(start, "this `(` is not closed");
    if (reader_.take(")")) return inner;
    const std::string hint = operator_hint();
    return fault(
        reader_.offset(),
        hint.empty() ? fmt::format("expected `)`, && or ||, found {}", reader_.found()) : hint);
}

Parse<Condition> Parser::comparison(ParsedOperand left, Operator op) {
    if (auto fits = check_comparable(left); !fits) return passed_on(fits);
    reader_.skip_blanks();
    auto right = operand();
    if (!right) return passed_on(right);
    if (auto fits = check_comparable(*right); !fits) return passed_on(fits);
    reader_.skip_blanks();
    const std::size_t behind = reader_.offset();
    if (take_operator()) {
        return fault(behind, "comparisons do not chain; join two of them with &&");
    }
    return Condition{Comparison{op, std::move(left.operand), std::move(right->operand)}};
}

/// Source: RFC 9535, sections 2.3.5.1 and 2.4.3.
Parse<void> Parser::check_comparable(const ParsedOperand& operand) const {
    if (operand.plural) {
        return fault(operand.plural->offset,
                     fmt::format("only a query for one node is compared, and {}; ask whether some "
                                 "node fits with a filter, as in @.a[?@ == 1], or compare "
                                 "value(...) or count(...)",
                                 operand.plural->reason));
    }
    const FunctionRow* called = function_of(operand.operand);
    if (called == nullptr || called->result == Type::kValue) return {};
    return fault(operand.offset,
                 fmt::format("{}() holds or not and is not compared; write it alone, or with ! "
                             "before it",
                             called->name),
                 ErrorCode::kInvalid);
}

/// Makes a condition of an operand alone. Source: RFC 9535, sections 2.3.5.2.1 and 2.4.3.
Parse<Condition> Parser::test(ParsedOperand operand) const {
    if (auto* query = std::get_if<Query>(&operand.operand)) return Condition{std::move(*query)};
    const FunctionRow* called = function_of(operand.operand);
    if (called == nullptr) {
        return fault(operand.offset,
                     "a value alone is no condition; compare it, as in @.name == 'text'");
    }
    if (called->result != Type::kLogical) {
        return fault(operand.offset,
                     fmt::format("{}() gives a value, which alone is no condition; compare it, as "
                                 "in {}(...) > 0",
                                 called->name,
                                 called->name),
                     ErrorCode::kInvalid);
    }
    return Condition{std::get<std::shared_ptr<const Call>>(std::move(operand.operand))};
}

std::optional<Operator> Parser::take_operator() {
    for (const auto& [text, op] : kOperators) {
        if (reader_.take(text)) return op;
    }
    return std::nullopt;
}

/// Says what was meant where something like an operator stands; "" if nothing does.
std::string Parser::operator_hint() const {
    const char c = reader_.peek();
    if (c == '=' && reader_.peek(1) == '~') return "there is no `=~`; use match() or search()";
    if (c == '=' || c == '&' || c == '|') {
        return fmt::format("`{}` is no operator; did you mean `{}{}`?", c, c, c);
    }
    if (c == '+' || c == '-' || c == '*' || c == '/' || c == '%') {
        return fmt::format("`{}`: filters compare values and do not calculate", c);
    }
    return "";
}

}  // namespace plumbline::jsonpath
