#pragma once
// The members of a request body that generated bodies differ in.

#include "spec/contract/contract.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace plumbline::api_suite {

/// One member of a body that requests may have, with the schemas of its value.
struct BodyMember {
    JsonPointer pointer;
    std::string name;  ///< for ids: `title`, `author-name`
    SchemaParts parts;
};

/// Returns the members that the schema at a pointer of the document declares, without those of
/// `readOnly`; of objects inside the body those that `valid` has, kMaxMemberDepth levels deep.
[[nodiscard]] std::vector<BodyMember> body_members(const Document& document,
                                                   const std::string& schema,
                                                   const Json& valid);
inline constexpr std::size_t kMaxMemberDepth = 3;

/// Returns `valid` without the members that the schema does not require.
[[nodiscard]] Json smallest_body(const Schema& schema,
                                 const std::vector<BodyMember>& members,
                                 const Json& valid);
/// Sets a member of a body, with the objects around it as `valid` has them. Returns false if it has
/// none.
[[nodiscard]] bool set_member(Json& body,
                              const JsonPointer& pointer,
                              const Json& value,
                              const Json& valid);

/// A value, and in a word why it is of interest: `longest`.
using NamedValue = std::pair<std::string, SharedJson>;

/// Returns values that the schemas of a member may refuse.
[[nodiscard]] std::vector<NamedValue> wrong_values(const SchemaParts& parts);
/// Returns values that the schemas of a member may accept, other than `example`: at each bound,
/// each of `enum`, both booleans, null if they name it, an array with as few and as many items as
/// it may have. None for the id of another record, which must exist.
[[nodiscard]] std::vector<NamedValue> bound_values(const BodyMember& member, const Json* example);

}  // namespace plumbline::api_suite
