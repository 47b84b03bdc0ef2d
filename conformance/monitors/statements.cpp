#include "conformance/monitors/statements.hpp"

#include "spec/contract/credential_places.hpp"

#include <algorithm>
#include <set>

namespace plumbline::monitors {
namespace {

using Fields = std::set<std::string, std::less<>>;

JsonPointer pointer_of(std::string_view text) {
    return JsonPointer::parse(text).value_or(JsonPointer());
}

/// Returns the pointer within the record: what stands before it in a list's answer comes off.
std::string in_record(const Operation& operation, const std::string& pointer) {
    for (const std::string& prefix : {operation.resource->items + "/*/", std::string("/*/")}) {
        if (!operation.resource->items.empty() && pointer.starts_with(prefix))
            return pointer.substr(prefix.size() - 1);
    }
    return pointer;
}

bool is_about(const std::vector<Statement>& known, const Statement& one) {
    return std::any_of(known.begin(), known.end(), [&](const Statement& other) {
        return other.code == one.code && other.pointer == one.pointer &&
               other.requirements == one.requirements;
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
        case HistoryKind::kSorted:
        case HistoryKind::kComplete:
        case HistoryKind::kAsWritten:
        case HistoryKind::kGone:
        case HistoryKind::kForgets:
            return nullptr;
    }
    return nullptr;
}

void add_history(const Operation& operation, Type& type) {
    for (const HistoryRule& rule : operation.history) {
        std::vector<Statement>* place = rule.pointer.empty() ? nullptr : place_of(type, rule.kind);
        if (!place) continue;
        Statement one;
        one.code = "history-" + std::string(to_text(rule.kind));
        one.pointer = pointer_of(in_record(operation, rule.pointer));
        one.field = pointer_of(rule.field);
        one.type = rule.type;
        if (!rule.pattern.empty()) {
            if (auto pattern = Regex::compile(rule.pattern)) one.pattern = std::move(*pattern);
        }
        one.basis = rule.basis;
        one.requirements = rule.requirements;
        add_once(*place, std::move(one));
    }
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
            add_once(type.constants, std::move(one));
        } else if (rule.kind == RuleKind::kReplace) {
            one.code = "history-replaced";
            add_once(type.replaced, std::move(one));
        } else if (rule.kind == RuleKind::kDefaultFrom) {
            one.code = "history-default";
            std::vector<std::string> tokens = one.pointer.tokens();
            tokens.back() = rule.field;
            one.field = JsonPointer(std::move(tokens));
            one.factor = rule.factor;
            add_once(type.defaults, std::move(one));
        }
    }
}

/// Returns the path parameter that holds the id of the record itself, "" if the path names none.
std::string own_parameter(const Operation& operation) {
    const auto& segments = operation.path.segments();
    const auto last = std::find_if(segments.rbegin(), segments.rend(), [](const auto& segment) {
        return segment.is_parameter;
    });
    if (last == segments.rend() || last->text == operation.resource->parent) return "";
    return last->text;
}

/// Makes a tree of the pointers below `at` that are in both sets.
std::vector<Field> tree(const Fields& requests, const Fields& records, const std::string& at) {
    std::vector<Field> fields;
    const std::string prefix = at + '/';
    for (auto one = requests.lower_bound(prefix); one != requests.end() && one->starts_with(prefix);
         ++one) {
        const std::string name = one->substr(prefix.size());
        if (name == "*" || name.find('/') != std::string::npos || !records.contains(*one)) continue;
        fields.push_back({pointer_of('/' + name).tokens().front(), tree(requests, records, *one)});
    }
    return fields;
}

}  // namespace

Statements::Statements(const ApiDocument& api) : headers_(credential_headers(api)) {
    std::map<std::string, Fields> requests;
    std::map<std::string, Fields> records;
    std::map<std::string, std::string> parents;  // type → path parameter
    for (const Operation& operation : api.operations()) {
        if (!operation.resource) continue;
        const std::string& name = operation.resource->type;
        Type& type = types_[name];
        type.name = name;
        add_history(operation, type);
        add_rules(operation, type);
        if (type.own_parameter.empty()) type.own_parameter = own_parameter(operation);
        if (!operation.resource->parent.empty()) parents[name] = operation.resource->parent;
        requests[name].insert(operation.request_fields.begin(), operation.request_fields.end());
        for (const std::string& field : operation.record_fields)
            records[name].insert(in_record(operation, field));
    }
    for (auto& [name, type] : types_) {
        type.written = tree(requests[name], records[name], "");
        for (const auto& [other, candidate] : types_) {
            if (!candidate.own_parameter.empty() && parents[name] == candidate.own_parameter)
                type.parent = other;
        }
        for (Statement& one : type.names) {
            const auto named = types_.find(one.type);
            if (named == types_.end()) continue;
            one.watched = named->second.watched.size();
            named->second.watched.push_back(one.field);
        }
    }
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
