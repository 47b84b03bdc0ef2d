#include "conformance/expressions/expression_error.hpp"

#include "spec/base/text_excerpt.hpp"

#include <utility>

namespace plumbline::expressions {

tl::unexpected<ExpressionError> shifted(ExpressionError inner, std::size_t start) {
    inner.offset += start;
    return tl::unexpected<ExpressionError>(std::move(inner));
}

Error error_at(const ExpressionError& error, std::string_view text, const SourceRef& where) {
    return Error{error.code, error.message, where, lines_with_caret(text, error.offset)};
}

}  // namespace plumbline::expressions
