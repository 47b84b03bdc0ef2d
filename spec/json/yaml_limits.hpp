#pragma once
// How much a YAML text may hold.

#include "spec/json/document.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline {

struct YamlLimits {
    std::size_t max_written = 1'000'000;  ///< values that stand in the text
    std::size_t max_repeated = 200'000;   ///< values that aliases may make of a small text
};

/// As parse_yaml of spec/json/document.hpp, with limits of one's own.
[[nodiscard]] Result<Document> parse_yaml(std::string_view text,
                                          std::string_view file,
                                          const YamlLimits& limits);

}  // namespace plumbline
