#pragma once
// The operationPath and channelPath of a step: a source description and a position in its document.

#include "spec/json/pointer.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::workflow {

/// The two parts of such a path.
struct PathReference {
    std::string source;
    JsonPointer pointer;
};

/// Parses `{$sourceDescriptions.NAME.url}#/...`, the same without braces, and
/// `$sourceDescriptions.NAME#/...`; returns nothing for any other text.
[[nodiscard]] std::optional<PathReference> parse_path_reference(std::string_view text);

}  // namespace plumbline::workflow
