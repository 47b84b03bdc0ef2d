#include "conformance/expressions/xpath.hpp"

#include "conformance/expressions/fault.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <vector>

namespace plumbline::expressions {
namespace {

struct OpenBracket {
    char closing;
    std::size_t offset;
};

/// Says whether the text holds a comment of XPath 2.0, in which anything may stand.
bool has_comment(std::string_view text) {
    return text.find("(:") != std::string_view::npos;
}

/// Finds a quote, parenthesis or bracket without its counterpart.
Parse<void> check_pairs(std::string_view text) {
    std::vector<OpenBracket> open;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\'' || c == '"') {
            const std::size_t end = text.find(c, i + 1);
            if (end == std::string_view::npos) return fault(i, "a text without its end");
            i = end;
        } else if (c == '(' || c == '[') {
            open.push_back({c == '(' ? ')' : ']', i});
        } else if (c == ')' || c == ']') {
            if (open.empty() || open.back().closing != c)
                return fault(i, fmt::format("`{}` closes nothing", c));
            open.pop_back();
        }
    }
    if (open.empty()) return {};
    return fault(open.back().offset, fmt::format("`{}` is missing behind it", open.back().closing));
}

}  // namespace

Result<XPathText> XPathText::read(const std::string& text, const SourceRef& where) {
    if (trimmed(text).empty())
        return fail(error_at({0, "there is no XPath expression"}, text, where));
    auto cut = Interpolation::parse(text);
    if (!cut) return fail(error_at(cut.error(), text, where));
    // Values may bring quotes of their own, so pairs are looked for only where none stand.
    if (!cut->has_expressions() && !has_comment(text)) {
        if (auto pairs = check_pairs(text); !pairs) {
            Fault mistake = pairs.error();
            mistake.message = "in the XPath expression: " + mistake.message;
            return fail(error_at(mistake, text, where));
        }
    }
    XPathText read;
    read.text_ = text;
    read.cut_ = *std::move(cut);
    return read;
}

Expression::Uses XPathText::uses() const {
    Expression::Uses uses = cut_.uses();
    uses.unsupported.push_back(fmt::format("XPath is not supported: {}", text_));
    return uses;
}

tl::unexpected<Error> XPathText::refusal() const {
    return fail(ErrorCode::kUnsupported, fmt::format("XPath is not supported: {}", text_));
}

}  // namespace plumbline::expressions
