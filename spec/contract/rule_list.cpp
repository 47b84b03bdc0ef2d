#include "spec/contract/rule_list.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

/// An object and the name of a field in it.
struct FieldPlace {
    JsonPointer object;
    Name name;
};

/// Returns the field that a pointer names, or the list whose items it is about.
FieldPlace place_of(const std::string& pointer) {
    const std::string field = pointer.substr(0, pointer.find("/*"));
    const auto place = JsonPointer::parse(field);
    if (!place || place->empty()) return {};
    const auto object = JsonPointer::parse(field.substr(0, field.rfind('/')));
    return {object.value_or(JsonPointer()), place->tokens().back()};
}

}  // namespace

const Json* RuleField::value_in(const Json* object) const {
    const Json* value = object && !is_whole ? member(*object, name) : object;
    return value && !value->is_null() ? value : nullptr;
}

const Json* RuleObject::in(const Json& body) const {
    const Json* found = find(body, place);
    return found && found->is_object() ? found : nullptr;
}

void RuleList::add(Rule rule) {
    FieldPlace place = place_of(rule.pointer);
    const bool is_whole = place.name.size() == 0;
    if (objects_.empty() || objects_.back().place != place.object)
        objects_.push_back({std::move(place.object), {}});
    RuleObject& object = objects_.back();
    const bool is_new = object.fields.empty() || object.fields.back().name != place.name;
    if (is_new)
        object.fields.push_back({std::move(place.name), all_.size(), all_.size(), 0, is_whole});
    RuleField& field = object.fields.back();
    const RuleKinds kind = kinds_of({rule.kind});
    field.kinds |= kind;
    object.kinds |= kind;
    all_.push_back(std::move(rule));
    field.end = all_.size();
}

}  // namespace plumbline
