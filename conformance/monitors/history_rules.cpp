#include "conformance/monitors/history_rules.hpp"

#include "spec/contract/openapi.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::monitors {
namespace {

using PointerSet = std::set<std::string>;
using FormatByPointer = std::map<std::string, std::string>;  // pointer → format, "": none

JsonPointer pointer_of(std::string_view text) {
    return JsonPointer::parse(text).value_or(JsonPointer());
}

std::string pattern_of(const std::optional<Regex>& regex) {
    return regex ? regex->pattern() : "";
}

void add_unique(std::vector<ValueRule>& known, ValueRule one) {
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const ValueRule& other) {
        return other.code == one.code && other.pointer == one.pointer &&
               other.requirements == one.requirements &&
               pattern_of(other.pattern) == pattern_of(one.pattern) &&
               pattern_of(other.when) == pattern_of(one.when);
    });
    if (!is_known) known.push_back(std::move(one));
}

struct RulesOfKind {
    HistoryRuleKind kind;
    std::vector<ValueRule> ResourceRules::*rules;
};
/// Rules of other kinds are about whole responses.
constexpr std::array kRulesOfKinds{
    RulesOfKind{HistoryRuleKind::kConstant, &ResourceRules::constants},
    RulesOfKind{HistoryRuleKind::kMonotonic, &ResourceRules::monotonic},
    RulesOfKind{HistoryRuleKind::kFinal, &ResourceRules::final_states},
    RulesOfKind{HistoryRuleKind::kIdentity, &ResourceRules::identities},
    RulesOfKind{HistoryRuleKind::kNewestOf, &ResourceRules::newest},
    RulesOfKind{HistoryRuleKind::kReferences, &ResourceRules::references},
    RulesOfKind{HistoryRuleKind::kMatchesRequest, &ResourceRules::sent},
    RulesOfKind{HistoryRuleKind::kEquals, &ResourceRules::equal},
    RulesOfKind{HistoryRuleKind::kAdvances, &ResourceRules::advancing},
    RulesOfKind{HistoryRuleKind::kNumbered, &ResourceRules::numbered},
    RulesOfKind{HistoryRuleKind::kNotBeforeParent, &ResourceRules::since_parent},
    RulesOfKind{HistoryRuleKind::kAllOf, &ResourceRules::child_rules},
    RulesOfKind{HistoryRuleKind::kSomeOf, &ResourceRules::child_rules},
    RulesOfKind{HistoryRuleKind::kNoneOf, &ResourceRules::child_rules},
    RulesOfKind{HistoryRuleKind::kAtMost, &ResourceRules::concurrent}};

std::optional<Regex> regex_of(const std::string& pattern) {
    if (pattern.empty()) return std::nullopt;
    auto regex =
        Regex::compile(pattern);  // the contract's loader compiled it before, so it is valid
    return regex ? std::optional(std::move(*regex)) : std::nullopt;
}

void add_history(const Operation& operation, ResourceRules& type) {
    for (const HistoryRule& rule : operation.history) {
        const auto row =
            std::find_if(kRulesOfKinds.begin(), kRulesOfKinds.end(), [&](const RulesOfKind& one) {
                return one.kind == rule.kind;
            });
        if (row == kRulesOfKinds.end()) continue;
        ValueRule one;
        one.kind = rule.kind;
        one.code = "history-" + std::string(to_text(rule.kind));
        one.pointer = pointer_of(operation.record_pointer(rule.pointer));
        one.field = pointer_of(rule.field);
        one.type = rule.type;
        one.pattern = regex_of(rule.pattern);
        one.when = regex_of(rule.when);
        one.count = rule.count;
        one.alternative_count = rule.alternative_count;
        one.tolerance = rule.tolerance;
        one.limit_name = rule.limit_name;
        one.basis = rule.basis;
        one.requirements = rule.requirements;
        add_unique(type.*(row->rules), std::move(one));
    }
}

std::optional<int> decimals_of(const Operation& operation, const std::string& pointer) {
    for (const Rule& rule : operation.rules) {
        if (rule.kind == RuleKind::kDecimals && rule.pointer == pointer) return rule.decimals;
    }
    return std::nullopt;
}

void add_rules(const Operation& operation, ResourceRules& type) {
    for (const Rule& rule : operation.rules) {
        if (rule.pointer.find("/*") != std::string::npos) continue;
        ValueRule one;
        one.pointer = pointer_of(rule.pointer);
        one.basis = rule.basis;
        one.requirements = rule.requirements;
        if (rule.kind == RuleKind::kImmutable) {
            one.code = "history-constant";
            one.needs_attempt = true;
            add_unique(type.constants, std::move(one));
        } else if (rule.kind == RuleKind::kReplace) {
            one.code = "history-replaced";
            add_unique(type.replaced, std::move(one));
        } else if (rule.kind == RuleKind::kDefaultFrom) {
            one.code = "history-default";
            std::vector<std::string> tokens = one.pointer.tokens();
            tokens.back() = rule.field;
            one.field = JsonPointer(std::move(tokens));
            one.factor = rule.factor;
            one.decimals = decimals_of(operation, rule.pointer);
            add_unique(type.defaults, std::move(one));
        }
    }
}

/// The inputs from which the fields of a record type are built.
struct FieldSources {
    const PointerSet& requests;
    const FormatByPointer& shown;
    const std::vector<ValueRule>& replaced;
};

std::optional<std::size_t> replace_rule_index(const std::vector<ValueRule>& replaced,
                                              const std::string& pointer) {
    for (std::size_t i = 0; i < replaced.size(); ++i) {
        const std::string whole = replaced[i].pointer.to_text();
        if (pointer == whole || pointer.starts_with(whole + '/')) return i;
    }
    return std::nullopt;
}

