#include "conformance/expressions/expression.hpp"

#include "conformance/expressions/expression_syntax.hpp"
#include "spec/base/text.hpp"
#include "spec/base/text_excerpt.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::expressions {
namespace {

tl::unexpected<ExpressionError> unknown_syntax(std::string_view text) {
    const std::string_view word = identifier_at(text, 1);
    if (is_root_name(word)) {
        return fail_at(word.size() + 1, fmt::format("expected {}", usages_text(word)));
    }
    const std::string nearest = nearest_root_name(word);
    return fail_at(1,
                   fmt::format("`${}` does not begin an expression; {}",
                               word,
                               nearest.empty() ? "expected one of " + root_names_text()
                                               : "did you mean $" + nearest + "?"));
}

// Reads the names, indexes and the pointer that follow a prefix.
class AccessReader {
  public:
    AccessReader(std::string_view text, std::size_t start) : text_(text), at_(start) {}

    ExpressionResult<void> read(Expression& path, bool begins_with_name) {
        if (begins_with_name) {
            if (auto name = read_name(path); !name) return name;
        }
        while (at_ < text_.size()) {
            const char byte = text_[at_];
            if (byte == '#') return read_pointer(path);
            if (byte != '.' && byte != '[') return unexpected_byte();
            ++at_;
            auto part = byte == '.' ? read_name(path) : read_index(path);
            if (!part) return part;
        }
        return {};
    }

  private:
    ExpressionResult<void> read_name(Expression& path) {
        const std::string_view name = identifier_at(text_, at_);
        if (name.empty()) {
            return fail_at(at_,
                           fmt::format("expected a name of letters, digits, `_` and `-`, found {}; "
                                       "write other names as a JSON pointer: #/name",
                                       character_at(text_, at_)));
        }
        path.accesses.push_back({std::string{name}, std::nullopt});
        at_ += name.size();
        return {};
    }

    ExpressionResult<void> read_index(Expression& path) {
        constexpr std::size_t kMaxDigits = 9;
        std::size_t end = at_;
        while (end < text_.size() && is_ascii_digit(text_[end])) ++end;
        const std::size_t digits = end - at_;
        if (digits == 0 || digits > kMaxDigits || end == text_.size() || text_[end] != ']') {
            return fail_at(at_, "expected an index from 0 and `]`, as in [0]");
        }
        path.accesses.push_back({"", std::stoul(std::string{text_.substr(at_, digits)})});
        at_ = end + 1;
        return {};
    }

    ExpressionResult<void> read_pointer(Expression& path) {
        auto pointer = JsonPointer::parse(text_.substr(at_ + 1));
        if (!pointer) return fail_at(at_ + 1, pointer.error().message);
        path.pointer = *std::move(pointer);
        return {};
    }

    [[nodiscard]] ExpressionResult<void> unexpected_byte() const {
        return fail_at(
            at_,
            fmt::format("unexpected {} after `{}`; expected `.name`, `[0]`, `#/pointer` or "
                        "the end (inside text, write an expression in braces: {{{}}})",
                        character_at(text_, at_),
                        text_.substr(0, at_),
                        text_.substr(0, at_)));
    }

