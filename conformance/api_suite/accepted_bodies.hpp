#pragma once
// Request bodies that a schema allows.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace plumbline::api_suite {

/// A valid body, and how it differs from the smallest one.
struct AcceptedBody {
    std::string name;  ///< `title-longest`
    SharedJson body;
};

/// Returns the smallest valid body, bodies that differ from it in one member each (a value at a
/// bound, each of `enum`, each boolean, null, few and many items), and up to kMixedBodies with
/// values for several members, which `seed` selects. No body twice, and not `valid`, an example.
/// Each is proven: the compiled schema accepts it.
[[nodiscard]] std::vector<AcceptedBody> accepted_bodies(const ApiDocument& api,
                                                        const std::string& schema,
                                                        const Json& valid,
                                                        std::uint64_t seed);

inline constexpr std::size_t kMixedBodies = 12;

}  // namespace plumbline::api_suite
