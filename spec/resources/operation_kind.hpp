#pragma once
// What an operation does with records.

#include "spec/resources/resources.hpp"

namespace plumbline {

/// Returns what an operation does, and adds to `role.reason` why it is taken to. `resource` is that
/// of the operation, null if it has none.
[[nodiscard]] OperationKind kind_of(const ApiDocument& api,
                                    const ResourceType* resource,
                                    OperationRole& role);

}  // namespace plumbline
