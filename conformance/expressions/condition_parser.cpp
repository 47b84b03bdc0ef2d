#include "conformance/expressions/condition.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

namespace plumbline::expressions {
namespace {

struct Operator {
    std::string_view text;
    Comparison comparison;
};

// Longer ones first.
constexpr std::array<Operator, 6> kComparisons{{{"==", Comparison::kEqual},
                                                {"!=", Comparison::kNotEqual},
                                                {"<=", Comparison::kLessOrEqual},
                                                {">=", Comparison::kGreaterOrEqual},
                                                {"<", Comparison::kLess},
                                                {">", Comparison::kGreater}}};

// What ends an expression besides a blank. Single `=`, `&`, `|` and `!` may be part of a header's
// name.
constexpr std::array<std::string_view, 7> kEnds{{")", "<", ">", "==", "!=", "&&", "||"}};

bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

bool is_word(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_' || byte == '.' ||
           byte == '-' || byte == '+';
}

Condition literal_of(Json value) {
    Condition condition;
    condition.literal = std::make_shared<const Json>(std::move(value));
    return condition;
}

Condition node(Condition::Kind kind, std::vector<Condition> parts) {
    Condition condition;
    condition.kind = kind;
    condition.parts = std::move(parts);
    return condition;
}

class ConditionParser {
  public:
    explicit ConditionParser(std::string_view text) : text_(text) {}

    Parse<Condition> parse() {
        auto condition = any();
        if (!condition) return condition;
        skip_blanks();
        if (at_ < text_.size()) return unexpected();
        return condition;
    }

  private:
    Parse<Condition> any() { return chain("||", Condition::Kind::kAny, &ConditionParser::all); }

    Parse<Condition> all() {
        return chain("&&", Condition::Kind::kAll, &ConditionParser::comparison);
    }

    Parse<Condition> chain(std::string_view op,
                           Condition::Kind kind,
                           Parse<Condition> (ConditionParser::*operand)()) {
        auto first = (this->*operand)();
        if (!first) return first;
        std::vector<Condition> parts;
        parts.push_back(*std::move(first));
        while (take(op)) {
            auto next = (this->*operand)();
            if (!next) return next;
            parts.push_back(*std::move(next));
        }
        return parts.size() == 1 ? std::move(parts.front()) : node(kind, std::move(parts));
    }

    Parse<Condition> comparison() {
        auto left = unary();
        if (!left) return left;
        const std::optional<Comparison> op = take_comparison();
        if (!op) return left;
        auto right = unary();
        if (!right) return right;
        std::vector<Condition> parts;
        parts.push_back(*std::move(left));
        parts.push_back(*std::move(right));
        Condition compared = node(Condition::Kind::kCompare, std::move(parts));
        compared.comparison = *op;
        const std::size_t before = at_;
        if (take_comparison()) {
            skip_blanks_from(before);
            return fault(at_, "comparisons do not chain; join two of them with &&");
        }
        return compared;
    }

    Parse<Condition> unary() {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != '!') return primary();
        if (++depth_ > kMaxDepth) return too_deep();
        ++at_;
        auto operand = unary();
        --depth_;
        if (!operand) return operand;
        std::vector<Condition> parts;
        parts.push_back(*std::move(operand));
        return node(Condition::Kind::kNot, std::move(parts));
    }

    Parse<Condition> primary() {
        skip_blanks();
        if (at_ >= text_.size()) return no_value();
        switch (text_[at_]) {
            case '(':
                return group();
            case '$':
                return expression();
            case '\'':
            case '"':
                return quoted();
            default:
                return is_word(text_[at_]) ? word() : no_value();
        }
    }

    Parse<Condition> group() {
        if (++depth_ > kMaxDepth) return too_deep();
        const std::size_t open = at_++;
        auto inner = any();
        --depth_;
        if (!inner) return inner;
        skip_blanks();
        if (at_ < text_.size() && text_[at_] != ')') return unexpected();
        if (!take(")")) return fault(open, "this `(` is not closed");
        return inner;
    }

    Parse<Condition> expression() {
        const std::size_t start = at_;
        while (at_ < text_.size() && !ends_expression()) ++at_;
        auto path = parse_path(text_.substr(start, at_ - start));
        if (!path) return shifted(path.error(), start);
        Condition condition;
        condition.kind = Condition::Kind::kExpression;
        condition.path = *std::move(path);
        return condition;
    }

    // A quote inside is written twice.
    Parse<Condition> quoted() {
        const std::size_t open = at_;
        const char quote = text_[at_++];
        std::string value;
        while (at_ < text_.size()) {
            const char byte = text_[at_++];
            if (byte == quote) {
                if (at_ >= text_.size() || text_[at_] != quote) return literal_of(std::move(value));
                ++at_;
            }
            value += byte;
        }
        return fault(open, "this quote is not closed; a quote inside is written twice: 'it''s'");
    }

    Parse<Condition> word() {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        const std::string_view word = text_.substr(start, at_ - start);
        if (word == "true") return literal_of(true);
        if (word == "false") return literal_of(false);
        if (word == "null") return literal_of(nullptr);
        if (auto number = number_from(word)) return literal_of(*std::move(number));
        return fault(
            start,
            fmt::format("`{}` is no value; a text stands in single quotes: '{}' (words are "
                        "true, false, null; operators are ! && ||)",
                        word,
                        word));
    }

    [[nodiscard]] bool ends_expression() const {
        if (is_blank(text_[at_])) return true;
        return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) {
            return text_.substr(at_, end.size()) == end;
        });
    }

    std::optional<Comparison> take_comparison() {
        for (const Operator& candidate : kComparisons) {
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

    void skip_blanks_from(std::size_t offset) {
        at_ = offset;
        skip_blanks();
    }

    [[nodiscard]] tl::unexpected<Fault> too_deep() const {
        return fault(at_,
                     fmt::format("a condition nested more than {} levels deep", kMaxDepth),
                     ErrorCode::kLimit);
    }

    [[nodiscard]] tl::unexpected<Fault> no_value() const {
        return fault(at_,
                     fmt::format("expected a value, found {}; values are $expressions (without "
                                 "braces), numbers, true, false, null and 'text'",
                                 character_at(text_, at_)));
    }

    [[nodiscard]] tl::unexpected<Fault> unexpected() const {
        const char byte = text_[at_];
        if (byte == ')') return fault(at_, "this `)` closes nothing");
        if (byte == '=' || byte == '&' || byte == '|') {
            return fault(
                at_, fmt::format("`{}` is no operator; did you mean `{}{}`?", byte, byte, byte));
        }
        return fault(
            at_,
            fmt::format("unexpected {}; expected an operator (== != < <= > >= && ||) or the "
                        "end",
                        character_at(text_, at_)));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Parse<Condition> parse_condition(std::string_view text) {
    if (text.size() > kMaxExpressionBytes) {
        return fault(
            kMaxExpressionBytes,
            fmt::format(
                "a condition of {} bytes; at most {} are read", text.size(), kMaxExpressionBytes),
            ErrorCode::kLimit);
    }
    return ConditionParser{text}.parse();
}

}  // namespace plumbline::expressions
