#pragma once
// The basis of a requirement, rule or check.

#include <optional>
#include <string_view>

namespace plumbline {

enum class Basis {
    kStated,   ///< the description states it
    kImplied,  ///< it follows from statements of the description
    kAssumed,  ///< our decision where the description has a gap: a violation is only a warning
    kOpen,     ///< undecided: only observed
};

[[nodiscard]] std::string_view to_text(Basis basis);
[[nodiscard]] std::optional<Basis> parse_basis(std::string_view text);

}  // namespace plumbline
