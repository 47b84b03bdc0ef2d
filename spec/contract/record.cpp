// What a request does to a record: merging a patch, fields without a value, revision triggers.

#include "spec/base/text.hpp"
#include "spec/contract/defaults.hpp"
#include "spec/contract/judge.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace plumbline {
namespace {

constexpr std::string_view kEach = "*";

/// How many members its keeper is likely to add to a record: they then find room.
constexpr std::size_t kAddedLater = 4;

const Rule* rule_at(const Operation& operation, RuleKind kind, const std::string& pointer) {
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

bool is_list_of_named(const Json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& item) {
               return item.is_object() && item.contains("name");
           });
}

/// Puts each item of `patch` in the place of the one of its name, or behind the others.
void merge_named(Json& list, const Json& patch) {
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

/// Merging one object level: null is "not supplied", unknown members are ignored.
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
            held = value;  // no rule says anything else
            continue;
        }
        const Rule* immutable = rule_at(operation, RuleKind::kImmutable, field->pointer);
        if (immutable && is_same_value(*immutable, held, value)) continue;
        const bool merges = !rule_at(operation, RuleKind::kReplace, field->pointer);
        if (merges && value.is_object() && held.is_object() && field->lists_members()) {
            merge_object(operation, held, value, *field);
        } else if (merges && is_list_of_named(value) && is_list_of_named(held)) {
            merge_named(held, value);
        } else {
            held = value;
        }
    }
}

/// Lets go of members whose values were taken, if they were. The library would put them on a stack
/// first: it does not know them empty.
void drop(Json::object_t& taken) {
    taken.clear();
}
void drop(const Json::object_t&) {}

/// Returns an object with the fields that it lacks, in the objects inside as well: a copy of what
/// is const, of the rest what was there itself. Members and fields are both in byte order: one walk
/// over both finds every pair and makes the new object.
template <typename Value>
Json with_all_fields(const BodyField& object, Value& value) {
    if (!value.is_object() || object.members.empty()) return std::move(value);
    auto& given = members_of(value);
    Json whole(Json::value_t::object);
    auto& members = whole.get_ref<Json::object_t&>();
    members.reserve(object.members.size() + (object.pointer.empty() ? kAddedLater : 0));
    auto member = given.begin();
    for (const BodyField& field : object.members) {
        if (field.name == kEach) continue;
        for (; member != given.end() && member->first < field.name; ++member) {
            members.emplace(std::move(member->first), std::move(member->second));
        }
        if (member != given.end() && member->first == field.name) {
            members.emplace(field.name, with_all_fields(field, member->second));
            ++member;
        } else if (field.is_declared) {
            members.emplace(field.name, nullptr);
        }
    }
    for (; member != given.end(); ++member) {
        members.emplace(std::move(member->first), std::move(member->second));
    }
    drop(given);
    return whole;
}

/// Makes a record of what a request and the success answer both have.
template <typename Request>
Json record_of(const Operation& operation, Request& request, const Facts& facts) {
    const BodyField& asked = operation.request_fields.root();
    const BodyField& shown = operation.record_fields.root();
    Json record(Json::value_t::object);
    auto& members = members_of(record);
    members.reserve(shown.members.size() + kAddedLater);
    for (const BodyField& field : shown.members) {
        if (!field.is_declared || field.name == kEach) continue;
        const auto sent = members_of(request).find(field.name);
        const bool is_sent = sent != members_of(request).end() && asked.find_declared(field.name);
        members.emplace(field.name, is_sent ? with_all_fields(field, sent->second) : Json());
    }
    drop(members_of(request));
    fill_in(operation, record, facts);
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

Json new_record(const Operation& operation, const Json& request, const Facts& facts) {
    return record_of(operation, request, facts);
}

Json new_record(const Operation& operation, Json&& request, const Facts& facts) {
    return record_of(operation, request, facts);
}

void complete_record(const Operation& operation, Json& record, const Facts& facts) {
    record = with_all_fields(operation.record_fields.root(), record);
    fill_in(operation, record, facts);
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
