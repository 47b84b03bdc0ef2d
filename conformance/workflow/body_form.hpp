#pragma once
// How a payload that is no text becomes the bytes of a body: its content type says so.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace plumbline::workflow {

enum class BodyForm {
    kJson,        ///< JSON text: all types but those below
    kUrlencoded,  ///< application/x-www-form-urlencoded
    kParts,       ///< multipart/form-data
    kTextOnly,    ///< XML and other multipart types: nobody says how an object would look
};

/// Returns the form of a Content-Type value; its parameters do not matter.
[[nodiscard]] BodyForm form_of(std::string_view content_type);

/// Returns the Content-Type of a step's body: `written`, or if that is "" the operation's first.
[[nodiscard]] std::string content_type_of(const std::string& written, const Operation& operation);

/// Says whether a payload that is no text can be sent so: a form takes an object, JSON takes all.
/// Errors: kInvalid with a mend, also for a boundary that the parts could not keep to.
[[nodiscard]] Result<void> check_form(std::string_view content_type, const Json& payload);

}  // namespace plumbline::workflow
