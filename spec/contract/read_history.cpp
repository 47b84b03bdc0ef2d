// The x-history keyword, as rules: one row of kHistoryWords per word.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/regex/regex.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

/// What a statement is written on.
enum class HistoryPlace { kProperty, kOperation };

struct HistoryWord {
    HistoryKind kind;
    std::string_view word;
    HistoryPlace on;
    std::string_view needs;  ///< members it must have
    std::string_view takes;  ///< others it may have
};

constexpr auto kProperty = HistoryPlace::kProperty;
constexpr auto kOperation = HistoryPlace::kOperation;

constexpr std::array<HistoryWord, 20> kHistoryWords{{
    {HistoryKind::kConstant, "constant", kProperty, "", ""},
    {HistoryKind::kGrows, "grows", kProperty, "", "field"},
    {HistoryKind::kFinal, "final", kProperty, "pattern", ""},
    {HistoryKind::kIdentity, "identity", kProperty, "", ""},
    {HistoryKind::kNewestOf, "newest_of", kProperty, "type", ""},
    {HistoryKind::kNames, "names", kProperty, "type field pattern", ""},
    {HistoryKind::kAsSent, "as_sent", kProperty, "", ""},
    {HistoryKind::kEquals, "equals", kProperty, "field", ""},
    {HistoryKind::kNumbered, "numbered", kProperty, "pattern", "at_most spare limit"},
    {HistoryKind::kSinceParent, "since_parent", kProperty, "field", ""},
    {HistoryKind::kAllOf, "all_of", kProperty, "type when field pattern", ""},
    {HistoryKind::kSomeOf, "some_of", kProperty, "type when field pattern", ""},
    {HistoryKind::kNoneOf, "none_of", kProperty, "type when field pattern", ""},
    {HistoryKind::kSorted, "sorted", kOperation, "field", "order"},
    {HistoryKind::kComplete, "complete", kOperation, "", ""},
    {HistoryKind::kAsWritten, "as_written", kOperation, "", ""},
    {HistoryKind::kGone, "gone", kOperation, "", "field pattern"},
    {HistoryKind::kForgets, "forgets", kOperation, "", ""},
    {HistoryKind::kAtMost, "at_most", kOperation, "field pattern count", "also"},
    {HistoryKind::kAsRead, "as_read", kOperation, "", ""},
}};

constexpr std::string_view kOfEveryWord = "is basis requirements";

const HistoryWord* word_of(HistoryKind kind) {
    const auto* found = std::find_if(kHistoryWords.begin(),
                                     kHistoryWords.end(),
                                     [&](const HistoryWord& one) { return one.kind == kind; });
    return found == kHistoryWords.end() ? nullptr : found;
}

bool lists(std::string_view names, std::string_view name) {
    const auto all = split(names, ' ');
    return std::find(all.begin(), all.end(), name) != all.end();
}

tl::unexpected<Error> history_problem(const HistoryRule& rule, const std::string& what) {
    return fail(ErrorCode::kInvalid,
                "x-history " + std::string(to_text(rule.kind)) + ": " + what,
                rule.where);
}

Result<void> check_members(const HistoryWord& word, const Json& value, const HistoryRule& rule) {
    const bool is_on_property = !rule.pointer.empty();
    if (is_on_property != (word.on == HistoryPlace::kProperty)) {
        return history_problem(rule,
                               is_on_property ? "stands on an operation, not on a property"
                                              : "stands on a property of a record");
    }
    for (const std::string_view name : split(word.needs, ' ')) {
        if (!name.empty() && !member(value, name))
            return history_problem(rule, "needs \"" + std::string(name) + '"');
    }
    for (const auto& [name, given] : value.items()) {
        const bool is_known =
            lists(kOfEveryWord, name) || lists(word.needs, name) || lists(word.takes, name);
        if (is_known) continue;
        const std::string all = std::string(word.needs) + ' ' + std::string(word.takes);
        return history_problem(rule, "has no \"" + name + "\", only: " + std::string(trimmed(all)));
    }
    return {};
}

std::optional<int> number_in(const Json& value, std::string_view name) {
    if (!member(value, name)) return std::nullopt;
    return static_cast<int>(integer_or(value, name, 0));
}

HistoryRule rule_from(const Json& value) {
    HistoryRule rule;
    rule.field = string_or(value, "field", "");
    rule.type = string_or(value, "type", "");
    rule.pattern = string_or(value, "pattern", "");
    rule.when = string_or(value, "when", "");
    rule.count = number_in(value, "count");
    if (!rule.count) rule.count = number_in(value, "at_most");
    rule.also = number_in(value, "also");
    rule.spare = number_in(value, "spare").value_or(0);
    rule.limit = string_or(value, "limit", "");
    rule.descending = string_or(value, "order", "ascending") == "descending";
    rule.basis = parse_basis(string_or(value, "basis", "stated")).value_or(Basis::kStated);
    rule.requirements = strings_or_empty(value, "requirements");
    return rule;
}

Result<void> check_values(const HistoryRule& rule) {
    for (const std::string* text : {&rule.pattern, &rule.when}) {
        if (text->empty()) continue;
        const auto pattern = Regex::compile(*text);
        if (!pattern) return history_problem(rule, pattern.error().message);
        if (rule.kind == HistoryKind::kNumbered && pattern->group_count() != 1)
            return history_problem(rule, "the pattern needs one group, which holds the number");
    }
    if (rule.kind == HistoryKind::kNumbered && !rule.count && (rule.spare || !rule.limit.empty()))
        return history_problem(rule, "spare and limit belong to \"at_most\"");
    return {};
}

}  // namespace

std::string_view to_text(HistoryKind kind) {
    const HistoryWord* found = word_of(kind);
    return found ? found->word : "";
}

std::optional<HistoryKind> parse_history_kind(std::string_view text) {
    const auto* found = std::find_if(kHistoryWords.begin(),
                                     kHistoryWords.end(),
                                     [&](const HistoryWord& one) { return one.word == text; });
    return found == kHistoryWords.end() ? std::nullopt : std::optional(found->kind);
}

namespace reading {

Result<void> read_history(const Document& document,
                          const Place& owner,
                          const std::string& pointer,
                          std::vector<HistoryRule>& rules) {
    if (!owner.has("x-history")) return {};
    const auto list = array_at(document, owner.child("x-history"));
    if (!list) return fail(list.error());
    for (std::size_t i = 0; i < list->node->size(); ++i) {
        const Place one{&(*list->node)[i], list->pointer + '/' + std::to_string(i)};
        const std::string word = string_or(*one.node, "is", "");
        const auto kind = parse_history_kind(word);
        if (!kind) {
            return fail(ErrorCode::kInvalid,
                        "x-history knows no \"" + word +
                            "\"; the words stand in "
                            "vocabulary.schema.json",
                        document.where(one.pointer));
        }
        HistoryRule rule = rule_from(*one.node);
        rule.kind = *kind;
        rule.pointer = pointer;
        rule.where = document.where(one.pointer);
        auto checked = check_members(*word_of(*kind), *one.node, rule);
        if (!checked) return checked;
        checked = check_values(rule);
        if (!checked) return checked;
        rules.push_back(std::move(rule));
    }
    return {};
}

}  // namespace reading
}  // namespace plumbline
