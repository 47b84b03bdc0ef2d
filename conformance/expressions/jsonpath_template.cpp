#include "conformance/expressions/jsonpath_template.hpp"

#include <fmt/format.h>

namespace plumbline::expressions {
namespace {

// A byte that no query can contain. It marks the position of an expression.
constexpr char kMark = '\x01';

bool has_marks_in_quotes_only(std::string_view text) {
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == kMark && quote == '\0') return false;
        if (quote == '\0') {
            if (c == '\'' || c == '"') quote = c;
        } else if (c == '\\') {
            ++i;
        } else if (c == quote) {
            quote = '\0';
        }
    }
    return true;
}

// YAML folds and quotes text, so the column in the query cannot be added to the position.
Error with_position(Error error, const SourceRef& where) {
    error.message.insert(0, "in the query, ");
    error.where = where;
    return error;
}

}  // namespace

Result<JsonPathTemplate> JsonPathTemplate::compile(const std::string& text,
                                                   const SourceRef& where,
                                                   ExpressionGrammar grammar) {
    auto interpolation = Interpolation::parse(text, grammar);
    if (!interpolation) return fail(error_at(interpolation.error(), text, where));
    JsonPathTemplate query;
    query.text_ = text;
    query.interpolation_ = *std::move(interpolation);
    if (!query.interpolation_.has_expressions()) {
        auto compiled = JsonPath::compile(text);
        if (!compiled) return fail(with_position(std::move(compiled.error()), where));
        query.compiled_ = *std::move(compiled);
    } else if (has_marks_in_quotes_only(
                   query.interpolation_.with_placeholder(std::string(1, kMark)))) {
        // The values cannot change the rest of the query, so its syntax can be checked now.
        if (auto sample = JsonPath::compile(query.interpolation_.with_placeholder("x")); !sample) {
            return fail(with_position(std::move(sample.error()), where));
        }
    }
    return query;
}

Result<JsonPath> JsonPathTemplate::with_values(const Scope& scope) const {
    if (compiled_) return *compiled_;
    const auto text = interpolation_.evaluate(scope);
    if (!text) return fail(text.error());
    auto path = JsonPath::compile(*text);
    if (path) return path;
    return fail(
        ErrorCode::kUnresolved,
        fmt::format(
            "unresolved: with its values the query is `{}`: {}", *text, path.error().message));
}

std::vector<std::string> JsonPathTemplate::warnings() const {
    return compiled_ ? compiled_->warnings() : std::vector<std::string>{};
}

}  // namespace plumbline::expressions