    std::string_view text_;
    std::size_t at_;
};

ExpressionResult<void> check_names(const Expression& path, const ExpressionSyntax& syntax) {
    const auto is_name = [&](std::size_t i) {
        return i < path.accesses.size() && !path.accesses[i].index;
    };
    const std::vector<std::string_view> allowed = split(syntax.second_names, '|');
    std::size_t offset = syntax.prefix.size();
    for (std::size_t i = 0; i < syntax.name_count; ++i) {
        const bool fits =
            is_name(i) &&
            (i != 1 || syntax.second_names.empty() ||
             std::find(allowed.begin(), allowed.end(), path.accesses[i].name) != allowed.end());
        if (!fits) {
            return fail_at(std::min(offset, path.text.size()),
                           fmt::format("expected {}", syntax.usage));
        }
        offset += path.accesses[i].name.size() + 1;
    }
    return {};
}

ExpressionResult<void> read_field(Expression& path, const ExpressionSyntax& syntax) {
    path.field = path.text.substr(syntax.prefix.size());
    if (path.field.empty())
        return fail_at(path.text.size(), fmt::format("expected {}", syntax.usage));
    if (syntax.root == ExpressionRoot::kRequestQuery || syntax.root == ExpressionRoot::kRequestPath)
        return {};
    const auto bad = std::find_if_not(path.field.begin(), path.field.end(), is_token_character);
    if (bad == path.field.end()) return {};
    const std::size_t offset =
        syntax.prefix.size() + static_cast<std::size_t>(bad - path.field.begin());
    return fail_at(
        offset, fmt::format("{} is not allowed in a header name", character_at(path.text, offset)));
}

ExpressionResult<void> expect_end(const Expression& path, const ExpressionSyntax& syntax) {
    const std::size_t end = syntax.prefix.size();
    if (path.text.size() == end) return {};
    return fail_at(end,
                   fmt::format("unexpected {} after `{}`; expected the end (inside text, write an "
                               "expression in braces: {{{}}})",
                               character_at(path.text, end),
                               syntax.prefix,
                               syntax.prefix));
}

/// Returns the names before the last one, and removes them from `rest`: with `second_names`, up to
/// the first of these; else up to the first dot. Nothing if they are incomplete.
std::vector<MemberAccess> take_first_names(std::string_view& rest, const ExpressionSyntax& syntax) {
    if (syntax.second_names.empty()) {
        const std::size_t dot = rest.find('.');
        if (dot == 0 || dot == std::string_view::npos) return {};
        std::vector<MemberAccess> names{{std::string{rest.substr(0, dot)}, {}}};
        rest.remove_prefix(dot + 1);
        return names;
    }
    for (std::size_t dot = rest.find('.', 1); dot != std::string_view::npos;
         dot = rest.find('.', dot + 1)) {
        for (const std::string_view second : split(syntax.second_names, '|')) {
            const std::string_view after = rest.substr(dot + 1);
            if (!after.starts_with(second) || !after.substr(second.size()).starts_with('.'))
                continue;
            std::vector<MemberAccess> names{{std::string{rest.substr(0, dot)}, {}},
                                            {std::string{second}, {}}};
            rest = after.substr(second.size() + 1);
            return names;
        }
    }
    return {};
}

/// Reads names of Arazzo 1.0. Only the declarations show where the last one ends, so each place
/// at which an access or a pointer may begin gives a reading.
ExpressionResult<void> read_names_of_1_0(Expression& path, const ExpressionSyntax& syntax) {
    std::string_view rest = std::string_view{path.text}.substr(syntax.prefix.size());
    if (syntax.name_count > 1) path.accesses = take_first_names(rest, syntax);
    if (path.accesses.size() + 1 != syntax.name_count || rest.empty())
        return fail_at(syntax.prefix.size(), fmt::format("expected {}", syntax.usage));
    path.readings.push_back({std::string{rest}});
    for (std::size_t end = rest.size() - 1; end > 0; --end) {
        if (std::string_view{".[#"}.find(rest[end]) == std::string_view::npos) continue;
        Expression tail;
        if (!AccessReader{rest, end}.read(tail, false)) continue;
        // Bounds the work that a foreign document can cause.
        if (path.readings.size() == static_cast<std::size_t>(kMaxDepth))
            return fail_at(syntax.prefix.size(),
                           fmt::format("a name has more than {} parts", kMaxDepth),
                           ErrorCode::kLimit);
        path.readings.push_back(
            {std::string{rest.substr(0, end)}, std::move(tail.accesses), tail.pointer});
    }
    path.accesses.push_back({std::string{rest}, std::nullopt});
    return {};
}

ExpressionResult<void> read_suffix(Expression& path,
                                   const ExpressionSyntax& syntax,
                                   ExpressionGrammar grammar) {
    switch (syntax.suffix) {
        case ExpressionSuffix::kNothing:
            return expect_end(path, syntax);
        case ExpressionSuffix::kField:
            return read_field(path, syntax);
        case ExpressionSuffix::kAccess:
            break;
    }
    if (syntax.name_count > 0 && grammar == ExpressionGrammar::kArazzo10)
        return read_names_of_1_0(path, syntax);
    AccessReader reader{path.text, syntax.prefix.size()};
    return reader.read(path, syntax.name_count > 0).and_then([&] {
        return check_names(path, syntax);
    });
}

}  // namespace

