#pragma once
// A payload becomes the bytes of a body.

#include "conformance/workflow/plan.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// A body as it is sent and the Content-Type that says how to read it.
struct WrittenBody {
    std::string content_type;
    std::string bytes;
};

/// Writes a payload as the step's content type has it: a payload written as text, and any text of
/// another type than JSON, as it is; an object as form, in parts or as JSON; the rest as JSON.
/// Errors: kInvalid, with the body's place, for what cannot be written so.
[[nodiscard]] Result<WrittenBody> written_body(const workflow::Body& body,
                                               const Operation& operation,
                                               const Json& payload);

}  // namespace plumbline::runner
