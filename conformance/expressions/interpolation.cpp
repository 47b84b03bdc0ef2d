#include "conformance/expressions/interpolation.hpp"

#include "conformance/expressions/resolve.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::expressions {

Parse<Interpolation> Interpolation::parse(std::string_view text) {
    Interpolation cut;
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
            return fault(open, "this `{` opens an expression; expected `}` behind it");
        }
        auto path = parse_path(text.substr(start, close - start));
        if (!path) return shifted(path.error(), start);
        cut.pieces_.push_back({std::string{text.substr(plain_from, open - plain_from)}, {}});
        cut.pieces_.push_back({"", *std::move(path)});
        plain_from = close + 1;
        open = text.find("{$", plain_from);
    }
    cut.pieces_.push_back({std::string{text.substr(plain_from)}, {}});
    return cut;
}

bool Interpolation::has_expressions() const {
    return std::any_of(
        pieces_.begin(), pieces_.end(), [](const Piece& piece) { return piece.path.has_value(); });
}

Result<std::string> Interpolation::evaluate(const Scope& scope) const {
    std::string text;
    for (const Piece& piece : pieces_) {
        text += piece.plain;
        if (!piece.path) continue;
        const auto value = resolve(*piece.path, scope);
        if (!value) return fail(value.error());
        text += plain_text(*value);
    }
    return text;
}

std::string Interpolation::with_stand_in(std::string_view stand_in) const {
    std::string text;
    for (const Piece& piece : pieces_) {
        text += piece.path ? stand_in : std::string_view{piece.plain};
    }
    return text;
}

Expression::Uses Interpolation::uses() const {
    Expression::Uses uses;
    for (const Piece& piece : pieces_) {
        if (piece.path) merge_uses(uses, piece.path->uses());
    }
    return uses;
}

}  // namespace plumbline::expressions