ExpressionResult<Expression> parse_expression(std::string_view text, ExpressionGrammar grammar) {
    if (text.size() > kMaxExpressionBytes) {
        return fail_at(kMaxExpressionBytes,
                       fmt::format("an expression has {} bytes; at most {} are allowed",
                                   text.size(),
                                   kMaxExpressionBytes),
                       ErrorCode::kLimit);
    }
    if (text.empty() || text.front() != '$') {
        return fail_at(0, "expected a runtime expression, which begins with `$`");
    }
    const ExpressionSyntax* syntax = syntax_of(text);
    if (syntax == nullptr) return unknown_syntax(text);
    Expression path;
    path.text = text;
    path.root = syntax->root;
    if (auto suffix = read_suffix(path, *syntax, grammar); !suffix)
        return tl::unexpected<ExpressionError>(suffix.error());
    return path;
}

Result<Expression> Expression::parse(std::string_view text,
                                     const SourceRef& where,
                                     ExpressionGrammar grammar) {
    auto expression = parse_expression(text, grammar);
    if (!expression) return fail(error_at(expression.error(), text, where));
    expression->where = where;
    return *std::move(expression);
}

Result<Expression> parse_context(const std::string& text,
                                 const SourceRef& where,
                                 ExpressionGrammar grammar) {
    auto context = Expression::parse(text, where, grammar);
    if (!context) context.error().message.insert(0, "in the context: ");
    return context;
}

ExpressionResult<bool> begins_expression(std::string_view text) {
    if (text.empty() || text.front() != '$') return false;
    const std::string_view word = identifier_at(text, 1);
    if (is_root_name(word)) return true;
    // Many words are similar to short words (`$ref.` to `$self.`), so only long words count as
    // misspelled.
    constexpr std::size_t kMisspeltFrom = 5;
    const std::size_t end = word.size() + 1;
    if (word.size() < kMisspeltFrom || end >= text.size() || text[end] != '.') return false;
    if (nearest_root_name(word).empty()) return false;
    return unknown_syntax(text);
}

std::optional<std::size_t> Expression::dotted_name_index() const {
    const std::size_t names = syntax_of(root).name_count;
    return names == 0 ? std::nullopt : std::optional{names - 1};
}

std::string Expression::dotted_name(std::size_t first) const {
    std::vector<std::string> names;
    for (std::size_t i = first; i < accesses.size() && !accesses[i].index; ++i) {
        names.push_back(accesses[i].name);
    }
    return join(names, ".");
}

Expression::Uses Expression::uses() const {
    Expression::Uses uses;
    switch (root) {
        case ExpressionRoot::kInputs:
            uses.inputs.push_back(dotted_name(0));
            break;
        case ExpressionRoot::kWorkflows:
            uses.workflows.push_back(accesses[0].name);
            uses.output_texts.push_back(text);
            break;
        case ExpressionRoot::kSourceDescriptions:
            uses.sources.push_back(accesses[0].name);
            break;
        case ExpressionRoot::kSteps:
            uses.steps.push_back(accesses[0].name);
            uses.outputs.push_back(accesses[0].name + '.' + dotted_name(2));
            uses.output_texts.push_back(text);
            break;
        case ExpressionRoot::kMessageHeader:
        case ExpressionRoot::kMessagePayload:
            uses.message = true;
            break;
        default:
            break;  // the exchange and the document are always available
    }
    return uses;
}

void Expression::Uses::merge(const Uses& more) {
    message = message || more.message;
    for (const auto list : {&Uses::steps,
                            &Uses::outputs,
                            &Uses::workflows,
                            &Uses::inputs,
                            &Uses::sources,
                            &Uses::output_texts,
                            &Uses::unsupported}) {
        auto& names = this->*list;
        for (const std::string& name : more.*list) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
}

}  // namespace plumbline::expressions
