#pragma once
// Schemas of JSON Schema 2020-12 as schemas of draft-07, which valijson can compile.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/checks.hpp"
#include "spec/schema/reach.hpp"

#include <vector>

namespace plumbline {

/// The keyword of lowered schemas whose value is the place of that schema's checks.
inline constexpr const char* kChecksKeyword = "x-checks";

/// What the compiler gets. The checks point into the document they came from.
struct Lowered {
    SharedJson schema;
    std::vector<std::vector<Check>> checks;
    Patterns patterns;
};

/// Lowers everything reached. Each lowered schema carries, as its title, its pointer in the
/// document.
[[nodiscard]] Lowered lower(Reached reached, const Json& document);

}  // namespace plumbline
