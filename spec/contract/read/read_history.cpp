// Reads the x-history keyword as rules: one row of kHistoryRuleFormats per kind of rule.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/regex/regex.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

using reading::history_error;

/// Where a rule is declared.
enum class HistoryOwner { kProperty, kOperation };

struct HistoryRuleFormat {
    HistoryRuleKind kind;
    std::string_view name;
    HistoryOwner owner;
    std::string_view required;  ///< names of required members
    std::string_view optional;  ///< names of optional members
};

using enum HistoryOwner;
using enum HistoryRuleKind;

constexpr HistoryRuleFormat kHistoryRuleFormats[] = {
    {kConstant, "constant", kProperty, "", ""},
    {kMonotonic, "monotonic", kProperty, "", "field"},
    {kFinal, "final", kProperty, "pattern", ""},
    {kIdentity, "identity", kProperty, "", ""},
    {kNewestOf, "newest_of", kProperty, "type", ""},
    {kReferences, "references", kProperty, "type field pattern", ""},
    {kMatchesRequest, "matches_request", kProperty, "", ""},
    {kEquals, "equals", kProperty, "field", ""},
    {kAdvances, "advances", kProperty, "field", ""},
    {kNumbered, "numbered", kProperty, "pattern", "at_most tolerance limit_name"},
    {kNotBeforeParent, "not_before_parent", kProperty, "field", ""},
    {kAllOf, "all_of", kProperty, "type when field pattern", ""},
    {kSomeOf, "some_of", kProperty, "type when field pattern", ""},
    {kNoneOf, "none_of", kProperty, "type when field pattern", ""},
    {kSorted, "sorted", kOperation, "field", "order"},
    {kComplete, "complete", kOperation, "", ""},
    {kMatchesWrite, "matches_write", kOperation, "", ""},
    {kKeeps, "keeps", kOperation, "field", ""},
    {kDeleted, "deleted", kOperation, "", "field pattern"},
    {kResets, "resets", kOperation, "", ""},
    {kAtMost, "at_most", kOperation, "field pattern count", "alternative_count"},
    {kMatchesRead, "matches_read", kOperation, "", ""},
    {kNamesPath, "names_path", kOperation, "", ""},
};

constexpr std::string_view kCommonMembers = "is basis requirements";

/// Returns the row of a rule name, null if there is no such rule.
const HistoryRuleFormat* find_format_of(std::string_view name) {
    for (const HistoryRuleFormat& row : kHistoryRuleFormats) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

bool contains_name(std::string_view names, std::string_view name) {
    const auto all = split(names, ' ');
    return std::find(all.begin(), all.end(), name) != all.end();
}

Result<void> check_members(const HistoryRuleFormat& word,
                           const Json& value,
                           const HistoryRule& rule) {
    const bool is_on_property = !rule.pointer.empty();
    if (is_on_property != (word.owner == kProperty)) {
        return history_error(rule,
                             is_on_property ? "is only allowed on an operation"
                                            : "is only allowed on a property of a record");
    }
    for (const std::string_view name : split(word.required, ' ')) {
        if (!name.empty() && !member(value, name))
            return history_error(rule, "needs \"" + std::string(name) + '"');
    }
    for (const auto& [name, given] : value.items()) {
        const bool is_known = contains_name(kCommonMembers, name) ||
                              contains_name(word.required, name) ||
                              contains_name(word.optional, name);
        if (is_known) continue;
        const std::string all = std::string(word.required) + ' ' + std::string(word.optional);
        return history_error(rule, "has no \"" + name + "\", only: " + std::string(trimmed(all)));
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
    rule.basis = reading::basis_or(value, "basis", Basis::kStated);
    rule.requirements = strings_or_empty(value, "requirements");
    return rule;
}

Result<void> check_values(const HistoryRule& rule) {
    for (const std::string* text : {&rule.pattern, &rule.when}) {
        if (text->empty()) continue;
        const auto pattern = Regex::compile(*text);
        if (!pattern) return history_error(rule, pattern.error().message);
        if (rule.kind == kNumbered && pattern->group_count() != 1)
            return history_error(rule, "the pattern needs one group, which captures the number");
    }
    if (rule.kind == kNumbered && !rule.count && (rule.tolerance || !rule.limit_name.empty()))
        return history_error(rule, "tolerance and limit_name require \"at_most\"");
    return {};
}

}  // namespace

std::string_view to_text(HistoryRuleKind kind) {
    for (const HistoryRuleFormat& row : kHistoryRuleFormats) {
        if (row.kind == kind) return row.name;
    }
    return "";
}

std::optional<HistoryRuleKind> parse_history_kind(std::string_view text) {
    const HistoryRuleFormat* found = find_format_of(text);
    return found ? std::optional(found->kind) : std::nullopt;
}

namespace reading {

tl::unexpected<Error> history_error(const HistoryRule& rule, const std::string& what) {
    return fail(ErrorCode::kInvalid,
                "x-history " + std::string(to_text(rule.kind)) + ": " + what,
                rule.where);
}

Result<void> read_history(const Document& document,
                          const OpenApiNode& owner,
                          const std::string& pointer,
                          std::vector<HistoryRule>& rules) {
    if (!owner.has("x-history")) return {};
    const auto list = require_array(document, owner.child("x-history"));
    if (!list) return fail(list.error());
    for (const OpenApiNode& one : list->items()) {
        const std::string word = string_or(*one.value, "is", "");
        const HistoryRuleFormat* format = find_format_of(word);
        if (!format) {
            return invalid_node(
                document,
                one,
                "x-history has no rule \"" + word + "\"; extensions.schema.json lists the rules");
        }
        HistoryRule rule = parse_history_rule(*one.value);
        rule.kind = format->kind;
        rule.pointer = pointer;
        rule.where = document.where(one.pointer);
        auto checked = check_members(*format, *one.value, rule);
        if (!checked) return checked;
        checked = check_values(rule);
        if (!checked) return checked;
        rules.push_back(std::move(rule));
    }
    return {};
}

}  // namespace reading
}  // namespace plumbline
