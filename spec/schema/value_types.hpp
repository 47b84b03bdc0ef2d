#pragma once
// The types that a schema allows for a value.

#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline {

class WrittenNumbers;

/// A set of types: a bit for each name of `type`.
using TypeSet = unsigned;
inline constexpr TypeSet kAllTypes = ~0U;

/// Returns the types of a valid value of the keyword `type`.
[[nodiscard]] TypeSet type_set(const Json& types);
/// Returns whether `value` has one of the types; a number without fraction is an integer. The
/// numbers are those of the text from which it was read, or null.
[[nodiscard]] bool has_type(const Json& value, TypeSet types, WrittenNumbers* numbers = nullptr);
/// Returns the types for a message: `string or null`.
[[nodiscard]] std::string types_text(TypeSet types);

}  // namespace plumbline
