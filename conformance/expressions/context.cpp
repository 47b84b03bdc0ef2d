#include "conformance/expressions/context.hpp"

namespace plumbline::expressions {

Result<ExpressionPath> parse_context(const std::string& text, const SourceRef& where) {
    auto path = parse_expression_path(text);
    if (path) return *std::move(path);
    Error error = error_at(path.error(), text, where);
    error.message.insert(0, "in the context: ");
    return fail(std::move(error));
}

}  // namespace plumbline::expressions
