#include "conformance/expressions/interpolation.hpp"

#include "conformance/expressions/computed_value_limit.hpp"
#include "conformance/expressions/expression.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::expressions {

ExpressionResult<Interpolation> Interpolation::parse(std::string_view text,
                                                     ExpressionGrammar grammar) {
    Interpolation result;
    std::size_t plain_from = 0;
    std::size_t open = text.find("{$");
    while (open != std::string_view::npos) {
        const std::size_t start = open + 1;
        const std::size_t close = text.find('}', start);
        const auto begins = begins_expression(text.substr(start, close - start));
        if (!begins) return shifted(begins.error(), start);
        if (!*begins) {
            open = text.find("{$", start);
            continue;
        }
        if (close == std::string_view::npos) {
            return fail_at(open, "this `{` opens an expression; expected `}` after it");
        }
        auto path = parse_expression(text.substr(start, close - start), grammar);
        if (!path) return shifted(path.error(), start);
        result.segments_.push_back({std::string{text.substr(plain_from, open - plain_from)}, {}});
        result.segments_.push_back({"", *std::move(path)});
        plain_from = close + 1;
        open = text.find("{$", plain_from);
    }
    result.segments_.push_back({std::string{text.substr(plain_from)}, {}});
    return result;
}

bool Interpolation::has_expressions() const {
    return std::any_of(segments_.begin(), segments_.end(), [](const InterpolationSegment& segment) {
        return segment.path.has_value();
    });
}

Result<std::string> Interpolation::evaluate(const Scope& scope) const {
    std::string text;
    for (const InterpolationSegment& segment : segments_) {
        text += segment.plain;
        if (!segment.path) continue;
        const auto value = resolve(*segment.path, scope);
        if (!value) return fail(value.error());
        // A text is not copied before its size is known.
        const std::string made = value->is_string() ? "" : to_text(*value);
        const std::string& part = value->is_string() ? value->get_ref<const std::string&>() : made;
        if (text.size() + part.size() > kMaxComputedBytes) return too_large_value();
        text += part;
    }
    return text;
}

std::string Interpolation::with_placeholder(std::string_view placeholder) const {
    std::string text;
    for (const InterpolationSegment& segment : segments_) {
        text += segment.path ? placeholder : std::string_view{segment.plain};
    }
    return text;
}

Expression::Uses Interpolation::uses() const {
    Expression::Uses uses;
    for (const InterpolationSegment& segment : segments_) {
        if (segment.path) uses.merge(segment.path->uses());
    }
    return uses;
}

}  // namespace plumbline::expressions
