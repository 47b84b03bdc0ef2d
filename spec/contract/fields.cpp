#include "spec/contract/fields.hpp"

#include "spec/json/pointer.hpp"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::string_view kEach = "*";

template <typename Members>
auto place_of(Members& members, std::string_view name) {
    return std::lower_bound(
        members.begin(), members.end(), name, [](const BodyField& field, std::string_view wanted) {
            return field.name < wanted;
        });
}

BodyField& member_of(BodyField& owner, const std::string& name) {
    const auto place = place_of(owner.members, name);
    if (place != owner.members.end() && place->name == name) return *place;
    BodyField added;
    added.name = name;
    added.pointer = owner.pointer + '/' + escape_pointer_token(name);
    return *owner.members.insert(place, std::move(added));
}

}  // namespace

const BodyField* BodyField::find(std::string_view member_name) const {
    const auto place = place_of(members, member_name);
    return place != members.end() && place->name == member_name ? &*place : nullptr;
}

bool BodyField::lists_members() const {
    return std::any_of(members.begin(), members.end(), [](const BodyField& member) {
        return member.name != kEach;
    });
}

void Fields::add(const std::string& pointer) {
    pointers_.push_back(pointer);
    BodyField* field = &root_;
    const auto place = JsonPointer::parse(pointer).value_or(JsonPointer());
    for (const std::string& name : place.tokens()) field = &member_of(*field, name);
    field->is_declared = true;
}

}  // namespace plumbline
