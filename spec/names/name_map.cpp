#include "spec/names/name_map.hpp"

namespace plumbline {

bool NameMap::add(const std::string& ours, const std::string& theirs) {
    if (to_theirs_.contains(ours) || to_ours_.contains(theirs)) return false;
    to_ours_[theirs] = ours;
    to_theirs_[ours] = theirs;
    return true;
}

const std::string& NameMap::translated(const std::string& name, Toward toward) const {
    const Names& there = toward == Toward::kTheirs ? to_theirs_ : to_ours_;
    const Names& back = toward == Toward::kTheirs ? to_ours_ : to_theirs_;
    const auto given = there.find(name);
    if (given != there.end()) return given->second;
    // Nobody gave this name another. If it was taken, follow the names back to the one that became
    // free.
    const std::string* at = &name;
    for (auto taker = back.find(*at); taker != back.end(); taker = back.find(*at)) {
        at = &taker->second;
    }
    return *at;
}

}  // namespace plumbline
