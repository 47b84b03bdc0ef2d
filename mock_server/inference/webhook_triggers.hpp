#pragma once
// After which operations a webhook is sent, as its name tells.

#include "spec/resources/resources.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Returns the ids of the operations after which a webhook is sent: those that create, change or
/// delete records of the type in its name. `book.created`, `newBook`, `on-book-deleted`; empty for
/// a name that tells nothing.
[[nodiscard]] std::vector<std::string> webhook_triggers(const ResourceModel& model,
                                                        std::string_view webhook);

}  // namespace plumbline::mock
