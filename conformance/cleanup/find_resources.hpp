#pragma once
// Finds the resources of an entry of a journal that has no id.

#include "conformance/cleanup/journal.hpp"
#include "conformance/client/client.hpp"
#include "spec/json/json_fwd.hpp"

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// What to list, and how. `deletable_type.list` is set. Borrowed.
struct ResourceQuery {
    const DeletableType& deletable_type;
    const JournalEntry& entry;  ///< its parents fill the path, its name is searched
    http::Headers headers;
    std::chrono::milliseconds timeout;
};

/// What a search found.
struct FoundResources {
    std::vector<std::string> own;  ///< ids of resources that the run certainly created
    /// If there are none, but others that may be the entry's: why they remain, with their ids.
    std::string ambiguity;
};

/// Searches what the target lists for an entry, except the resources in `ignored_ids`; reads pages
/// until one contains nothing new. A target that can filter by name returns those that contain the
/// entry's name. Certain are those with the entry's name, if that begins with the run's prefix; if
/// there are none, those with the prefix whose name no entry has. Possible are, for an entry
/// without such a name, those that were created around its time: with its name, if it has one.
/// Resources of other entries of the journal are neither. The exchanges are added to `exchanges`.
/// Errors: the failure of an exchange; kInvalid (a response without a list).
[[nodiscard]] Result<FoundResources> find_resources(const ResourceQuery& query,
                                                    const Journal& journal,
                                                    const std::set<std::string>& ignored_ids,
                                                    const client::Send& send,
                                                    std::vector<client::Exchange>& exchanges);

/// Returns when a resource was created, by its member `created_at` or a similar name; nothing if it
/// has none.
[[nodiscard]] std::optional<Instant> creation_time(const Json& resource);

/// Returns the text at a pointer, or an integer as text (to accept ids that violate the contract);
/// "" if there is neither.
[[nodiscard]] std::string identifier_at(const Json& value, const std::string& pointer);

}  // namespace plumbline::cleanup
