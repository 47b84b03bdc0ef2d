#include "spec/schema/assertions.hpp"

#include "spec/base/check.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/formats.hpp"
#include "spec/schema/written_numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>

namespace plumbline {
namespace {

SchemaMatch match_if(bool holds) {
    return holds ? SchemaMatch::kMatches : SchemaMatch::kFails;
}

/// Returns the judgement of a predicate that needs the value only.
template <typename Predicate>
auto judge_by(Predicate holds) {
    return [holds = std::move(holds)](const Json& value, WrittenNumbers*) {
        return match_if(holds(value));
    };
}

template <typename Judge>
std::vector<Assertion> judged_assertion(const AssertionKeyword& assertion,
                                        Judge judge,
                                        std::string expected) {
    return {Assertion{
        std::string(assertion.keyword), assertion.pointer, std::move(judge), std::move(expected)}};
}

template <typename Predicate>
std::vector<Assertion> single_assertion(const AssertionKeyword& assertion,
                                        Predicate holds,
                                        std::string expected) {
    return judged_assertion(assertion, judge_by(std::move(holds)), std::move(expected));
}

// Keywords that limit a size. They ignore values of a type without that size.

std::optional<std::size_t> character_count(const Json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::optional<std::size_t> item_count(const Json& value) {
    return value.is_array() ? std::optional(value.size()) : std::nullopt;
}

std::optional<std::size_t> member_count(const Json& value) {
    return value.is_object() ? std::optional(value.size()) : std::nullopt;
}

struct CountAssertion {
    std::string_view keyword;
    std::optional<std::size_t> (*size)(const Json&);
    std::string_view text;
    bool is_upper;
};

constexpr CountAssertion kCountAssertions[] = {
    {"maxLength", character_count, "at most {} characters", true},
    {"minLength", character_count, "at least {} characters", false},
    {"maxItems", item_count, "at most {} items", true},
    {"minItems", item_count, "at least {} items", false},
    {"maxProperties", member_count, "at most {} members", true},
    {"minProperties", member_count, "at least {} members", false},
};

std::vector<Assertion> compile_count(const AssertionKeyword& assertion, const CountAssertion& row) {
    const auto bound = assertion.value.get<std::size_t>();
    const auto holds = [bound, row](const Json& value) {
        const auto size = row.size(value);
        return !size || (row.is_upper ? *size <= bound : *size >= bound);
    };
    return single_assertion(assertion, holds, fmt::format(fmt::runtime(row.text), bound));
}

// Keywords that limit a number.

struct BoundAssertion {
    std::string_view keyword;
    bool (*fits)(std::strong_ordering);
    std::string_view text;
};

constexpr BoundAssertion kBoundAssertions[] = {
    {"maximum", [](std::strong_ordering order) { return order <= 0; }, "at most"},
    {"minimum", [](std::strong_ordering order) { return order >= 0; }, "at least"},
    {"exclusiveMaximum", [](std::strong_ordering order) { return order < 0; }, "less than"},
    {"exclusiveMinimum", [](std::strong_ordering order) { return order > 0; }, "more than"},
};

/// Returns whether a number of a text and one of a document are the same double, and both are
/// rounded numbers, of which that of the document is not known.
bool is_doubtful(const Json& value, const Json& of_document, WrittenNumbers* numbers) {
    return numbers && may_be_rounded(of_document) && numbers->has_rounded(value) &&
           (value.is_structured() || value == of_document);
}

std::vector<Assertion> compile_bound(const AssertionKeyword& assertion, const BoundAssertion& row) {
    const auto judge = [bound = &assertion.value, fits = row.fits](const Json& value,
                                                                   WrittenNumbers* numbers) {
        if (!value.is_number()) return SchemaMatch::kMatches;
        if (is_doubtful(value, *bound, numbers)) return SchemaMatch::kUnknown;
        return match_if(fits(compare_written(value, *bound, numbers)));
    };
    return judged_assertion(
        assertion, judge, fmt::format("{} {}", row.text, to_short_text(assertion.value)));
}

// All other keywords, one function each.

SchemaMatch judge_equal(const Json& value, const Json& allowed, WrittenNumbers* numbers) {
    if (compare_written(value, allowed, numbers) == 0) return SchemaMatch::kMatches;
    return is_doubtful(value, allowed, numbers) ? SchemaMatch::kUnknown : SchemaMatch::kFails;
}

std::vector<Assertion> compile_const(const AssertionKeyword& assertion, const CompiledPatterns&) {
    const auto judge = [only = &assertion.value](const Json& value, WrittenNumbers* numbers) {
        return judge_equal(value, *only, numbers);
    };
    return judged_assertion(assertion, judge, to_short_text(assertion.value));
}

std::vector<Assertion> compile_enum(const AssertionKeyword& assertion, const CompiledPatterns&) {
    const auto judge = [all = &assertion.value](const Json& value, WrittenNumbers* numbers) {
        SchemaMatch best = SchemaMatch::kFails;
        for (const Json& allowed : *all) {
            best = std::max(best, judge_equal(value, allowed, numbers));
            if (best == SchemaMatch::kMatches) break;
        }
        return best;
    };
    return judged_assertion(assertion, judge, "one of " + to_short_text(assertion.value));
}

std::vector<Assertion> compile_format(const AssertionKeyword& assertion, const CompiledPatterns&) {
    const Format* format = find_format(assertion.value.get_ref<const std::string&>());
    // Closed mode rejects unknown formats earlier; in tolerant mode they are annotations.
    if (format == nullptr) return {};
    return single_assertion(assertion, format->fits, std::string(format->expected));
}

std::vector<Assertion> compile_pattern(const AssertionKeyword& assertion,
                                       const CompiledPatterns& patterns) {
    const auto& text = assertion.value.get_ref<const std::string&>();
    const auto found = patterns.find(text);
    PLUMBLINE_CHECK(found != patterns.end(), "every pattern is compiled before it is lowered");
    // Shared: g++ 12 takes a copied variant for uninitialized.
    const auto regex = std::make_shared<const EcmaRegex>(found->second);
    const auto judge = [regex](const Json& value, WrittenNumbers*) {
        if (!value.is_string()) return SchemaMatch::kMatches;
        const auto matches = regex->search(value.get_ref<const std::string&>());
        return matches ? match_if(*matches) : SchemaMatch::kUnknown;
    };
    return judged_assertion(assertion, judge, "text that matches " + text);
}

std::vector<Assertion> compile_multiple_of(const AssertionKeyword& assertion,
                                           const CompiledPatterns&) {
    const auto judge = [by = &assertion.value, divisor = shortest_decimal(assertion.value)](
                           const Json& value, WrittenNumbers* numbers) {
        if (!value.is_number()) return SchemaMatch::kMatches;
        if (const WrittenDecimal* written = numbers ? numbers->find(value) : nullptr) {
            if (may_be_rounded(*by)) return SchemaMatch::kUnknown;
            return match_if(is_multiple(*written, divisor));
        }
        return match_if(std::isfinite(value.get<double>()) &&
                        is_multiple(shortest_decimal(value), divisor));
    };
    return judged_assertion(assertion, judge, "a multiple of " + to_short_text(assertion.value));
}

/// Sorts pointers to the items, so that equal items become neighbours.
bool has_unique_items(const Json& value, WrittenNumbers* numbers) {
    if (!value.is_array()) return true;
    std::vector<const Json*> sorted;
    sorted.reserve(value.size());
    for (const Json& item : value) sorted.push_back(&item);
    std::sort(sorted.begin(), sorted.end(), [&](const Json* a, const Json* b) {
        return compare_written(*a, *b, numbers) < 0;
    });
    return std::adjacent_find(sorted.begin(), sorted.end(), [&](const Json* a, const Json* b) {
               return compare_written(*a, *b, numbers) == 0;
           }) == sorted.end();
}

std::vector<Assertion> compile_unique_items(const AssertionKeyword& assertion,
                                            const CompiledPatterns&) {
    if (!assertion.value.get<bool>()) return {};
    const auto judge = [](const Json& value, WrittenNumbers* numbers) {
        return match_if(has_unique_items(value, numbers));
    };
    return judged_assertion(assertion, judge, "unique items");
}

std::vector<Assertion> compile_required(const AssertionKeyword& assertion,
                                        const CompiledPatterns&) {
    std::vector<Assertion> checks;
    for (const Json& name : assertion.value) {
        const auto holds = [needed = name.get<std::string>()](const Json& value) {
            return !value.is_object() || value.contains(needed);
        };
        checks.push_back({std::string(assertion.keyword),
                          assertion.pointer,
                          judge_by(holds),
                          "the member " + to_short_text(name)});
    }
    return checks;
}

std::vector<Assertion> compile_dependent_required(const AssertionKeyword& assertion,
                                                  const CompiledPatterns&) {
    std::vector<Assertion> checks;
    for (const auto& [name, needs] : assertion.value.items()) {
        for (const Json& needed : needs) {
            const auto holds = [trigger = name,
                                other = needed.get<std::string>()](const Json& value) {
                return !value.is_object() || !value.contains(trigger) || value.contains(other);
            };
            checks.push_back(
                {std::string(assertion.keyword),
                 assertion.pointer,
                 judge_by(holds),
                 fmt::format("the member {}, as \"{}\" is present", to_short_text(needed), name)});
        }
    }
    return checks;
}

struct AssertionCompiler {
    std::string_view keyword;
    std::vector<Assertion> (*compile)(const AssertionKeyword&, const CompiledPatterns&);
};

constexpr AssertionCompiler kAssertionCompilers[] = {
    {"const", compile_const},
    {"enum", compile_enum},
    {"format", compile_format},
    {"pattern", compile_pattern},
    {"multipleOf", compile_multiple_of},
    {"uniqueItems", compile_unique_items},
    {"required", compile_required},
    {"dependentRequired", compile_dependent_required},
};

}  // namespace

std::vector<Assertion> compile_assertions(const AssertionKeyword& assertion,
                                          const CompiledPatterns& patterns) {
    for (const CountAssertion& row : kCountAssertions) {
        if (row.keyword == assertion.keyword) return compile_count(assertion, row);
    }
    for (const BoundAssertion& row : kBoundAssertions) {
        if (row.keyword == assertion.keyword) return compile_bound(assertion, row);
    }
    for (const AssertionCompiler& row : kAssertionCompilers) {
        if (row.keyword == assertion.keyword) return row.compile(assertion, patterns);
    }
    PLUMBLINE_CHECK(false, "every assertion of the keyword table is compiled here");
    return {};
}

Assertion false_assertion(std::string pointer) {
    return {"false",
            std::move(pointer),
            [](const Json&, WrittenNumbers*) { return SchemaMatch::kFails; },
            "no value here"};
}

}  // namespace plumbline
