// The x-history keyword, as rules; whether what they name exists.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/regex/regex.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

struct HistoryWord {
    HistoryKind kind;
    std::string_view word;
};

constexpr std::array<HistoryWord, 12> kHistoryWords{{
    {HistoryKind::kConstant, "constant"},
    {HistoryKind::kGrows, "grows"},
    {HistoryKind::kFinal, "final"},
    {HistoryKind::kIdentity, "identity"},
    {HistoryKind::kNewestOf, "newest_of"},
    {HistoryKind::kNames, "names"},
    {HistoryKind::kAsSent, "as_sent"},
    {HistoryKind::kSorted, "sorted"},
    {HistoryKind::kComplete, "complete"},
    {HistoryKind::kAsWritten, "as_written"},
    {HistoryKind::kGone, "gone"},
    {HistoryKind::kForgets, "forgets"},
}};

/// Returns the pointer of the record that a rule's property belongs to: `` or `/resources/*`.
std::string record_pointer(const Operation& operation) {
    const bool is_list = operation.resource && !operation.resource->items.empty();
    return is_list ? operation.resource->items + "/*" : "";
}

tl::unexpected<Error> history_error(const HistoryRule& rule, const std::string& what) {
    return fail(ErrorCode::kInvalid,
                "x-history " + std::string(to_text(rule.kind)) + ": " + what,
                rule.where);
}

Result<void> check_field(const Operation& operation, const HistoryRule& rule) {
    // An answer without a body shows no field of its own: that of a deletion is in other answers.
    if (rule.field.empty() || operation.record_fields.empty()) return {};
    const auto& fields = operation.record_fields;
    const std::string wanted = record_pointer(operation) + rule.field;
    // What `names` looks at is a field of the record that is named.
    if (rule.kind == HistoryKind::kNames ||
        std::find(fields.begin(), fields.end(), wanted) != fields.end())
        return {};
    const std::string near = nearest_name(wanted, fields);
    return history_error(rule,
                         "no answer of " + operation.id + " has " + wanted +
                             (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
}

Result<void> check_type(const std::vector<Operation>& operations, const HistoryRule& rule) {
    if (rule.type.empty()) return {};
    std::vector<std::string> types;
    for (const Operation& operation : operations) {
        if (operation.resource) types.push_back(operation.resource->type);
    }
    if (std::find(types.begin(), types.end(), rule.type) != types.end()) return {};
    const std::string near = nearest_name(rule.type, types);
    return history_error(rule,
                         "no x-resource is of the type \"" + rule.type + '"' +
                             (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
}

}  // namespace

std::string_view to_text(HistoryKind kind) {
    const auto* found = std::find_if(kHistoryWords.begin(),
                                     kHistoryWords.end(),
                                     [&](const HistoryWord& one) { return one.kind == kind; });
    return found == kHistoryWords.end() ? "" : found->word;
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
        HistoryRule rule;
        rule.where = document.where(one.pointer);
        const std::string word = string_or(*one.node, "is", "");
        const auto kind = parse_history_kind(word);
        if (!kind) {
            return fail(ErrorCode::kInvalid,
                        "x-history knows no \"" + word +
                            "\"; the words stand in "
                            "vocabulary.schema.json",
                        rule.where);
        }
        rule.kind = *kind;
        rule.pointer = pointer;
        rule.field = string_or(*one.node, "field", "");
        rule.type = string_or(*one.node, "type", "");
        rule.pattern = string_or(*one.node, "pattern", "");
        rule.descending = string_or(*one.node, "order", "ascending") == "descending";
        rule.basis = parse_basis(string_or(*one.node, "basis", "stated")).value_or(Basis::kStated);
        rule.requirements = strings_or_empty(*one.node, "requirements");
        if (!rule.pattern.empty()) {
            const auto pattern = Regex::compile(rule.pattern);
            if (!pattern) return history_error(rule, pattern.error().message);
        }
        rules.push_back(std::move(rule));
    }
    return {};
}

Result<void> check_history(const std::vector<Operation>& operations) {
    for (const Operation& operation : operations) {
        for (const HistoryRule& rule : operation.history) {
            auto checked = check_field(operation, rule);
            if (!checked) return checked;
            checked = check_type(operations, rule);
            if (!checked) return checked;
        }
    }
    return {};
}

}  // namespace reading
}  // namespace plumbline
