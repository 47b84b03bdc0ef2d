#pragma once
// Limits of a YAML text, and whether YAML 1.1 merge keys are allowed.

#include "spec/json/document.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline {

/// The meaning of `<<`: in YAML 1.2 an ordinary key, in YAML 1.1 a key that adds the members of
/// other mappings. Either reading could surprise a user, so it is refused unless it is required.
enum class MergeKeyPolicy { kRefuse, kMerge };

struct YamlLimits {
    std::size_t max_written = 1'000'000;  ///< values written in the text
    std::size_t max_repeated = 200'000;   ///< values that aliases may add to a small text
    MergeKeyPolicy merge_keys = MergeKeyPolicy::kRefuse;
};

/// Parses strict YAML within these limits. Errors: those of parse_yaml in spec/json/document.hpp.
[[nodiscard]] Result<Document> parse_yaml(std::string_view text,
                                          std::string_view file,
                                          const YamlLimits& limits);

}  // namespace plumbline
