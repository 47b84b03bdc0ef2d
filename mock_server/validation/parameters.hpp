#pragma once
// Judges path and query parameters by the schemas of their operation.

#include "mock_server/validation/answers.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/url.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Returns everything that is wrong with the parameters. Errors: as ApiDocument::schema.
[[nodiscard]] Result<std::vector<Problem>> judge_parameters(
    const Operation& operation,
    const ApiDocument& api,
    const std::map<std::string, std::string>& path_values,
    const http::Query& query);

}  // namespace plumbline::mock
