#include "conformance/cleanup/journal_entry.hpp"

#include <algorithm>

namespace plumbline::cleanup {

namespace {

bool has_parents(const DeletableType& type, const std::map<std::string, std::string>& parents) {
    return type.create.path.parameters().size() == parents.size() &&
           type.create.path.fill(parents).has_value();
}

}  // namespace

const DeletableType* find_deletable_type(const JournalHeader& header, const JournalEntry& entry) {
    const auto found = std::ranges::find_if(header.deletable_types, [&](const DeletableType& type) {
        return type.area == entry.area && type.type == entry.type &&
               has_parents(type, entry.parents);
    });
    return found == header.deletable_types.end() ? nullptr : &*found;
}

std::string describe(const JournalEntry& entry) {
    const std::string name = entry.name.empty() ? "" : " (" + entry.name + ')';
    return entry.type + ' ' + (entry.id.empty() ? "of unknown id" : entry.id) + name;
}

}  // namespace plumbline::cleanup
