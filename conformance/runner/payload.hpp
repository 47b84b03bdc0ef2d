#pragma once
// What a step sends as its body.

#include "conformance/workflow/plan.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::runner {

/// Returns the payload with its values, and its replacements made one after the other. A target
/// that is a query changes every place it selects; where one lies within another, the outer counts.
/// Errors: kUnresolved; kNotFound (nothing there to replace), kInvalid, with the replacement's
/// place.
[[nodiscard]] Result<Json> payload_of(const workflow::Body& body, const expressions::Scope& scope);

}  // namespace plumbline::runner
