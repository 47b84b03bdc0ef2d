#include "conformance/expressions/condition.hpp"
#include "spec/base/text.hpp"
#include "spec/base/text_excerpt.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

namespace plumbline::expressions {
namespace {

using NodeType = ConditionNode::ConditionNodeType;

struct OperatorToken {
    std::string_view text;
    RelationalOperator comparison;
};

// Longer operators come first.
constexpr std::array<OperatorToken, 6> kRelationalOperators{
    {{"==", RelationalOperator::kEqual},
     {"!=", RelationalOperator::kNotEqual},
     {"<=", RelationalOperator::kLessOrEqual},
     {">=", RelationalOperator::kGreaterOrEqual},
     {"<", RelationalOperator::kLess},
     {">", RelationalOperator::kGreater}}};

// Tokens that end an expression, besides whitespace. A single `=`, `&`, `|` or `!` may be part of a
// header's name.
constexpr std::array<std::string_view, 7> kExpressionEnds{{")", "<", ">", "==", "!=", "&&", "||"}};

bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

bool is_word_byte(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_' || byte == '.' ||
           byte == '-' || byte == '+';
}

ConditionNode make_literal(Json value) {
    ConditionNode condition;
    condition.literal = std::make_shared<const Json>(std::move(value));
    return condition;
}

ConditionNode make_node(NodeType kind, std::vector<ConditionNode> parts) {
    ConditionNode condition;
    condition.type = kind;
    condition.operands = std::move(parts);
    return condition;
}

class ConditionParser {
  public:
    ConditionParser(std::string_view text, ExpressionGrammar grammar)
        : text_(text), grammar_(grammar) {}

    ExpressionResult<ConditionNode> parse() {
        auto condition = parse_or();
        if (!condition) return condition;
        skip_blanks();
        if (at_ < text_.size()) return unexpected();
        return condition;
    }

  private:
    ExpressionResult<ConditionNode> parse_or() {
        return parse_chain("||", NodeType::kAny, &ConditionParser::parse_and);
    }

    ExpressionResult<ConditionNode> parse_and() {
        return parse_chain("&&", NodeType::kAll, &ConditionParser::parse_comparison);
    }

    ExpressionResult<ConditionNode> parse_chain(
        std::string_view op,
        NodeType kind,
        ExpressionResult<ConditionNode> (ConditionParser::*operand)()) {
        auto first = (this->*operand)();
        if (!first) return first;
        std::vector<ConditionNode> parts;
        parts.push_back(*std::move(first));
        while (take(op)) {
            auto next = (this->*operand)();
            if (!next) return next;
            parts.push_back(*std::move(next));
        }
        return parts.size() == 1 ? std::move(parts.front()) : make_node(kind, std::move(parts));
    }

    ExpressionResult<ConditionNode> parse_comparison() {
        auto left = parse_unary();
        if (!left) return left;
        const std::optional<RelationalOperator> op = take_operator();
        if (!op) return left;
        auto right = parse_unary();
        if (!right) return right;
        ConditionNode compared =
            make_node(NodeType::kCompare, {*std::move(left), *std::move(right)});
        compared.comparison = *op;
        const std::size_t before = at_;
        if (take_operator()) {
            at_ = before;
            skip_blanks();
            return fail_at(at_, "comparisons do not chain; join two of them with &&");
        }
        return compared;
    }

    ExpressionResult<ConditionNode> parse_unary() {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != '!') return parse_primary();
        if (++depth_ > kMaxDepth) return nesting_error();
        ++at_;
        auto operand = parse_unary();
        --depth_;
        if (!operand) return operand;
        return make_node(NodeType::kNot, {*std::move(operand)});
    }

    ExpressionResult<ConditionNode> parse_primary() {
        skip_blanks();
        if (at_ >= text_.size()) return missing_value();
        switch (text_[at_]) {
            case '(':
                return parse_group();
            case '$':
                return parse_expression_operand();
            case '\'':
            case '"':
                return parse_string();
            default:
                return is_word_byte(text_[at_]) ? parse_word() : missing_value();
        }
    }

