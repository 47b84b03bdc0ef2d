#pragma once
// Our x- keywords: their names and the schemas of their values (extensions.schema.json).

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// The closed list of x- keywords. Thread-safe: immutable.
class Extensions {
  public:
    /// Errors: kInvalid (`document` is not a valid list of extensions).
    [[nodiscard]] static Result<std::shared_ptr<const Extensions>> load(const Document& document);
    ~Extensions();

    [[nodiscard]] const std::vector<std::string>& names() const;
    /// Checks the name and the value of every x- keyword in `document`.
    /// Errors: kInvalid, with the position and the nearest known name.
    [[nodiscard]] Result<void> check(const Document& document) const;

  private:
    Extensions();
    struct ExtensionsState;
    std::unique_ptr<ExtensionsState> state_;
};

/// Loads the embedded extensions, or `folder`/extensions.schema.json.
[[nodiscard]] Result<std::shared_ptr<const Extensions>> load_extensions(
    const std::string& folder = "");

}  // namespace plumbline
