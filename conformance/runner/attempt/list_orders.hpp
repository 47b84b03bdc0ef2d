#pragma once
// The order in which criteria see the items of lists whose order the API does not state.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::runner {

/// Keeps the positions of items: an item has the position at which an earlier response of the same
/// request showed it first. So a pointer such as `#/0/id` names the same item in every response,
/// and no criterion depends on an order that a server may choose anew each time. Thread-safe: a
/// mutex guards the known positions.
class ListOrders {
  public:
    /// Returns the response of a list with its items at their positions; new items follow the known
    /// ones. Null if nothing has to be moved, or if the API states the order.
    [[nodiscard]] SharedJson ordered(const Operation& operation,
                                     const std::string& url,
                                     const Json& response);

  private:
    using Positions = std::map<std::string, std::size_t, std::less<>>;  // id → position

    /// Returns the items at their positions; empty if they are there.
    [[nodiscard]] std::vector<Json> moved_items(const std::string& url,
                                                std::string_view id_pointer,
                                                const Json& items);

    std::mutex mutex_;
    std::map<std::string, Positions, std::less<>> positions_;  // URL → positions
};

}  // namespace plumbline::runner
