#pragma once
// Finds secrets in texts that escape some of their characters.

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::runner {

/// Replaces secrets by `***` whose characters are escaped in any way and mixture: `%2F`, `\u002f`,
/// `\/`, `\x2f`, `&amp;`, `&#47;`, `'\''`, also twice, as JSON text within JSON text is. What has
/// no escape is not replaced.
[[nodiscard]] std::string without_spelled_secrets(std::string text,
                                                  const std::vector<std::string_view>& secrets);

}  // namespace plumbline::runner
