#include "conformance/monitors/statements.hpp"

#include "spec/contract/credential_places.hpp"

#include <algorithm>
#include <set>

namespace plumbline::monitors {
namespace {

using Fields = std::set<std::string>;
using Formats = std::map<std::string, std::string>;  // pointer → format, "": none

JsonPointer pointer_of(std::string_view text) {
    return JsonPointer::parse(text).value_or(JsonPointer());
}

std::string pattern_of(const std::optional<Regex>& regex) {
    return regex ? regex->pattern() : "";
}

bool is_about(const std::vector<Statement>& known, const Statement& one) {
    return std::any_of(known.begin(), known.end(), [&](const Statement& other) {
        return other.code == one.code && other.pointer == one.pointer &&
               other.requirements == one.requirements &&
               pattern_of(other.pattern) == pattern_of(one.pattern) &&
               pattern_of(other.when) == pattern_of(one.when);
    });
}

void add_once(std::vector<Statement>& known, Statement one) {
    if (!is_about(known, one)) known.push_back(std::move(one));
}

std::vector<Statement>* place_of(Type& type, HistoryKind kind) {
    switch (kind) {
        case HistoryKind::kConstant:
            return &type.constants;
        case HistoryKind::kGrows:
            return &type.growing;
        case HistoryKind::kFinal:
            return &type.finals;
        case HistoryKind::kIdentity:
            return &type.identities;
        case HistoryKind::kNewestOf:
            return &type.newest;
        case HistoryKind::kNames:
            return &type.names;
        case HistoryKind::kAsSent:
            return &type.sent;
        case HistoryKind::kEquals:
            return &type.equal;
        case HistoryKind::kNumbered:
            return &type.numbered;
        case HistoryKind::kSinceParent:
            return &type.since_parent;
        case HistoryKind::kAllOf:
        case HistoryKind::kSomeOf:
        case HistoryKind::kNoneOf:
            return &type.of_children;
        case HistoryKind::kAtMost:
            return &type.at_once;
        case HistoryKind::kSorted:
        case HistoryKind::kComplete:
        case HistoryKind::kAsWritten:
        case HistoryKind::kGone:
        case HistoryKind::kForgets:
        case HistoryKind::kAsRead:
            return nullptr;
    }
    return nullptr;
}

std::optional<Regex> regex_of(const std::string& pattern) {
    if (pattern.empty()) return std::nullopt;
    auto regex = Regex::compile(pattern);  // the contract's loader has done so, too
    return regex ? std::optional(std::move(*regex)) : std::nullopt;
}

void add_history(const Operation& operation, Type& type) {
    for (const HistoryRule& rule : operation.history) {
        std::vector<Statement>* place = place_of(type, rule.kind);
        if (!place) continue;
        Statement one;
        one.kind = rule.kind;
        one.code = "history-" + std::string(to_text(rule.kind));
        one.pointer = pointer_of(operation.in_record(rule.pointer));
        one.field = pointer_of(rule.field);
        one.type = rule.type;
        one.pattern = regex_of(rule.pattern);
        one.when = regex_of(rule.when);
        one.count = rule.count;
        one.also = rule.also;
        one.spare = rule.spare;
        one.limit = rule.limit;
        one.basis = rule.basis;
        one.requirements = rule.requirements;
        add_once(*place, std::move(one));
    }
}

std::optional<int> decimals_of(const Operation& operation, const std::string& pointer) {
    for (const Rule& rule : operation.rules) {
        if (rule.kind == RuleKind::kDecimals && rule.pointer == pointer) return rule.decimals;
    }
    return std::nullopt;
}

void add_rules(const Operation& operation, Type& type) {
    for (const Rule& rule : operation.rules) {
        if (rule.pointer.find("/*") != std::string::npos) continue;
        Statement one;
        one.pointer = pointer_of(rule.pointer);
        one.basis = rule.basis;
        one.requirements = rule.requirements;
        if (rule.kind == RuleKind::kImmutable) {
            one.code = "history-constant";
            one.needs_attempt = true;
            add_once(type.constants, std::move(one));
        } else if (rule.kind == RuleKind::kReplace) {
            one.code = "history-replaced";
            add_once(type.replaced, std::move(one));
        } else if (rule.kind == RuleKind::kDefaultFrom) {
            one.code = "history-default";
            std::vector<Name> tokens = one.pointer.tokens();
            tokens.back() = Name(rule.field);
            one.field = JsonPointer(std::move(tokens));
            one.factor = rule.factor;
            one.decimals = decimals_of(operation, rule.pointer);
            add_once(type.defaults, std::move(one));
        }
    }
}

/// What the fields of a type are made of.
struct FieldSources {
    const Fields& requests;
    const Formats& shown;
    const std::vector<Statement>& replaced;
};

std::optional<std::size_t> replaced_by(const std::vector<Statement>& replaced,
                                       const std::string& pointer) {
    for (std::size_t i = 0; i < replaced.size(); ++i) {
        const std::string whole = replaced[i].pointer.to_text();
        if (pointer == whole || pointer.starts_with(whole + '/')) return i;
    }
    return std::nullopt;
}

std::vector<Form> members_of(const FieldSources& sources, const std::string& at) {
    std::vector<Form> fields;
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
                          replaced_by(sources.replaced, pointer),
                          members_of(sources, pointer)});
    }
    return fields;
}

