#pragma once
// Keeps known secrets out of what is shown.

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::client {

/// Returns `text` with every occurrence of a secret replaced by `***`; where several fit, the
/// longest goes. Empty secrets are ignored. A secret that is encoded in the text (JSON escapes,
/// percent signs) must be given in that form as well.
[[nodiscard]] std::string mask_secrets(std::string_view text,
                                       const std::vector<std::string>& secrets);

}  // namespace plumbline::client
