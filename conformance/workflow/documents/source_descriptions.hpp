#pragma once
// The source descriptions of a suite.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems/problems.hpp"

#include <vector>

namespace plumbline::workflow {

/// The types of source descriptions. Workflows of a suite can be called; documents about messages
/// are not read, and no step can run their operations.
inline constexpr const char* kApiType = "openapi";
inline constexpr const char* kSuiteType = "arazzo";
inline constexpr const char* kMessageType = "asyncapi";

/// Reads `sourceDescriptions` of the document and loads the API documents.
[[nodiscard]] std::vector<Source> read_source_descriptions(const DocumentNode& document,
                                                           const SourceLoader& loader);

/// Reports a source description whose document cannot be loaded.
void report_unloaded(const DocumentNode& node, const Error& error, ProblemSeverity severity);

}  // namespace plumbline::workflow
