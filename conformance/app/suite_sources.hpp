#pragma once
// Finding the Arazzo documents that suites name as sources.

#include "conformance/app/load_suites.hpp"
#include "conformance/workflow/load.hpp"

#include <vector>

namespace plumbline::app {

/// Returns what opens sources of type arazzo. A document is known by its file and by its `$self`,
/// the given ones before all that lies on the disk; of suites from files others are read from
/// beside the suite that names them, each once. Nothing is fetched.
[[nodiscard]] workflow::DocumentLoader document_loader(
    const std::vector<workflow::SharedDocument>& given, SuiteOrigin origin);

}  // namespace plumbline::app
