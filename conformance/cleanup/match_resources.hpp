#pragma once
// Decides which listed resources a run created, for an entry of its journal without id.

#include "conformance/cleanup/journal.hpp"
#include "conformance/cleanup/list_resources.hpp"

#include <set>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// The listed resources that may be the one of an entry.
struct ResourceMatches {
    std::vector<std::string> own;          ///< ids of resources that the run certainly created
    std::vector<ListedResource> possible;  ///< others that may be the entry's
};

/// Returns the resources of an entry without id, except those in `ignored_ids`. Certain are those
/// with the entry's name, if that begins with the run's prefix; if there are none, those with the
/// prefix whose name no entry has. Possible are, for an entry without such a name, those that were
/// created around its time: with its name, if it has one. Resources of other entries of the journal
/// are neither.
[[nodiscard]] ResourceMatches match_resources(const JournalEntry& entry,
                                              const Journal& journal,
                                              const std::set<std::string>& ignored_ids,
                                              const ListedResources& listed);

/// Returns why such an entry remains: the ids of the possible resources.
[[nodiscard]] std::string ambiguity_reason(const std::vector<ListedResource>& possible);

}  // namespace plumbline::cleanup
