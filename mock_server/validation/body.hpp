#pragma once
// Reads the JSON body of a request and judges it by the schema of its operation.

#include "mock_server/validation/answers.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// A body that was read and everything that is wrong with it.
struct ReadBody {
    /// JSON null if the operation takes none or an optional one is missing. The request's alone, so
    /// who is done with it may take it apart.
    std::shared_ptr<Json> value;
    std::vector<Problem> problems;
};

/// Reads and judges the body; text that is no JSON is refused with 400. What is wrong at a pointer
/// that fits one of the globs in `tolerated` is overlooked (a fault).
[[nodiscard]] Answered<ReadBody> read_body(const Operation& operation,
                                           const ApiDocument& api,
                                           const http::Request& request,
                                           const std::vector<std::string>& tolerated = {});

/// Returns the body without the fields that the operation does not know; free-form objects stay.
/// Source: design decision "unknown request fields", assumed.
[[nodiscard]] std::shared_ptr<Json> known_fields(const Operation& operation,
                                                 const std::shared_ptr<Json>& body);

}  // namespace plumbline::mock
