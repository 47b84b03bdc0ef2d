// Reads the x-history keyword as rules: one row of kHistoryRuleFormats per kind of rule.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/regex/regex.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

/// Where a rule is declared.
enum class HistoryOwner { kProperty, kOperation };

struct HistoryRuleFormat {
    HistoryRuleKind kind;
    std::string_view name;
    HistoryOwner owner;
    std::string_view required;  ///< names of required members
    std::string_view optional;  ///< names of optional members
};

constexpr auto kProperty = HistoryOwner::kProperty;
constexpr auto kOperation = HistoryOwner::kOperation;

constexpr std::array<HistoryRuleFormat, 20> kHistoryRuleFormats{{
    {HistoryRuleKind::kConstant, "constant", kProperty, "", ""},
    {HistoryRuleKind::kMonotonic, "monotonic", kProperty, "", "field"},
    {HistoryRuleKind::kFinal, "final", kProperty, "pattern", ""},
    {HistoryRuleKind::kIdentity, "identity", kProperty, "", ""},
    {HistoryRuleKind::kNewestOf, "newest_of", kProperty, "type", ""},
    {HistoryRuleKind::kReferences, "references", kProperty, "type field pattern", ""},
    {HistoryRuleKind::kMatchesRequest, "matches_request", kProperty, "", ""},
    {HistoryRuleKind::kEquals, "equals", kProperty, "field", ""},
    {HistoryRuleKind::kNumbered, "numbered", kProperty, "pattern", "at_most tolerance limit_name"},
    {HistoryRuleKind::kNotBeforeParent, "not_before_parent", kProperty, "field", ""},
    {HistoryRuleKind::kAllOf, "all_of", kProperty, "type when field pattern", ""},
    {HistoryRuleKind::kSomeOf, "some_of", kProperty, "type when field pattern", ""},
    {HistoryRuleKind::kNoneOf, "none_of", kProperty, "type when field pattern", ""},
    {HistoryRuleKind::kSorted, "sorted", kOperation, "field", "order"},
    {HistoryRuleKind::kComplete, "complete", kOperation, "", ""},
    {HistoryRuleKind::kMatchesWrite, "matches_write", kOperation, "", ""},
    {HistoryRuleKind::kDeleted, "deleted", kOperation, "", "field pattern"},
    {HistoryRuleKind::kResets, "resets", kOperation, "", ""},
    {HistoryRuleKind::kAtMost, "at_most", kOperation, "field pattern count", "alternative_count"},
    {HistoryRuleKind::kMatchesRead, "matches_read", kOperation, "", ""},
}};

constexpr std::string_view kCommonMembers = "is basis requirements";

const HistoryRuleFormat* format_of(HistoryRuleKind kind) {
    const auto* found = std::find_if(
        kHistoryRuleFormats.begin(), kHistoryRuleFormats.end(), [&](const HistoryRuleFormat& one) {
            return one.kind == kind;
        });
    return found == kHistoryRuleFormats.end() ? nullptr : found;
}

bool contains_name(std::string_view names, std::string_view name) {
    const auto all = split(names, ' ');
    return std::find(all.begin(), all.end(), name) != all.end();
}

tl::unexpected<Error> history_rule_error(const HistoryRule& rule, const std::string& what) {
    return fail(ErrorCode::kInvalid,
                "x-history " + std::string(to_text(rule.kind)) + ": " + what,
                rule.where);
}

Result<void> check_members(const HistoryRuleFormat& word,
                           const Json& value,
                           const HistoryRule& rule) {
    const bool is_on_property = !rule.pointer.empty();
    if (is_on_property != (word.owner == HistoryOwner::kProperty)) {
        return history_rule_error(rule,
                                  is_on_property ? "is only allowed on an operation"
                                                 : "is only allowed on a property of a record");
    }
    for (const std::string_view name : split(word.required, ' ')) {
        if (!name.empty() && !member(value, name))
            return history_rule_error(rule, "needs \"" + std::string(name) + '"');
    }
    for (const auto& [name, given] : value.items()) {
        const bool is_known = contains_name(kCommonMembers, name) ||
                              contains_name(word.required, name) ||
                              contains_name(word.optional, name);
        if (is_known) continue;
        const std::string all = std::string(word.required) + ' ' + std::string(word.optional);
        return history_rule_error(rule,
                                  "has no \"" + name + "\", only: " + std::string(trimmed(all)));
    }
    return {};
}

