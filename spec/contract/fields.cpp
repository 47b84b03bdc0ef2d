#include "spec/contract/fields.hpp"

#include "spec/json/pointer.hpp"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::string_view kEach = "*";

template <typename Members, typename Sought>
auto place_of(Members& members, const Sought& name) {
    return std::lower_bound(
        members.begin(), members.end(), name, [](const BodyField& field, const Sought& wanted) {
            return field.name < wanted;
        });
}

template <typename Sought>
const BodyField* member_of(const BodyField& owner, const Sought& name) {
    const auto place = place_of(owner.members, name);
    return place != owner.members.end() && place->name == name ? &*place : nullptr;
}

/// Returns the member of `owner` at `pointer`; adds it if it is not there.
BodyField& member_at(BodyField& owner, std::string_view pointer) {
    const std::string_view token = pointer.substr(owner.pointer.size() + 1);
    const bool is_escaped = token.find('~') != std::string_view::npos;
    Name name(token);
    if (is_escaped)
        name = Name(JsonPointer::parse(pointer).value_or(JsonPointer({name})).tokens().back());
    const auto place = place_of(owner.members, name);
    if (place != owner.members.end() && place->name == name) return *place;
    BodyField added;
    added.name = std::move(name);
    added.pointer = pointer;
    return *owner.members.insert(place, std::move(added));
}

}  // namespace

const BodyField* BodyField::find(std::string_view member_name) const {
    return member_of(*this, SoughtName(member_name));
}

const BodyField* BodyField::find(const Name& member_name) const {
    return member_of(*this, member_name);
}

const BodyField* BodyField::find_declared(const Name& member_name) const {
    const BodyField* member = find(member_name);
    return member && member->is_declared ? member : nullptr;
}

bool BodyField::lists_members() const {
    return std::any_of(members.begin(), members.end(), [](const BodyField& member) {
        return member.name != kEach;
    });
}

void Fields::add(const std::string& pointer) {
    pointers_.push_back(pointer);
    BodyField* field = &root_;
    while (field->pointer.size() < pointer.size()) {
        const std::size_t end = pointer.find('/', field->pointer.size() + 1);
        field = &member_at(*field, std::string_view(pointer).substr(0, end));
    }
    field->is_declared = true;
}

}  // namespace plumbline
