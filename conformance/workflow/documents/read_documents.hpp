#pragma once
// Reads documents once, for loading and for lint.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems/problems.hpp"

#include <memory>
#include <vector>

namespace plumbline::workflow {

/// The result of reading one document.
struct DocumentResult {
    SharedDocument document;
    std::shared_ptr<Suite>
        suite;  ///< null if it is not an Arazzo document; can be run only without errors
    std::vector<SuiteProblem> problems;  ///< problems in the order of the text
};

/// Reads `documents` and those whose workflows they use, each only once; `documents` come first.
[[nodiscard]] std::vector<DocumentResult> read_documents(
    const std::vector<SharedDocument>& documents,
    const Loaders& loaders,
    const LoadOptions& options = {});

/// Reads one document without the documents that it names; null if it is not an Arazzo document.
[[nodiscard]] std::unique_ptr<Suite> read_document(const SourceLoader& apis,
                                                   const LoadOptions& options,
                                                   ProblemCollector& problems);

}  // namespace plumbline::workflow
