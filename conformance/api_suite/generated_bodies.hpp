#pragma once
// Request bodies that a schema allows or refuses.

#include "conformance/api_suite/body_members.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::api_suite {

/// What bodies are generated from.
struct BodyModel {
    const Schema& schema;
    const Json& example;  ///< a valid object
    std::vector<BodyMember> members;
    SharedJson smallest;  ///< the example without the members that the schema does not require
};

/// Returns the model of a schema, with an example that is valid; nothing if the example is no
/// object, or the schema cannot be judged. Borrows both.
[[nodiscard]] std::optional<BodyModel> body_model(const ApiDocument& api,
                                                  const std::string& schema,
                                                  const Json& example);

/// A generated body, and how it differs from the smallest one.
struct GeneratedBody {
    std::string name;  ///< `title-longest`
    SharedJson body;
    bool is_valid;  ///< proven by the compiled schema
};

/// Returns the smallest valid body, bodies that differ from it in one member each (a value at a
/// bound, each of `enum`, each boolean, null, few and many items), and up to kMixedBodies with
/// values for several members, which `seed` selects. No body twice, and not the example.
[[nodiscard]] std::vector<GeneratedBody> accepted_bodies(const BodyModel& model,
                                                         std::uint64_t seed);
inline constexpr std::size_t kMixedBodies = 12;

/// Returns bodies that differ from the smallest valid one in one member each: a required member
/// that is missing, a value of another type, beyond a bound, not in `enum`, against `pattern` or
/// `format`.
[[nodiscard]] std::vector<GeneratedBody> refused_bodies(const BodyModel& model);

}  // namespace plumbline::api_suite
