#pragma once
// Encodes a payload as the bytes of a request body.

#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// A body as it is sent, and its Content-Type.
struct EncodedBody {
    std::string content_type;
    std::string bytes;
};

/// Encodes a payload for the step's content type: a payload written as text, and any text of a type
/// other than JSON, unchanged; an object as a form, as multipart or as JSON; everything else as
/// JSON. Errors: kInvalid, with the body's position, for what cannot be encoded so.
[[nodiscard]] Result<EncodedBody> encode_body(const workflow::StepBody& body,
                                              const Operation& operation,
                                              const Json& payload);

}  // namespace plumbline::runner