/// Tells every statement the form of the value that it is about.
void add_forms(Type& type) {
    for (auto* statements :
         {&type.constants, &type.growing, &type.equal, &type.sent, &type.replaced}) {
        for (Statement& one : *statements) {
            const Form* field = &type.fields;
            for (const std::string& token : one.pointer.tokens())
                field = field ? field->find(token) : nullptr;
            if (field) one.form = *field;
        }
    }
}

}  // namespace

const Form* Form::find(std::string_view member) const {
    const auto found = std::find_if(
        members.begin(), members.end(), [&](const Form& one) { return one.name == member; });
    return found == members.end() ? nullptr : &*found;
}

Statements::Statements(const ApiDocument& api) : headers_(credential_headers(api)) {
    std::map<std::string, Fields> requests;
    std::map<std::string, Formats> shown;
    std::map<std::string, std::string> parents;  // type → path parameter
    for (const Operation& operation : api.operations()) {
        if (!operation.resource) continue;
        const std::string& name = operation.resource->type;
        Type& type = types_[name];
        type.name = name;
        add_history(operation, type);
        add_rules(operation, type);
        type.is_deletable = type.is_deletable || operation.kind == "delete";
        if (type.own_parameter.empty()) type.own_parameter = operation.record_parameter();
        if (!operation.resource->parent.empty()) parents[name] = operation.resource->parent;
        const auto& sent = operation.request_fields.pointers();
        requests[name].insert(sent.begin(), sent.end());
        for (const std::string& field : operation.record_fields.pointers())
            shown[name].emplace(operation.in_record(field), "");
        for (const auto& [field, format] : operation.record_formats)
            shown[name][operation.in_record(field)] = format;
    }
    name_parents(parents);
    for (auto& [name, type] : types_) {
        type.is_deletable = goes_with_another(type);
        type.fields.members = members_of({requests[name], shown[name], type.replaced}, "");
        add_forms(type);
    }
    watch_other_types();
}

/// Turns the path parameter of what a type belongs to into the type that has it.
void Statements::name_parents(const std::map<std::string, std::string>& parameters) {
    for (const auto& [name, parameter] : parameters) {
        for (const auto& [other, candidate] : types_) {
            if (!parameter.empty() && candidate.own_parameter == parameter)
                types_.find(name)->second.parent = other;
        }
    }
}

/// Tells every other type which of its fields statements look at.
void Statements::watch_other_types() {
    for (auto& [name, type] : types_) {
        for (Statement& one : type.since_parent) one.type = type.parent;
        for (auto* statements : {&type.names, &type.since_parent}) {
            for (Statement& one : *statements) {
                const auto other = types_.find(one.type);
                if (other == types_.end()) continue;
                one.watched = other->second.watched.size();
                other->second.watched.push_back(one.field);
            }
        }
    }
}

/// Says whether records of the type can be deleted, alone or with what they belong to.
bool Statements::goes_with_another(const Type& type) const {
    const Type* at = &type;
    for (std::size_t i = 0; at && i < types_.size(); ++i) {
        if (at->is_deletable) return true;
        at = find(at->parent);
    }
    return false;
}

const Type* Statements::of(const Operation& operation) const {
    return operation.resource ? find(operation.resource->type) : nullptr;
}

const Type* Statements::find(std::string_view type) const {
    const auto found = types_.find(type);
    return found == types_.end() ? nullptr : &found->second;
}

std::shared_ptr<const Statements> Library::of(const ApiDocument& api) {
    const std::lock_guard lock(mutex_);
    auto& known = read_[&api];
    if (!known) known = std::make_shared<const Statements>(api);
    return known;
}

const HistoryRule* stated(const Operation& operation, HistoryKind kind) {
    const auto found = std::find_if(
        operation.history.begin(), operation.history.end(), [&](const HistoryRule& rule) {
            return rule.kind == kind && rule.pointer.empty();
        });
    return found == operation.history.end() ? nullptr : &*found;
}

}  // namespace plumbline::monitors
