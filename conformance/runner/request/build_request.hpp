#pragma once
// Builds the request of a step from the values that it can read.

#include "conformance/client/client.hpp"
#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// A request that is ready to be sent, and its parts as later expressions read them.
struct BuiltRequest {
    client::HttpCall call;
    SharedJson parameters;  ///< {"path": {}, "query": {}, "header": {}}
    SharedJson body;        ///< null JSON if there is none

    /// Adds the request to a scope; this must outlive the scope.
    void add_to(expressions::Scope& scope) const;
};

/// Evaluates parameters, body and replacements of an operation step and builds the request.
/// `base_url` has no trailing slash. Errors: kUnresolved, kNotFound (a path parameter without
/// value), kInvalid (a payload or a whole query that cannot be encoded).
[[nodiscard]] Result<BuiltRequest> build_request(const workflow::Step& step,
                                                 const std::string& base_url,
                                                 const expressions::Scope& scope);

}  // namespace plumbline::runner