    ExpressionResult<ConditionNode> parse_group() {
        if (++depth_ > kMaxDepth) return nesting_error();
        const std::size_t open = at_++;
        auto inner = parse_or();
        --depth_;
        if (!inner) return inner;
        skip_blanks();
        if (at_ < text_.size() && text_[at_] != ')') return unexpected();
        if (!take(")")) return fail_at(open, "this `(` is not closed");
        return inner;
    }

    ExpressionResult<ConditionNode> parse_expression_operand() {
        const std::size_t start = at_;
        while (at_ < text_.size() && !is_at_expression_end()) ++at_;
        auto path = parse_expression(text_.substr(start, at_ - start), grammar_);
        if (!path) return shifted(path.error(), start);
        ConditionNode condition;
        condition.type = NodeType::kExpression;
        condition.path = *std::move(path);
        return condition;
    }

    // A quote inside the string is written twice.
    ExpressionResult<ConditionNode> parse_string() {
        const std::size_t open = at_;
        const char quote = text_[at_++];
        std::string value;
        while (at_ < text_.size()) {
            const char byte = text_[at_++];
            if (byte == quote) {
                if (at_ >= text_.size() || text_[at_] != quote)
                    return make_literal(std::move(value));
                ++at_;
            }
            value += byte;
        }
        return fail_at(open, "this quote is not closed; a quote inside is written twice: 'it''s'");
    }

    ExpressionResult<ConditionNode> parse_word() {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_word_byte(text_[at_])) ++at_;
        const std::string_view word = text_.substr(start, at_ - start);
        if (word == "true") return make_literal(true);
        if (word == "false") return make_literal(false);
        if (word == "null") return make_literal(nullptr);
        if (auto number = parse_number(word)) return make_literal(*std::move(number));
        return fail_at(
            start,
            fmt::format("`{}` is not a value; write a string in single quotes: '{}' (words are "
                        "true, false, null; operators are ! && ||)",
                        word,
                        word));
    }

    [[nodiscard]] bool is_at_expression_end() const {
        if (is_blank(text_[at_])) return true;
        return std::any_of(
            kExpressionEnds.begin(), kExpressionEnds.end(), [&](std::string_view end) {
                return text_.substr(at_, end.size()) == end;
            });
    }

    std::optional<RelationalOperator> take_operator() {
        for (const OperatorToken& candidate : kRelationalOperators) {
            if (take(candidate.text)) return candidate.comparison;
        }
        return std::nullopt;
    }

    bool take(std::string_view token) {
        skip_blanks();
        if (text_.substr(at_, token.size()) != token) return false;
        at_ += token.size();
        return true;
    }

    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    [[nodiscard]] tl::unexpected<ExpressionError> nesting_error() const {
        return fail_at(at_,
                       fmt::format("a condition is nested more than {} levels deep", kMaxDepth),
                       ErrorCode::kLimit);
    }

    [[nodiscard]] tl::unexpected<ExpressionError> missing_value() const {
        return fail_at(at_,
                       fmt::format("expected a value, found {}; values are $expressions (without "
                                   "braces), numbers, true, false, null and 'text'",
                                   character_at(text_, at_)));
    }

    [[nodiscard]] tl::unexpected<ExpressionError> unexpected() const {
        const char byte = text_[at_];
        if (byte == ')') return fail_at(at_, "this `)` has no matching `(`");
        if (byte == '=' || byte == '&' || byte == '|') {
            return fail_at(
                at_,
                fmt::format("`{}` is not an operator; did you mean `{}{}`?", byte, byte, byte));
        }
        return fail_at(
            at_,
            fmt::format("unexpected {}; expected an operator (== != < <= > >= && ||) or the "
                        "end",
                        character_at(text_, at_)));
    }

    std::string_view text_;
    ExpressionGrammar grammar_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

ExpressionResult<ConditionNode> parse_condition(std::string_view text, ExpressionGrammar grammar) {
    if (text.size() > kMaxExpressionBytes) {
        return fail_at(kMaxExpressionBytes,
                       fmt::format("a condition has {} bytes; at most {} are allowed",
                                   text.size(),
                                   kMaxExpressionBytes),
                       ErrorCode::kLimit);
    }
    return ConditionParser{text, grammar}.parse();
}

}  // namespace plumbline::expressions
