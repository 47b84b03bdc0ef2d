#pragma once
// The records of a user's document: bodies made from requests and schemas.

#include "mock_server/engine/request_context.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::mock {

/// Creates a record from the request: members that are `readOnly` come from the server (ids, times,
/// defaults, examples), and so do members that responses require and requests do not have. Returns
/// the record's number, or the refusal: 409 if the client chose an id that exists.
[[nodiscard]] ValueOrResponse<RecordNumber> create_resource(RequestContext& context);

/// Replaces the record by the request's body; members that are `readOnly` stay.
void replace_resource(RequestContext& context);

/// Applies the request to the record: a JSON Patch (RFC 6902) by its media type, otherwise a merge
/// patch (RFC 7396). Returns the refusal of a patch that cannot be applied, or that leaves no valid
/// record.
[[nodiscard]] std::optional<EngineResponse> patch_resource(RequestContext& context);

}  // namespace plumbline::mock
