#pragma once
// A step and what it can see become a request.

#include "conformance/client/client.hpp"
#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// A request ready to be sent, and its parts as later expressions see them.
struct BuiltRequest {
    client::Call call;
    SharedJson parameters;  ///< {"path": {}, "query": {}, "header": {}}
    SharedJson body;        ///< null JSON if there is none
};

/// Evaluates parameters, body and replacements of an operation step and puts them together.
/// `base_url` has no trailing slash. Errors: kUnresolved, kNotFound (a path parameter without
/// value), kInvalid (a payload or a whole query that cannot be written so).
[[nodiscard]] Result<BuiltRequest> build_request(const workflow::Step& step,
                                                 const std::string& base_url,
                                                 const expressions::Scope& scope);

}  // namespace plumbline::runner
