#pragma once
// Parameters `in: querystring`: the whole query as one value. They came with Arazzo 1.1.

#include "conformance/workflow/reading.hpp"

namespace plumbline::workflow {

/// Notes a value that can be no query whatever its expressions give: a number, a boolean, a list.
void check_query_string_value(const Reading& reading, const Node& value);

/// Says whether a parameter of the step is the whole query.
[[nodiscard]] bool gives_query_string(const Step& step);

/// Notes whole queries of the step, own and inherited, that are not alone: a second one, and
/// parameters `in: query`. Source: OpenAPI 3.2, "Parameter Locations".
void check_query_string(const Reading& reading, const Step& step);

}  // namespace plumbline::workflow
