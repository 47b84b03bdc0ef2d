#pragma once
// How a payload that is not a string is encoded as a body; the content type decides.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace plumbline::workflow {

enum class BodyFormat {
    kJson,        ///< JSON text: all types except those below
    kUrlencoded,  ///< application/x-www-form-urlencoded
    kMultipart,   ///< multipart/form-data
    kTextOnly,    ///< XML and other multipart types: no encoding of objects is defined
};

/// Returns the format of a Content-Type value; its parameters are ignored.
[[nodiscard]] BodyFormat body_format_of(std::string_view content_type);

/// Returns the Content-Type of a step's body: `written`, else the first that the operation declares
/// and that is no range, as it writes it; `application/json` if there is none.
[[nodiscard]] std::string content_type_of(const std::string& written, const Operation& operation);

/// Checks that a payload that is not a string can be encoded: a form needs an object, JSON accepts
/// any value. Errors: kInvalid with a fix, also for a boundary in the type that the encoder would
/// not use.
[[nodiscard]] Result<void> check_body_format(std::string_view content_type, const Json& payload);

}  // namespace plumbline::workflow
