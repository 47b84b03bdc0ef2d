#include "conformance/expressions/query.hpp"

#include <fmt/format.h>

namespace plumbline::expressions {
namespace {

// No query can hold this byte, so it marks where an expression stood.
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

// YAML folds and quotes text, so the query's column cannot be added to the place.
Error at_place(Error error, const SourceRef& where) {
    error.message.insert(0, "in the query, ");
    error.where = where;
    return error;
}

}  // namespace

Result<Query> Query::compile(const std::string& text, const SourceRef& where) {
    auto cut = Interpolation::parse(text);
    if (!cut) return fail(error_at(cut.error(), text, where));
    Query query;
    query.text_ = text;
    query.cut_ = *std::move(cut);
    if (!query.cut_.has_expressions()) {
        auto compiled = JsonPath::compile(text);
        if (!compiled) return fail(at_place(std::move(compiled.error()), where));
        query.compiled_ = *std::move(compiled);
    } else if (has_marks_in_quotes_only(query.cut_.with_stand_in(std::string(1, kMark)))) {
        // Whatever the values are, the rest of the query can be judged now.
        if (auto shown = JsonPath::compile(query.cut_.with_stand_in("x")); !shown) {
            return fail(at_place(std::move(shown.error()), where));
        }
    }
    return query;
}

Result<JsonPath> Query::with_values(const Scope& scope) const {
    if (compiled_) return *compiled_;
    const auto text = cut_.evaluate(scope);
    if (!text) return fail(text.error());
    auto path = JsonPath::compile(*text);
    if (path) return path;
    return fail(
        ErrorCode::kUnresolved,
        fmt::format(
            "unresolved: with its values the query is `{}`: {}", *text, path.error().message));
}

std::vector<std::string> Query::remarks() const {
    return compiled_ ? compiled_->remarks() : std::vector<std::string>{};
}

}  // namespace plumbline::expressions
