#include "spec/contract/rules/rule_field_lookup.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {

const Json* RuleFieldLookup::owner_of(const Rule& rule) {
    if (rule.pointer.empty()) return nullptr;
    if (!owner_pointer_ || *owner_pointer_ != rule.owner) {
        owner_pointer_ = &rule.owner;
        const Json* found = find(body_, rule.owner);
        owner_ = found && found->is_object() ? found : nullptr;
    }
    return owner_;
}

const Json* RuleFieldLookup::value_at(const Rule& rule) {
    if (rule.pointer.empty()) return &body_;
    const Json* owner = owner_of(rule);
    return owner ? member(*owner, rule.name) : nullptr;
}

}  // namespace plumbline
