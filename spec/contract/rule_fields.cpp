#include "spec/contract/rule_fields.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {

const Json* RuleFields::owner_of(const Rule& rule) {
    if (rule.pointer.empty()) return nullptr;
    if (!place_ || *place_ != rule.owner) {
        place_ = &rule.owner;
        const Json* found = find(body_, rule.owner);
        owner_ = found && found->is_object() ? found : nullptr;
    }
    return owner_;
}

const Json* RuleFields::value_at(const Rule& rule) {
    if (rule.pointer.empty()) return &body_;
    const Json* owner = owner_of(rule);
    return owner ? member(*owner, rule.name) : nullptr;
}

}  // namespace plumbline
