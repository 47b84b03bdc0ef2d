#pragma once
// The types of criteria and selectors, with their versions.

#include "conformance/workflow/readers/readers.hpp"

#include <optional>
#include <string_view>

namespace plumbline::workflow {

/// Returns the grammar of the expressions in the document: that of its Arazzo version.
[[nodiscard]] expressions::ExpressionGrammar grammar_of(const DocumentNode& node);

/// Returns the node with the name of a type: a string, or the `type` of an object with type and
/// version. Reports an invalid object; `noun` names its owner in the message. Returns nothing if
/// there is no type.
/// Source: Arazzo 1.1, "Expression Type Object".
[[nodiscard]] std::optional<DocumentNode> read_expression_type(const DocumentNode& type,
                                                               std::string_view noun);

/// Reports invalid Selector Objects in a value whose expressions could be parsed: an unknown
/// version, a version or object that the document's Arazzo version lacks, a missing type.
void check_selectors(const DocumentNode& node);

}  // namespace plumbline::workflow