std::vector<RecordField> fields_below(const FieldSources& sources, const std::string& at) {
    std::vector<RecordField> fields;
    const std::string prefix = at + '/';
    for (auto one = sources.shown.lower_bound(prefix);
         one != sources.shown.end() && one->first.starts_with(prefix);
         ++one) {
        const auto& [pointer, format] = *one;
        if (pointer.find('/', prefix.size()) != std::string::npos) continue;
        fields.push_back({pointer_of(pointer).tokens().back(),
                          pointer,
                          format,
                          sources.requests.contains(pointer),
                          replace_rule_index(sources.replaced, pointer),
                          fields_below(sources, pointer)});
    }
    return fields;
}

/// Sets the record field of every rule.
void set_record_fields(ResourceRules& type) {
    for (auto* rules :
         {&type.constants, &type.monotonic, &type.equal, &type.sent, &type.replaced}) {
        for (ValueRule& one : *rules) {
            const RecordField* field = &type.fields;
            for (const std::string& token : one.pointer.tokens())
                field = field ? field->find(token) : nullptr;
            if (field) one.record_field = *field;
        }
    }
}

}  // namespace

const RecordField* RecordField::find(std::string_view member) const {
    const auto found = std::find_if(
        members.begin(), members.end(), [&](const RecordField& one) { return one.name == member; });
    return found == members.end() ? nullptr : &*found;
}

HistoryRules::HistoryRules(const ApiDocument& api)
    : headers_(credential_headers(api)), are_inferred_(api.is_foreign()) {
    if (are_inferred_) inferred_ = inferred_operations(api);
    std::map<std::string, PointerSet> requests;
    std::map<std::string, FormatByPointer> shown;
    std::map<std::string, std::string> parents;  // type → path parameter
    for (const Operation* one : operations_of(api)) {
        const Operation& operation = *one;
        if (!operation.resource) continue;
        const std::string& name = operation.resource->type;
        ResourceRules& type = types_[name];
        type.name = name;
        add_history(operation, type);
        add_rules(operation, type);
        type.is_deletable = type.is_deletable || operation.kind == "delete";
        if (type.id_parameter.empty()) type.id_parameter = operation.record_parameter();
        if (!operation.resource->parent.empty()) parents[name] = operation.resource->parent;
        const auto& sent = operation.request_fields.pointers();
        requests[name].insert(sent.begin(), sent.end());
        for (const std::string& field : operation.record_fields.pointers())
            shown[name].emplace(operation.record_pointer(field), "");
        for (const auto& [field, format] : operation.record_formats)
            shown[name][operation.record_pointer(field)] = format;
    }
    resolve_parents(parents);
    for (auto& [name, type] : types_) {
        type.is_deletable = can_be_deleted(type);
        type.fields.members = fields_below({requests[name], shown[name], type.replaced}, "");
        set_record_fields(type);
    }
    resolve_references();
}

std::vector<const Operation*> HistoryRules::operations_of(const ApiDocument& api) const {
    std::vector<const Operation*> operations;
    if (are_inferred_) {
        for (const auto& [id, one] : inferred_) operations.push_back(&one.operation);
    } else {
        for (const Operation& one : api.operations()) operations.push_back(&one);
    }
    return operations;
}

const InferredOperation* HistoryRules::find_inferred(const Operation& operation) const {
    const auto found = inferred_.find(operation.id);
    return found == inferred_.end() ? nullptr : &found->second;
}

/// Replaces the path parameter of each parent by the name of the parent's type.
void HistoryRules::resolve_parents(const std::map<std::string, std::string>& parameters) {
    for (const auto& [name, parameter] : parameters) {
        for (const auto& [other, candidate] : types_) {
            if (!parameter.empty() && candidate.id_parameter == parameter)
                types_.find(name)->second.parent = other;
        }
    }
}

/// Registers in each type the fields that rules of other types read.
void HistoryRules::resolve_references() {
    for (auto& [name, type] : types_) {
        for (ValueRule& one : type.since_parent) one.type = type.parent;
        for (auto* rules : {&type.references, &type.since_parent}) {
            for (ValueRule& one : *rules) {
                const auto other = types_.find(one.type);
                if (other == types_.end()) continue;
                one.reference_index = other->second.referenced_fields.size();
                other->second.referenced_fields.push_back(one.field);
            }
        }
    }
}

/// Returns whether records of the type can be deleted, directly or together with their parent.
bool HistoryRules::can_be_deleted(const ResourceRules& type) const {
    const ResourceRules* at = &type;
    for (std::size_t i = 0; at && i < types_.size(); ++i) {
        if (at->is_deletable) return true;
        at = find(at->parent);
    }
    return false;
}

const ResourceRules* HistoryRules::find_for(const Operation& operation) const {
    return operation.resource ? find(operation.resource->type) : nullptr;
}

const ResourceRules* HistoryRules::find(std::string_view type) const {
    const auto found = types_.find(type);
    return found == types_.end() ? nullptr : &found->second;
}

std::shared_ptr<const HistoryRules> HistoryRuleCache::rules_of(const ApiDocument& api) {
    const std::lock_guard lock(mutex_);
    auto& known = cache_[&api];
    if (!known) known = std::make_shared<const HistoryRules>(api);
    return known;
}

const HistoryRule* find_operation_rule(const Operation& operation, HistoryRuleKind kind) {
    const auto found = std::find_if(
        operation.history.begin(), operation.history.end(), [&](const HistoryRule& rule) {
            return rule.kind == kind && rule.pointer.empty();
        });
    return found == operation.history.end() ? nullptr : &*found;
}

}  // namespace plumbline::monitors
