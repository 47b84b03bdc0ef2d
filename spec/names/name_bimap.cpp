#include "spec/names/name_bimap.hpp"

namespace plumbline {

bool NameBimap::add(const std::string& contract_name, const std::string& target_name) {
    if (to_target_.contains(contract_name) || to_contract_.contains(target_name)) return false;
    to_contract_[target_name] = contract_name;
    to_target_[contract_name] = target_name;
    return true;
}

const std::string& NameBimap::translate(const std::string& name, NameDirection direction) const {
    const NameTable& there = direction == NameDirection::kToTarget ? to_target_ : to_contract_;
    const NameTable& back = direction == NameDirection::kToTarget ? to_contract_ : to_target_;
    const auto given = there.find(name);
    if (given != there.end()) return given->second;
    // This name was not added. If another name maps to it, follow the chain back to the free name.
    const std::string* at = &name;
    for (auto taker = back.find(*at); taker != back.end(); taker = back.find(*at)) {
        at = &taker->second;
    }
    return *at;
}

}  // namespace plumbline
