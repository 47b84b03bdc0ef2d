#pragma once
// The records of worlds as responses show them.

#include "mock_server/control/registry.hpp"
#include "mock_server/engine/operation_table.hpp"
#include "spec/base/result.hpp"

namespace plumbline::mock {

/// Checks each record with which a workspace of a world starts against the schema of the operation
/// that reads it. Records of users' documents are completed by their schemas instead. Errors:
/// kInvalid, with the position of the world and the first violation.
[[nodiscard]] Result<void> check_world_records(const OperationTable& operations,
                                               Registry& registry);

}  // namespace plumbline::mock
