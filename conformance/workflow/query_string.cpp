#include "conformance/workflow/query_string.hpp"

#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

bool is_whole_query(const ParameterValue& parameter) {
    return parameter.place == ParameterPlace::kQueryString;
}

bool is_in_query(const ParameterValue& parameter) {
    return is_whole_query(parameter) || parameter.place == ParameterPlace::kQuery;
}

std::string written_place(const ParameterValue& parameter) {
    return fmt::format("parameter {} (in: {})",
                       parameter.name,
                       is_whole_query(parameter) ? "querystring" : "query");
}

}  // namespace

void check_query_string_value(const Reading& reading, const Node& value) {
    // null leaves the parameter out, wherever it goes.
    if (value.value->is_string() || value.value->is_object() || value.value->is_null()) return;
    reading.problems.add(
        Severity::kError,
        ErrorCode::kInvalid,
        value.pointer,
        fmt::format("a whole query cannot be of type {}", type_name(*value.value)),
        "write it as text, `a=1&b=2`, or as object, each member a part of the query");
}

bool gives_query_string(const Step& step) {
    return std::any_of(step.parameters.begin(), step.parameters.end(), is_whole_query);
}

void check_query_string(const Reading& reading, const Step& step) {
    if (!gives_query_string(step)) return;
    const auto end = step.parameters.end();
    // The step's own come first, so that the place is the step's if one of the two is.
    const auto first = std::find_if(step.parameters.begin(), end, is_in_query);
    const auto other = std::find_if(first + 1, end, [&](const ParameterValue& parameter) {
        return is_in_query(parameter) && (is_whole_query(*first) || is_whole_query(parameter));
    });
    if (other == end) return;
    reading.problems.add(Severity::kError,
                         Error{ErrorCode::kInvalid,
                               fmt::format("{} stands beside {}, but a query is given as a whole "
                                           "or part by part",
                                           written_place(*first),
                                           written_place(*other)),
                               first->where,
                               {"give the whole query as one `in: querystring`, or each part of it "
                                "as `in: query`"}});
}

}  // namespace plumbline::workflow
