#pragma once
// Parameters `in: querystring`: the whole query as one value. New in Arazzo 1.1.

#include "conformance/workflow/readers/readers.hpp"

namespace plumbline::workflow {

/// Reports a value that can never be a query: a number, a boolean, an array.
void check_query_string_value(const ReadingContext& reading, const DocumentNode& value);

/// Returns whether a parameter of the step is the whole query.
[[nodiscard]] bool has_query_string(const Step& step);

/// Reports whole queries of the step, own and inherited, that are not the only one: a second whole
/// query, and parameters `in: query`.
/// Source: OpenAPI 3.2, "Parameter Locations".
void check_query_string(const ReadingContext& reading, const Step& step);

}  // namespace plumbline::workflow
