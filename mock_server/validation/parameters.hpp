#pragma once
// Judges path and query parameters by the schemas of their operation.

#include "mock_server/validation/answers.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/url.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Returns the whole number that a parameter's text spells: digits, a minus before them perhaps, no
/// other sign, no leading zero, no point, no blank. Nothing for every other text: what is judged
/// and what is done rest on this one reading.
[[nodiscard]] std::optional<std::int64_t> integer_in(std::string_view text);

/// Returns everything that is wrong with the parameters. Errors: as ApiDocument::schema.
[[nodiscard]] Result<std::vector<Problem>> judge_parameters(
    const Operation& operation,
    const ApiDocument& api,
    const std::map<std::string, std::string>& path_values,
    const http::Query& query);

}  // namespace plumbline::mock
