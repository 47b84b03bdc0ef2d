#pragma once
// Reading documents once for both users: load and lint.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems.hpp"

#include <memory>
#include <vector>

namespace plumbline::workflow {

/// All that the reading of one document brought to light.
struct Examined {
    SharedDocument document;
    std::shared_ptr<Suite>
        suite;  ///< null if it is no Arazzo document; playable only without errors
    std::vector<Problem> problems;  ///< in the order of the text
};

/// Reads the given documents and those whose workflows they use, each once; the given come first.
[[nodiscard]] std::vector<Examined> examine(const std::vector<SharedDocument>& given,
                                            const Loaders& loaders,
                                            const LoadOptions& options = {});

/// Reads what one document says by itself; null if it is no Arazzo document.
[[nodiscard]] std::unique_ptr<Suite> read_document(const SourceLoader& apis,
                                                   const LoadOptions& options,
                                                   Problems& problems);

}  // namespace plumbline::workflow
