#pragma once
// On what ground a requirement, rule or check stands.

#include <optional>
#include <string_view>

namespace plumbline {

enum class Basis {
    kStated,   ///< the description says it
    kImplied,  ///< it follows from what the description says
    kAssumed,  ///< a gap we filled: a broken one warns
    kOpen,     ///< nobody can say: only observed
};

[[nodiscard]] std::string_view to_text(Basis basis);
[[nodiscard]] std::optional<Basis> parse_basis(std::string_view text);

}  // namespace plumbline
