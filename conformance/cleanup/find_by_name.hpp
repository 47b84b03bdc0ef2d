#pragma once
// Finds a resource without its id: in the target's list, by its exact name.

#include "conformance/cleanup/entry.hpp"
#include "conformance/client/client.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// What to look for and where. `kind.list` is set. Borrowed.
struct Search {
    const Kind& kind;
    const Entry& entry;
    http::Headers headers;
    std::chrono::milliseconds timeout;
};

/// Returns the ids of the listed resources that have exactly the entry's name; reads page after
/// page until one brings nothing new. The exchanges are added to `exchanges`. Errors: the failure
/// of an exchange; kInvalid (an answer that is no list).
[[nodiscard]] Result<std::vector<std::string>> find_by_name(
    const Search& search, const client::Send& send, std::vector<client::Exchange>& exchanges);

/// Returns the text at a pointer, or an integer as text (ids that break the contract are ids all
/// the same); "" if there is neither.
[[nodiscard]] std::string identifier_at(const Json& value, const std::string& pointer);

}  // namespace plumbline::cleanup
