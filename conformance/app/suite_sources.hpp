#pragma once
// Loads the Arazzo documents that suites name as sources.

#include "conformance/app/load_suites.hpp"
#include "conformance/workflow/read_suites.hpp"

#include <vector>

namespace plumbline::app {

/// Returns the loader of sources of type arazzo. A document is found by its file and by its
/// `$self`; `documents` take precedence over files. For suites from files, other documents are read
/// relative to the suite that names them, each only once. Nothing is fetched over the network.
[[nodiscard]] workflow::DocumentLoader document_loader(
    const std::vector<workflow::SharedDocument>& documents, SuiteOrigin origin);

}  // namespace plumbline::app
