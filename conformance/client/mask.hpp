#pragma once
// Masks known secrets in output.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::client {

/// What stands in place of a secret.
inline constexpr std::string_view kMask = "***";

/// Returns the length of the secret at the front of a text, 0 if there is none.
using SecretLength = std::function<std::size_t(std::string_view)>;

/// Returns `text` with every secret that `length_at` finds replaced by kMask.
[[nodiscard]] std::string mask_secrets(std::string_view text, const SecretLength& length_at);

/// Returns `text` with every occurrence of a secret replaced by kMask; where several match, the
/// longest is replaced. Empty secrets are ignored. A secret that is encoded in the text (JSON
/// escapes, percent-encoding) must also be given in that form.
[[nodiscard]] std::string mask_secrets(std::string_view text,
                                       const std::vector<std::string>& secrets);

}  // namespace plumbline::client