std::optional<int> read_number(const Json& value, std::string_view name) {
    if (!member(value, name)) return std::nullopt;
    return static_cast<int>(integer_or(value, name, 0));
}

HistoryRule parse_history_rule(const Json& value) {
    HistoryRule rule;
    rule.field = string_or(value, "field", "");
    rule.type = string_or(value, "type", "");
    rule.pattern = string_or(value, "pattern", "");
    rule.when = string_or(value, "when", "");
    rule.count = read_number(value, "count");
    if (!rule.count) rule.count = read_number(value, "at_most");
    rule.alternative_count = read_number(value, "alternative_count");
    rule.tolerance = read_number(value, "tolerance").value_or(0);
    rule.limit_name = string_or(value, "limit_name", "");
    rule.descending = string_or(value, "order", "ascending") == "descending";
    rule.basis = parse_basis(string_or(value, "basis", "stated")).value_or(Basis::kStated);
    rule.requirements = strings_or_empty(value, "requirements");
    return rule;
}

Result<void> check_values(const HistoryRule& rule) {
    for (const std::string* text : {&rule.pattern, &rule.when}) {
        if (text->empty()) continue;
        const auto pattern = Regex::compile(*text);
        if (!pattern) return history_rule_error(rule, pattern.error().message);
        if (rule.kind == HistoryRuleKind::kNumbered && pattern->group_count() != 1)
            return history_rule_error(rule,
                                      "the pattern needs one group, which captures the number");
    }
    if (rule.kind == HistoryRuleKind::kNumbered && !rule.count &&
        (rule.tolerance || !rule.limit_name.empty()))
        return history_rule_error(rule, "tolerance and limit_name require \"at_most\"");
    return {};
}

}  // namespace

std::string_view to_text(HistoryRuleKind kind) {
    const HistoryRuleFormat* found = format_of(kind);
    return found ? found->name : "";
}

std::optional<HistoryRuleKind> parse_history_kind(std::string_view text) {
    const auto* found = std::find_if(
        kHistoryRuleFormats.begin(), kHistoryRuleFormats.end(), [&](const HistoryRuleFormat& one) {
            return one.name == text;
        });
    return found == kHistoryRuleFormats.end() ? std::nullopt : std::optional(found->kind);
}

namespace reading {

Result<void> read_history(const Document& document,
                          const OpenApiNode& owner,
                          const std::string& pointer,
                          std::vector<HistoryRule>& rules) {
    if (!owner.has("x-history")) return {};
    const auto list = require_array(document, owner.child("x-history"));
    if (!list) return fail(list.error());
    for (std::size_t i = 0; i < list->value->size(); ++i) {
        const OpenApiNode one{&(*list->value)[i], list->pointer + '/' + std::to_string(i)};
        const std::string word = string_or(*one.value, "is", "");
        const auto kind = parse_history_kind(word);
        if (!kind) {
            return fail(ErrorCode::kInvalid,
                        "x-history has no rule \"" + word +
                            "\"; extensions.schema.json lists "
                            "the rules",
                        document.where(one.pointer));
        }
        HistoryRule rule = parse_history_rule(*one.value);
        rule.kind = *kind;
        rule.pointer = pointer;
        rule.where = document.where(one.pointer);
        auto checked = check_members(*format_of(*kind), *one.value, rule);
        if (!checked) return checked;
        checked = check_values(rule);
        if (!checked) return checked;
        rules.push_back(std::move(rule));
    }
    return {};
}

}  // namespace reading
}  // namespace plumbline
