#pragma once
// Parses the JSON body of a request and validates it against the schema of its operation.

#include "mock_server/response/engine_response.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// A parsed body and its problems.
struct ParsedBody {
    /// JSON null if the operation has no request body or an optional one is missing. Not shared, so
    /// it may be modified.
    std::shared_ptr<Json> value;
    std::vector<RequestProblem> problems;
};

/// Parses and validates the body; text that is not JSON is refused with 400. Violations at pointers
/// that match one of the globs in `tolerated` are ignored (a fault).
[[nodiscard]] ValueOrResponse<ParsedBody> read_body(const Operation& operation,
                                                    const ApiDocument& api,
                                                    const http::Request& request,
                                                    const std::vector<std::string>& tolerated = {});

/// Removes the fields that the operation does not declare; free-form objects are kept. Source:
/// design decision "unknown request fields", assumed.
void remove_unknown_fields(const Operation& operation, Json& body);

}  // namespace plumbline::mock
