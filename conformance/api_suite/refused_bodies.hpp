#pragma once
// Request bodies that a schema refuses.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::api_suite {

/// A body that is not valid, and how it differs from a valid one.
struct RefusedBody {
    std::string name;  ///< `title-missing`
    SharedJson body;
};

/// Returns bodies that differ from the smallest valid one in one member each: a required member
/// that is missing, a value of another type, beyond a bound, not in `enum`, against `pattern` or
/// `format`. Each is proven: the compiled schema refuses it. `valid` is an example.
[[nodiscard]] std::vector<RefusedBody> refused_bodies(const ApiDocument& api,
                                                      const std::string& schema,
                                                      const Json& valid);

}  // namespace plumbline::api_suite
