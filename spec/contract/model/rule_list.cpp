#include "spec/contract/model/rule_list.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

/// The pointer of an object and the name of a field in it.
struct FieldLocation {
    JsonPointer object;
    std::string name;
};

/// Returns the location of the field at a pointer, or of the list if the pointer is inside its
/// items.
FieldLocation location_of(const std::string& pointer) {
    const std::string field = pointer.substr(0, pointer.find("/*"));
    const auto parsed = JsonPointer::parse(field);
    if (!parsed || parsed->empty()) return {};
    const auto object = JsonPointer::parse(field.substr(0, field.rfind('/')));
    return {object.value_or(JsonPointer()), parsed->tokens().back()};
}

}  // namespace

const Json* FieldRules::value_in(const Json* object) const {
    const Json* value = object && !is_body ? member(*object, name) : object;
    return value && !value->is_null() ? value : nullptr;
}

const Json* ObjectRules::find_in(const Json& body) const {
    const Json* found = find(body, pointer);
    return found && found->is_object() ? found : nullptr;
}

void RuleList::add(Rule rule) {
    FieldLocation location = location_of(rule.pointer);
    const bool is_whole = location.name.empty();
    if (objects_.empty() || objects_.back().pointer != location.object)
        objects_.push_back({std::move(location.object), {}});
    ObjectRules& object = objects_.back();
    const bool is_new = object.fields.empty() || object.fields.back().name != location.name;
    if (is_new)
        object.fields.push_back(
            {std::move(location.name), rules_.size(), rules_.size(), 0, is_whole});
    FieldRules& field = object.fields.back();
    const RuleKindSet kind = kinds_of({rule.kind});
    field.kinds |= kind;
    object.kinds |= kind;
    rules_.push_back(std::move(rule));
    field.end = rules_.size();
}

}  // namespace plumbline
