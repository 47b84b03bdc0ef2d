#pragma once
// The edit of a line in fixtures/bodies.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// A change of a body in one place, and whether a target has to refuse the result.
struct BodyEdit {
    enum class Change { kNone, kSet, kRemove };
    Change change = Change::kNone;
    std::string pointer;
    SharedJson value = nullptr;  ///< what kSet sets, else null
    bool is_refused = false;
};

/// Returns the edits of a line: one for each of `accepted` and `refused`, else the only one.
/// Errors: kInvalid, without a position.
[[nodiscard]] Result<std::vector<BodyEdit>> read_edits(const Json& line);

/// Returns `body` after the edit. Sets a value whose parents are missing: creates an array for the
/// index 0, otherwise an object. Errors: kInvalid, kNotFound, kSyntax, without a position.
[[nodiscard]] Result<Json> apply_edit(const BodyEdit& edit, const Json& body);

}  // namespace plumbline
