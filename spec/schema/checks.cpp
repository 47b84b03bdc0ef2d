#include "spec/schema/checks.hpp"

#include "spec/base/check.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/exact.hpp"
#include "spec/schema/formats.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>

namespace plumbline {
namespace {

using Holds = std::function<bool(const Json&)>;

std::vector<Check> one(const Assertion& assertion, Holds holds, std::string expected) {
    return {Check{
        std::string(assertion.keyword), assertion.pointer, std::move(holds), std::move(expected)}};
}

// Counts: a size, if the value is of the type that has one, against a bound.

std::optional<std::size_t> characters(const Json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::optional<std::size_t> items(const Json& value) {
    return value.is_array() ? std::optional(value.size()) : std::nullopt;
}

std::optional<std::size_t> members(const Json& value) {
    return value.is_object() ? std::optional(value.size()) : std::nullopt;
}

struct Count {
    std::string_view keyword;
    std::optional<std::size_t> (*size)(const Json&);
    std::string_view words;
    bool is_upper;
};

constexpr Count kCounts[] = {
    {"maxLength", characters, "at most {} characters", true},
    {"minLength", characters, "at least {} characters", false},
    {"maxItems", items, "at most {} items", true},
    {"minItems", items, "at least {} items", false},
    {"maxProperties", members, "at most {} members", true},
    {"minProperties", members, "at least {} members", false},
};

std::vector<Check> count_check(const Assertion& assertion, const Count& row) {
    const auto bound = assertion.value.get<std::size_t>();
    const auto holds = [bound, row](const Json& value) {
        const auto size = row.size(value);
        return !size || (row.is_upper ? *size <= bound : *size >= bound);
    };
    return one(assertion, holds, fmt::format(fmt::runtime(row.words), bound));
}

// Bounds.

struct Bound {
    std::string_view keyword;
    bool (*fits)(std::strong_ordering);
    std::string_view words;
};

constexpr Bound kBounds[] = {
    {"maximum", [](std::strong_ordering order) { return order <= 0; }, "at most"},
    {"minimum", [](std::strong_ordering order) { return order >= 0; }, "at least"},
    {"exclusiveMaximum", [](std::strong_ordering order) { return order < 0; }, "less than"},
    {"exclusiveMinimum", [](std::strong_ordering order) { return order > 0; }, "more than"},
};

std::vector<Check> bound_check(const Assertion& assertion, const Bound& row) {
    const auto holds = [bound = &assertion.value, fits = row.fits](const Json& value) {
        return !value.is_number() || fits(compare_numbers(value, *bound));
    };
    return one(assertion, holds, fmt::format("{} {}", row.words, to_short_text(assertion.value)));
}

// The rest, one function each.

std::vector<Check> const_check(const Assertion& assertion, const Patterns&) {
    const auto holds = [only = &assertion.value](const Json& value) {
        return compare_values(value, *only) == 0;
    };
    return one(assertion, holds, to_short_text(assertion.value));
}

std::vector<Check> enum_check(const Assertion& assertion, const Patterns&) {
    const auto holds = [all = &assertion.value](const Json& value) {
        return std::any_of(all->begin(), all->end(), [&](const Json& allowed) {
            return compare_values(value, allowed) == 0;
        });
    };
    return one(assertion, holds, "one of " + to_short_text(assertion.value));
}

std::vector<Check> format_check(const Assertion& assertion, const Patterns&) {
    const Format* format = find_format(assertion.value.get_ref<const std::string&>());
    // Closed mode has refused unknown names; elsewhere they are annotations.
    if (format == nullptr) return {};
    return one(assertion, format->fits, std::string(format->expected));
}

std::vector<Check> pattern_check(const Assertion& assertion, const Patterns& patterns) {
    const auto& text = assertion.value.get_ref<const std::string&>();
    const auto found = patterns.find(text);
    PLUMBLINE_CHECK(found != patterns.end(), "every pattern is compiled before it is lowered");
    const auto holds = [regex = found->second](const Json& value) {
        return !value.is_string() || regex.search(value.get_ref<const std::string&>());
    };
    return one(assertion, holds, "text that matches " + text);
}

std::vector<Check> multiple_check(const Assertion& assertion, const Patterns&) {
    const auto holds = [divisor = decimal_of(assertion.value)](const Json& value) {
        if (!value.is_number()) return true;
        return std::isfinite(value.get<double>()) && is_multiple(decimal_of(value), divisor);
    };
    return one(assertion, holds, "a multiple of " + to_short_text(assertion.value));
}

/// Sorts the items' addresses, so that equal ones become neighbours.
bool has_unique_items(const Json& value) {
    if (!value.is_array()) return true;
    std::vector<const Json*> sorted;
    sorted.reserve(value.size());
    for (const Json& item : value) sorted.push_back(&item);
    std::sort(sorted.begin(), sorted.end(), [](const Json* a, const Json* b) {
        return compare_values(*a, *b) < 0;
    });
    return std::adjacent_find(sorted.begin(), sorted.end(), [](const Json* a, const Json* b) {
               return compare_values(*a, *b) == 0;
           }) == sorted.end();
}

std::vector<Check> unique_check(const Assertion& assertion, const Patterns&) {
    if (!assertion.value.get<bool>()) return {};
    return one(assertion, has_unique_items, "items that all differ");
}

std::vector<Check> required_check(const Assertion& assertion, const Patterns&) {
    std::vector<Check> checks;
    for (const Json& name : assertion.value) {
        const auto holds = [needed = Name(name.get<std::string>())](const Json& value) {
            return !value.is_object() || value.contains(needed);
        };
        checks.push_back({std::string(assertion.keyword),
                          assertion.pointer,
                          holds,
                          "the member " + to_short_text(name)});
    }
    return checks;
}

std::vector<Check> dependent_check(const Assertion& assertion, const Patterns&) {
    std::vector<Check> checks;
    for (const auto& [name, needs] : assertion.value.items()) {
        for (const Json& needed : needs) {
            const auto holds = [trigger = Name(name),
                                other = Name(needed.get<std::string>())](const Json& value) {
                return !value.is_object() || !value.contains(trigger) || value.contains(other);
            };
            checks.push_back({std::string(assertion.keyword),
                              assertion.pointer,
                              holds,
                              fmt::format("{} beside \"{}\"", to_short_text(needed), name)});
        }
    }
    return checks;
}

struct Maker {
    std::string_view keyword;
    std::vector<Check> (*make)(const Assertion&, const Patterns&);
};

constexpr Maker kMakers[] = {
    {"const", const_check},
    {"enum", enum_check},
    {"format", format_check},
    {"pattern", pattern_check},
    {"multipleOf", multiple_check},
    {"uniqueItems", unique_check},
    {"required", required_check},
    {"dependentRequired", dependent_check},
};

}  // namespace

std::vector<Check> make_checks(const Assertion& assertion, const Patterns& patterns) {
    for (const Count& row : kCounts) {
        if (row.keyword == assertion.keyword) return count_check(assertion, row);
    }
    for (const Bound& row : kBounds) {
        if (row.keyword == assertion.keyword) return bound_check(assertion, row);
    }
    for (const Maker& row : kMakers) {
        if (row.keyword == assertion.keyword) return row.make(assertion, patterns);
    }
    PLUMBLINE_CHECK(false, "every assertion of the keyword list has a check");
    return {};
}

Check make_false_check(std::string pointer) {
    return {"false", std::move(pointer), [](const Json&) { return false; }, "no value at all here"};
}

}  // namespace plumbline
