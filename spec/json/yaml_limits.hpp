#pragma once
// How much a YAML text may hold, and what of YAML 1.1.

#include "spec/json/document.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline {

/// What becomes of `<<`: a key like others in YAML 1.2, in YAML 1.1 one that adds the members of
/// other mappings. To take it for either would surprise somebody, so it is refused where it need
/// not be read.
enum class MergeKeys { kRefuse, kMerge };

struct YamlLimits {
    std::size_t max_written = 1'000'000;  ///< values that stand in the text
    std::size_t max_repeated = 200'000;   ///< values that aliases may make of a small text
    MergeKeys merge_keys = MergeKeys::kRefuse;
};

/// As parse_yaml of spec/json/document.hpp, with limits of one's own.
[[nodiscard]] Result<Document> parse_yaml(std::string_view text,
                                          std::string_view file,
                                          const YamlLimits& limits);

}  // namespace plumbline
