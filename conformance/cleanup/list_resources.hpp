#pragma once
// Lists the resources of a type at the target, to find one without its id.

#include "conformance/cleanup/journal_entry.hpp"
#include "conformance/client/client.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <chrono>
#include <optional>
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

/// A resource in a list.
struct ListedResource {
    std::string id;
    std::string name;  ///< "" if it has none
    std::optional<Instant> created{};
};

/// The resources that a target lists.
struct ListedResources {
    std::vector<ListedResource> resources;
    /// How far the clock of the target's server is ahead of ours, by the Date of its response;
    /// nothing if it sends none. A gateway may have sent it.
    std::optional<Duration> server_clock_offset{};
    Instant listed{};  ///< when the response ended, by our clock
};

/// Returns all resources that the target lists for an entry; reads pages until one contains nothing
/// new. A target that can filter by name returns those that contain the entry's name. The exchanges
/// are added to `exchanges`. Errors: the failure of an exchange; kInvalid (a response without a
/// list).
[[nodiscard]] Result<ListedResources> list_resources(const ResourceQuery& query,
                                                     const client::Send& send,
                                                     std::vector<client::Exchange>& exchanges);

/// Returns when a resource was created, by its member `created_at` or a similar name; nothing if it
/// has none.
[[nodiscard]] std::optional<Instant> creation_time(const Json& resource);

/// Returns the text at a pointer, or an integer as text (to accept ids that violate the contract);
/// "" if there is neither.
[[nodiscard]] std::string identifier_at(const Json& value, const std::string& pointer);

}  // namespace plumbline::cleanup
