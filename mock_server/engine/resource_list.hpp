#pragma once
// Lists of records by the conventions of a user's document.

#include "mock_server/engine/request_context.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::mock {

/// Returns the body of the requested page: the records at `items`, and around them the members
/// that the conventions name. Returns the refusal of a cursor that no page has returned.
[[nodiscard]] ValueOrResponse<Json> resource_page(const RequestContext& context,
                                                  const ListRecords& action);

}  // namespace plumbline::mock
