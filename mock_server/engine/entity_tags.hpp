#pragma once
// Entity tags and conditional requests, where a user's document declares them.

#include "mock_server/engine/request_context.hpp"

#include <optional>
#include <string>

namespace plumbline::mock {

/// Returns the entity tag of a record: it changes with the record's body. Source: RFC 9110,
/// section 8.8.3.
[[nodiscard]] std::string entity_tag(const Record& record);

/// Returns whether the operation declares the header ETag on a response with this status.
[[nodiscard]] bool declares_entity_tag(const Operation& operation, int status);

/// Evaluates If-Match and If-None-Match of a request for a record, if the operation declares the
/// header as a parameter, or ETag on its response: 412 if the record is another version, 304 for a
/// read of the version that the client has. Source: RFC 9110, sections 13.1.1 and 13.1.2.
std::optional<EngineResponse> check_preconditions(RequestContext& context);

}  // namespace plumbline::mock
