#pragma once
// Limits of a YAML text, and how its plain scalars are read.

#include "spec/json/document.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline {

/// How plain scalars and keys are read.
enum class YamlDialect {
    kStrict,     ///< what YAML parsers read differently is refused: `yes`, `017`, a date, `<<`
    kCore,       ///< the core schema of YAML 1.2, and the merge keys of YAML 1.1
    kNotedCore,  ///< the same; what kStrict refuses is noted
};

struct YamlLimits {
    std::size_t max_written = 1'000'000;  ///< values written in the text
    std::size_t max_repeated = 200'000;   ///< values that aliases may add to a small text
    YamlDialect dialect = YamlDialect::kStrict;
};

/// Parses YAML within these limits. Errors: those of parse_yaml in spec/json/document.hpp.
[[nodiscard]] Result<Document> parse_yaml(std::string_view text,
                                          std::string_view file,
                                          const YamlLimits& limits);

}  // namespace plumbline
