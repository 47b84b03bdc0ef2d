#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns `; did you mean NAME?` with the name in `names` that `word` probably misspells, else "".
/// For words of command lines.
[[nodiscard]] std::string name_hint(std::string_view word, const std::vector<std::string>& names);
/// The same with the name in quotation marks, for words of documents.
[[nodiscard]] std::string quoted_name_hint(std::string_view word,
                                           const std::vector<std::string>& names);

}  // namespace plumbline
