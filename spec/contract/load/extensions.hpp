#pragma once
// Our x- keywords: their names and the schemas of their values (extensions.schema.json).

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"
#include "spec/schema/schema.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// The closed list of x- keywords.
struct Extensions {
    std::map<std::string, Schema> schemas;  ///< of their values, by name

    [[nodiscard]] std::vector<std::string> names() const;
    /// Checks the name and the value of every x- keyword in `document`.
    /// Errors: kInvalid, with the position and the nearest known name.
    [[nodiscard]] Result<void> check(const Document& document) const;
};

/// Returns whether a folder has extensions.schema.json.
[[nodiscard]] bool has_extensions(const std::string& folder);
/// Loads the embedded extensions, or `folder`/extensions.schema.json. Errors: kInvalid (not a valid
/// list of extensions).
[[nodiscard]] Result<Extensions> load_extensions(const std::string& folder = "");

}  // namespace plumbline
