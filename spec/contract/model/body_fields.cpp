#include "spec/contract/model/body_fields.hpp"

#include "spec/json/pointer.hpp"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::string_view kWildcard = "*";

template <typename Members>
auto lower_bound_of(Members& members, std::string_view name) {
    return std::lower_bound(
        members.begin(), members.end(), name, [](const BodyField& field, std::string_view wanted) {
            return std::string_view(field.name) < wanted;
        });
}

/// Returns the member of `owner` at `pointer`; adds it if it is missing.
BodyField& member_at(BodyField& owner, std::string_view pointer) {
    const std::string_view token = pointer.substr(owner.pointer.size() + 1);
    const bool is_escaped = token.find('~') != std::string_view::npos;
    std::string name(token);
    if (is_escaped)
        name = JsonPointer::parse(pointer).value_or(JsonPointer({name})).tokens().back();
    const auto position = lower_bound_of(owner.members, name);
    if (position != owner.members.end() && position->name == name) return *position;
    BodyField added;
    added.name = std::move(name);
    added.pointer = pointer;
    return *owner.members.insert(position, std::move(added));
}

}  // namespace

const BodyField* BodyField::find(std::string_view member_name) const {
    const auto position = lower_bound_of(members, member_name);
    return position != members.end() && position->name == member_name ? &*position : nullptr;
}

const BodyField* BodyField::find_declared(std::string_view member_name) const {
    const BodyField* member = find(member_name);
    return member && member->is_declared ? member : nullptr;
}

bool BodyField::has_named_members() const {
    return std::any_of(members.begin(), members.end(), [](const BodyField& member) {
        return member.name != kWildcard;
    });
}

void BodyFields::add(const std::string& pointer) {
    pointers_.push_back(pointer);
    BodyField* field = &root_;
    while (field->pointer.size() < pointer.size()) {
        const std::size_t end = pointer.find('/', field->pointer.size() + 1);
        field = &member_at(*field, std::string_view(pointer).substr(0, end));
    }
    field->is_declared = true;
}

}  // namespace plumbline
