#include "conformance/expressions/xpath_template.hpp"

#include "conformance/expressions/expression_error.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <vector>

namespace plumbline::expressions {
namespace {

struct OpenBracket {
    char closing;
    std::size_t offset;
};

/// Returns whether the text has a comment of XPath 2.0, which may contain any character.
bool has_comment(std::string_view text) {
    return text.find("(:") != std::string_view::npos;
}

/// Finds a quote, parenthesis or bracket without its counterpart.
ExpressionResult<void> check_pairs(std::string_view text) {
    std::vector<OpenBracket> open;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\'' || c == '"') {
            const std::size_t end = text.find(c, i + 1);
            if (end == std::string_view::npos)
                return fail_at(i, "a string without a closing quote");
            i = end;
        } else if (c == '(' || c == '[') {
            open.push_back({c == '(' ? ')' : ']', i});
        } else if (c == ')' || c == ']') {
            if (open.empty() || open.back().closing != c)
                return fail_at(i, fmt::format("`{}` has no counterpart", c));
            open.pop_back();
        }
    }
    if (open.empty()) return {};
    return fail_at(open.back().offset,
                   fmt::format("`{}` is missing after it", open.back().closing));
}

}  // namespace

Result<XPathTemplate> XPathTemplate::read(const std::string& text,
                                          const SourceRef& where,
                                          ExpressionGrammar grammar) {
    if (trimmed(text).empty())
        return fail(error_at({0, "the XPath expression is empty"}, text, where));
    auto interpolation = Interpolation::parse(text, grammar);
    if (!interpolation) return fail(error_at(interpolation.error(), text, where));
    // Values can contain quotes, so pairs are checked only in a text without expressions.
    if (!interpolation->has_expressions() && !has_comment(text)) {
        if (auto pairs = check_pairs(text); !pairs) {
            ExpressionError error = pairs.error();
            error.message = "in the XPath expression: " + error.message;
            return fail(error_at(error, text, where));
        }
    }
    XPathTemplate result;
    result.text_ = text;
    result.interpolation_ = *std::move(interpolation);
    return result;
}

Expression::Uses XPathTemplate::uses() const {
    Expression::Uses uses = interpolation_.uses();
    uses.unsupported.push_back(fmt::format("XPath is not supported: {}", text_));
    return uses;
}

tl::unexpected<Error> XPathTemplate::unsupported_error() const {
    return fail(ErrorCode::kUnsupported, fmt::format("XPath is not supported: {}", text_));
}

}  // namespace plumbline::expressions
