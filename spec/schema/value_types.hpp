#pragma once
// The types that a compiled schema demands of a value.

#include "spec/json/json_fwd.hpp"

#include <string>

namespace valijson {
class Subschema;
namespace constraints {
class TypeConstraint;
}
}  // namespace valijson

namespace plumbline {

/// A set of types: a bit for each JsonType.
using TypeBits = unsigned;
inline constexpr TypeBits kEveryType = ~0U;

[[nodiscard]] TypeBits type_bits(const valijson::constraints::TypeConstraint& types);
/// Says whether `value` has one of the types; a number without fraction is an integer.
[[nodiscard]] bool has_type(const Json& value, TypeBits types);
/// Returns the types for a message: `string or null`.
[[nodiscard]] std::string types_text(const valijson::constraints::TypeConstraint& types);
/// Asks only for the type: says whether `schema` could be meant for `value`.
[[nodiscard]] bool is_for_type_of(const valijson::Subschema& schema, const Json& value);

}  // namespace plumbline
