#pragma once
// Reading a document once for both its users: load and lint.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems.hpp"

#include <memory>
#include <vector>

namespace plumbline::workflow {

/// All that a reading brought to light.
struct Examined {
    std::shared_ptr<Suite>
        suite;  ///< null if it is no Arazzo document; playable only without errors
    std::vector<Problem> problems;  ///< in the order of the text
};

[[nodiscard]] Examined examine(const Document& document,
                               const SourceLoader& loader,
                               const LoadOptions& options = {});

}  // namespace plumbline::workflow
