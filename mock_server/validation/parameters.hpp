#pragma once
// Validates path and query parameters against the schemas of their operation.

#include "mock_server/response/engine_response.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/url.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Returns the whole number that a parameter's text represents: digits, optionally after a minus;
/// no other sign, leading zero, point or blank. Returns nothing for any other text. Validation and
/// use of a parameter share this function.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

/// Returns every problem of the parameters. Errors: as ApiDocument::schema.
[[nodiscard]] Result<std::vector<RequestProblem>> validate_parameters(
    const Operation& operation,
    const ApiDocument& api,
    const std::map<std::string, std::string>& path_values,
    const http::UrlQuery& query);

}  // namespace plumbline::mock
