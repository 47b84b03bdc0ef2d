#pragma once
// The types of criteria and selectors, with their versions.

#include "conformance/workflow/readers/readers.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::workflow {

/// The name of a type, and its position.
struct ExpressionType {
    std::string name;
    DocumentNode node;
};

/// Reads the type under `key`: a string, or an object with type and version. Reports an invalid
/// object; `noun` names its owner in the message. Returns nothing if there is no type.
/// Source: Arazzo 1.1, "Expression Type Object".
[[nodiscard]] std::optional<ExpressionType> read_expression_type(const ReadingContext& reading,
                                                                 const DocumentNode& owner,
                                                                 std::string_view key,
                                                                 std::string_view noun);

/// Reports invalid Selector Objects in a value whose expressions could be parsed: an unknown
/// version, a version or object that the document's Arazzo version lacks, a missing type.
void check_selectors(const ReadingContext& reading, const DocumentNode& node);

}  // namespace plumbline::workflow
