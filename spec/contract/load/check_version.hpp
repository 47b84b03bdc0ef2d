#pragma once
// Which versions of API documents can be read.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

namespace plumbline {

/// Checks that a document is one of OpenAPI 3.0 to 3.2, or of 3.1 if it is `ours`. Errors:
/// kInvalid, kUnsupported, at the member that gives the version: what the document is, and what to
/// do.
[[nodiscard]] Result<void> check_version(const Document& document, bool ours);

}  // namespace plumbline
