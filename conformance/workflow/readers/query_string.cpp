#include "conformance/workflow/readers/query_string.hpp"

#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

bool is_whole_query(const ParameterValue& parameter) {
    return parameter.location == ParameterLocation::kQueryString;
}

bool is_in_query(const ParameterValue& parameter) {
    return is_whole_query(parameter) || parameter.location == ParameterLocation::kQuery;
}

std::string describe_parameter(const ParameterValue& parameter) {
    return fmt::format("parameter {} (in: {})",
                       parameter.name,
                       is_whole_query(parameter) ? "querystring" : "query");
}

}  // namespace

void check_query_string_value(const ReadingContext& reading, const DocumentNode& value) {
    // null omits the parameter in every location.
    if (value.value->is_string() || value.value->is_object() || value.value->is_null()) return;
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         value.pointer,
                         fmt::format("a whole query cannot be of type {}", type_name(*value.value)),
                         "write it as a string, `a=1&b=2`, or as an object with one member for "
                         "each part of the query");
}

bool has_query_string(const Step& step) {
    return std::any_of(step.parameters.begin(), step.parameters.end(), is_whole_query);
}

void check_query_string(const ReadingContext& reading, const Step& step) {
    if (!has_query_string(step)) return;
    const auto end = step.parameters.end();
    // The step's own parameters are first, so the position is in the step if one of the two is.
    const auto first = std::find_if(step.parameters.begin(), end, is_in_query);
    const auto other = std::find_if(first + 1, end, [&](const ParameterValue& parameter) {
        return is_in_query(parameter) && (is_whole_query(*first) || is_whole_query(parameter));
    });
    if (other == end) return;
    reading.problems.add(
        ProblemSeverity::kError,
        Error{ErrorCode::kInvalid,
              fmt::format("{} conflicts with {}: a query is either whole or in parts",
                          describe_parameter(*first),
                          describe_parameter(*other)),
              first->where,
              {"give the whole query as one `in: querystring`, or each part of it "
               "as `in: query`"}});
}

}  // namespace plumbline::workflow
