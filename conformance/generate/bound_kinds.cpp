// Cases from the keywords that bound a value: what lies just inside and just outside.

#include "conformance/generate/kinds.hpp"
#include "conformance/generate/schema_drafts.hpp"
#include "conformance/generate/texts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace plumbline::generate {
namespace {

/// A keyword that bounds a value: what lies just inside and just outside.
struct Bound {
    std::string_view keyword;
    bool is_upper;
    bool is_exclusive;
    enum class Of { kNumber, kText, kItems } of;
};

constexpr std::array<Bound, 8> kBounds{{
    {"minimum", false, false, Bound::Of::kNumber},
    {"maximum", true, false, Bound::Of::kNumber},
    {"exclusiveMinimum", false, true, Bound::Of::kNumber},
    {"exclusiveMaximum", true, true, Bound::Of::kNumber},
    {"minLength", false, false, Bound::Of::kText},
    {"maxLength", true, false, Bound::Of::kText},
    {"minItems", false, false, Bound::Of::kItems},
    {"maxItems", true, false, Bound::Of::kItems},
}};

/// Returns the least difference of two numbers at the place: what decimals it has.
double step_at(const Maker& maker, const BodyPlace& place) {
    for (const Rule& rule : maker.rules()) {
        if (rule.kind == RuleKind::kDecimals && rule.pointer == place.pointer)
            return std::pow(10.0, -rule.decimals);
    }
    return 1;
}

Json bounded_value(const Maker& maker, const BodyPlace& place, const Bound& bound, int beyond) {
    const double limit = place.keyword(bound.keyword)->get<double>();
    const double away = bound.is_upper ? beyond : -beyond;
    if (bound.of == Bound::Of::kNumber) {
        // Counted in steps, so that binary fractions add nothing.
        const double per_unit = std::round(1 / step_at(maker, place));
        return number_for(place, std::round(limit * per_unit + away) / per_unit);
    }
    const auto count = static_cast<std::size_t>(std::max(0.0, limit + away));
    if (bound.of == Bound::Of::kText) return Json(text_of_length(count));
    const BodyPlace* item = maker.bodies().find_place(place.pointer + "/*");
    return Json(std::vector<Json>(count, item ? maker.bodies().simplest(*item) : Json()));
}

/// Says whether a text or an array at the bound is more than a body has.
bool is_too_much(const BodyPlace& place, const Bound& bound) {
    if (bound.of == Bound::Of::kNumber) return false;
    const std::size_t most = bound.of == Bound::Of::kText ? kLongestText : kMostItems;
    return place.keyword(bound.keyword)->get<double>() >= static_cast<double>(most);
}

void make_bounds(Maker& maker, const BodyPlace& place) {
    for (const Bound& bound : kBounds) {
        const std::string keyword(bound.keyword);
        if (!place.keyword(keyword) || !maker.is_first(keyword, place)) continue;
        if (is_too_much(place, bound)) {
            const std::string pointer = place.keyword_pointer(keyword);
            maker.trouble({ErrorCode::kLimit,
                           "the cases of " + keyword + " at " + place.pointer +
                               ": no body is made as long as that",
                           maker.subject().api.document().where(pointer),
                           {}});
            continue;
        }
        const Json inside = bounded_value(maker, place, bound, bound.is_exclusive ? -1 : 0);
        const Json outside = bounded_value(maker, place, bound, bound.is_exclusive ? 0 : 1);
        refuse(maker, place, keyword + "-outside", {keyword}, outside, shared(inside));
        if (maker.is_first_of_all(keyword + "-inside", place))
            accept(maker, place, keyword + "-inside", keyword, shared(inside));
    }
}

}  // namespace

const std::vector<PlaceKind>& bound_kinds() {
    static const std::vector<PlaceKind> kRows{{"bounds", make_bounds}};
    return kRows;
}

}  // namespace plumbline::generate
