// The effect of a request on a record: merging a patch, completing fields, revision triggers.

#include "spec/base/text.hpp"
#include "spec/contract/request_rules.hpp"
#include "spec/contract/rules/defaults.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace plumbline {
namespace {

constexpr std::string_view kItemWildcard = "*";

const Rule* find_rule(const Operation& operation, RuleKind kind, const std::string& pointer) {
    const auto found =
        std::find_if(operation.rules.begin(), operation.rules.end(), [&](const Rule& rule) {
            return rule.kind == kind && rule.pointer == pointer;
        });
    return found == operation.rules.end() ? nullptr : &*found;
}

const Json::object_t& members_of(const Json& object) {
    return object.get_ref<const Json::object_t&>();
}

Json::object_t& members_of(Json& object) {
    return object.get_ref<Json::object_t&>();
}

bool is_named_list(const Json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& item) {
               return item.is_object() && item.contains("name");
           });
}

/// Replaces each item of `list` by the item of `patch` with the same name; appends the others.
void merge_named_list(Json& list, const Json& patch) {
    for (const Json& item : patch) {
        const auto named = std::find_if(
            list.begin(), list.end(), [&](const Json& old) { return old["name"] == item["name"]; });
        if (named == list.end()) {
            list.push_back(item);
        } else {
            *named = item;
        }
    }
}

/// Merges one object level: null means "not supplied", unknown members are ignored.
void merge_object(const Operation& operation,
                  Json& record,
                  const Json& patch,
                  const BodyField& object) {
    const bool is_outermost = object.pointer.empty();
    for (const auto& [key, value] : members_of(patch)) {
        const BodyField* field = object.find_declared(key);
        if (value.is_null() || !field) continue;
        if (is_outermost && !record.contains(key)) continue;
        Json& held = record[key];
        if (held.is_null()) {
            held = value;  // no other rule applies
            continue;
        }
        const Rule* immutable = find_rule(operation, RuleKind::kImmutable, field->pointer);
        if (immutable && is_same_value(*immutable, held, value)) continue;
        const bool merges = !find_rule(operation, RuleKind::kReplace, field->pointer);
        if (merges && value.is_object() && held.is_object() && field->has_named_members()) {
            merge_object(operation, held, value, *field);
        } else if (merges && is_named_list(value) && is_named_list(held)) {
            merge_named_list(held, value);
        } else {
            held = value;
        }
    }
}

/// Clears an object whose members have been moved out; does nothing for a const object. The
/// destructor of the library would first push the members on a stack, as it does not check whether
/// they are empty.
void clear_moved(Json::object_t& taken) {
    taken.clear();
}
void clear_moved(const Json::object_t&) {}

/// Returns an object with its missing fields added, also in nested objects. Copies a const value,
/// moves any other. Members and fields are both in byte order: one pass over both builds the new
/// object.
template <typename Value>
Json complete_object(const BodyField& object, Value& value) {
    if (!value.is_object() || object.members.empty()) return std::move(value);
    auto& given = members_of(value);
    Json whole(Json::value_t::object);
    auto& members = whole.get_ref<Json::object_t&>();
    auto member = given.begin();
    for (const BodyField& field : object.members) {
        if (field.name == kItemWildcard) continue;
        for (; member != given.end() && member->first < field.name; ++member) {
            members.emplace(std::move(member->first), std::move(member->second));
        }
        if (member != given.end() && member->first == field.name) {
            members.emplace(field.name, complete_object(field, member->second));
            ++member;
        } else if (field.is_declared) {
            members.emplace(field.name, nullptr);
        }
    }
    for (; member != given.end(); ++member) {
        members.emplace(std::move(member->first), std::move(member->second));
    }
    clear_moved(given);
    return whole;
}

/// Builds a record from the fields that both the request and the success response have.
template <typename Request>
Json build_record(const Operation& operation, Request& request, const RuleContext& context) {
    const BodyField& asked = operation.request_fields.root();
    const BodyField& shown = operation.record_fields.root();
    Json record(Json::value_t::object);
    auto& members = members_of(record);
    for (const BodyField& field : shown.members) {
        if (!field.is_declared || field.name == kItemWildcard) continue;
        const auto sent = members_of(request).find(field.name);
        const bool is_sent = sent != members_of(request).end() && asked.find_declared(field.name);
        members.emplace(field.name, is_sent ? complete_object(field, sent->second) : Json());
    }
    clear_moved(members_of(request));
    apply_defaults(operation, record, context);
    return record;
}

}  // namespace

bool is_same_value(const Rule& immutable, const Json& held, const Json& wanted) {
    const auto held_text = immutable.is_uuid ? as_string(held) : std::nullopt;
    const auto wanted_text = as_string(wanted);
    if (held_text && wanted_text) return equals_ignoring_case(*held_text, *wanted_text);
    return held == wanted;
}

Json merge_patch(const Operation& operation, const Json& current, const Json& request) {
    Json record = current;
    if (request.is_object())
        merge_object(operation, record, request, operation.request_fields.root());
    return record;
}

Json new_record(const Operation& operation, const Json& request, const RuleContext& context) {
    return build_record(operation, request, context);
}

Json new_record(const Operation& operation, Json&& request, const RuleContext& context) {
    return build_record(operation, request, context);
}

void complete_record(const Operation& operation, Json& record, const RuleContext& context) {
    record = complete_object(operation.record_fields.root(), record);
    apply_defaults(operation, record, context);
}

std::vector<std::string> revision_triggers(const Operation& operation, const Json& request) {
    std::vector<std::string> pointers;
    for (const Rule& rule : operation.rules) {
        if (rule.kind != RuleKind::kCreatesRevision) continue;
        const Json* value = find(request, std::string_view(rule.pointer));
        if (value && !value->is_null()) pointers.push_back(rule.pointer);
    }
    return pointers;
}

}  // namespace plumbline
