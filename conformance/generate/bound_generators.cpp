// Cases for the keywords that bound a value: values just inside and just outside.

#include "conformance/generate/case_drafts.hpp"
#include "conformance/generate/case_generators.hpp"
#include "conformance/generate/sample_strings.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace plumbline::generate {
namespace {

/// A keyword that bounds a value, and the property that it bounds.
struct BoundKeyword {
    std::string_view keyword;
    bool is_upper;
    bool is_exclusive;
    enum class BoundedProperty { kNumber, kLength, kItems } property;
};

constexpr std::array<BoundKeyword, 8> kBounds{{
    {"minimum", false, false, BoundKeyword::BoundedProperty::kNumber},
    {"maximum", true, false, BoundKeyword::BoundedProperty::kNumber},
    {"exclusiveMinimum", false, true, BoundKeyword::BoundedProperty::kNumber},
    {"exclusiveMaximum", true, true, BoundKeyword::BoundedProperty::kNumber},
    {"minLength", false, false, BoundKeyword::BoundedProperty::kLength},
    {"maxLength", true, false, BoundKeyword::BoundedProperty::kLength},
    {"minItems", false, false, BoundKeyword::BoundedProperty::kItems},
    {"maxItems", true, false, BoundKeyword::BoundedProperty::kItems},
}};

/// Returns the smallest difference of two numbers at the location, which depends on its decimals.
double number_step(const CaseBuilder& builder, const BodyLocation& location) {
    const Rule* rounded = builder.context().find_rule(RuleKind::kDecimals, location.pointer);
    return rounded ? std::pow(10.0, -rounded->decimals) : 1;
}

Json bounded_value(const CaseBuilder& builder,
                   const BodyLocation& location,
                   const BoundKeyword& bound,
                   int beyond) {
    const double limit = location.keyword(bound.keyword)->get<double>();
    const double away = bound.is_upper ? beyond : -beyond;
    if (bound.property == BoundKeyword::BoundedProperty::kNumber) {
        // Counted in steps, to avoid errors of binary fractions.
        const double per_unit = std::round(1 / number_step(builder, location));
        return number_for(location, std::round(limit * per_unit + away) / per_unit);
    }
    const auto count = static_cast<std::size_t>(std::max(0.0, limit + away));
    if (bound.property == BoundKeyword::BoundedProperty::kLength)
        return Json(string_of_length(count));
    const BodyLocation* item = builder.context().find_location(location.pointer + "/*");
    return Json(std::vector<Json>(count, item ? builder.bodies().simplest_value(*item) : Json()));
}

/// Returns whether a string or an array at the bound is longer than generated bodies may be.
bool exceeds_limit(const BodyLocation& location, const BoundKeyword& bound) {
    if (bound.property == BoundKeyword::BoundedProperty::kNumber) return false;
    const bool is_length = bound.property == BoundKeyword::BoundedProperty::kLength;
    const std::size_t most = is_length ? kMaxStringLength : kMaxItems;
    return location.keyword(bound.keyword)->get<double>() >= static_cast<double>(most);
}

void make_bounds(CaseBuilder& builder, const BodyLocation& location) {
    for (const BoundKeyword& bound : kBounds) {
        const std::string keyword(bound.keyword);
        if (!location.keyword(keyword) || !builder.covered().is_first(keyword, location)) continue;
        if (exceeds_limit(location, bound)) {
            const std::string pointer = location.keyword_pointer(keyword);
            builder.add_omission({ErrorCode::kLimit,
                                  "the cases of " + keyword + " at " + location.pointer +
                                      ": a body of that length is not generated",
                                  builder.context().api.document().where(pointer),
                                  {}});
            continue;
        }
        const Json inside = bounded_value(builder, location, bound, bound.is_exclusive ? -1 : 0);
        const Json outside = bounded_value(builder, location, bound, bound.is_exclusive ? 0 : 1);
        add_refused_case(
            builder, location, keyword + "-outside", {keyword}, outside, to_shared(inside));
        if (builder.covered().is_first_overall(keyword + "-inside", location))
            add_accepted_case(builder, location, keyword + "-inside", keyword, to_shared(inside));
    }
}

}  // namespace

const std::vector<LocationGenerator>& bound_generators() {
    static const std::vector<LocationGenerator> kRows{make_bounds};
    return kRows;
}

}  // namespace plumbline::generate
