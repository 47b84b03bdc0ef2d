#pragma once
// The lookup of operations and workflows in the source descriptions of a suite.

#include "conformance/workflow/problems/problems.hpp"
#include "conformance/workflow/suite.hpp"

#include <optional>
#include <vector>

namespace plumbline::workflow {

/// The operation that a step names, and its source. It is null in a source of type asyncapi, whose
/// operations cannot be run.
struct SourceOperation {
    const Source* source;
    const Operation* operation;
};

/// Returns the operation that an operationId, operationPath or channelPath names. Reports a problem
/// at `node` and returns nothing if there is not exactly one.
///
/// An operationId is qualified (`$sourceDescriptions.NAME.ID`), or is searched in all sources; an
/// operationPath is `{$sourceDescriptions.NAME.url}#/paths/~1things/get`; a channelPath names a
/// source of type asyncapi. Other spellings that can mean only one operation are warnings: see
/// tolerated_targets.hpp.
[[nodiscard]] std::optional<SourceOperation> find_operation(const std::vector<Source>& sources,
                                                            const DocumentNode& node);

/// Returns whether `$sourceDescriptions.NAME.ID` names a source of type arazzo. Reports a problem
/// at `node` if it does not.
[[nodiscard]] bool is_workflow_reference(const std::vector<Source>& sources,
                                         const DocumentNode& node);

}  // namespace plumbline::workflow
