#pragma once
// Suites from files, or our own embedded ones.

#include "conformance/generate/generate.hpp"
#include "conformance/runner/run.hpp"
#include "conformance/workflow/load.hpp"
#include "spec/contract/contract.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::app {

/// The suites, and all that is wrong with them.
struct LoadedSuites {
    runner::Suites suites;
    workflow::Diagnosis diagnosis;
};

/// Loads the suites in `files` (a folder stands for the *.arazzo.yaml in it), or our own if there
/// are none. `contract` gives our documents; others are read from beside the suite.
[[nodiscard]] LoadedSuites load_suites(const std::vector<std::string>& files,
                                       const std::shared_ptr<const Contract>& contract,
                                       const workflow::LoadOptions& options = {});

/// What it means that the contract says something of which no case can be made.
enum class LeftOut {
    kError,    ///< of our own contract, or where all are asked for
    kWarning,  ///< of a user's contract: the other cases show what they show
};

/// Adds the suites that are generated from the contract; each case that is left out goes into the
/// diagnosis. Errors: those of generating.
[[nodiscard]] Result<void> add_generated(const generate::Selection& selection,
                                         const std::shared_ptr<const Contract>& contract,
                                         LeftOut meaning,
                                         LoadedSuites& loaded);

/// A file or folder that gave no document, and why.
struct UnreadSuite {
    std::string path;
    Error error;
};

/// The documents of suites, and what could not be read.
struct SuiteFiles {
    std::vector<workflow::SharedDocument> documents;
    std::vector<UnreadSuite> unread;
};

/// Reads the suites' documents, as they are, for lint. `files` as for load_suites.
[[nodiscard]] SuiteFiles suite_documents(const std::vector<std::string>& files);

/// Where suites come from: only those from files can have sources beside them.
enum class SuiteOrigin { kFiles, kBuiltIn };

/// Returns the origin of the suites that `suite_documents` reads for the same `files`.
[[nodiscard]] SuiteOrigin origin_of(const std::vector<std::string>& files);

/// Returns what opens the source descriptions of suites. A file relative to the suite goes before
/// the contract's document of that name, unless its content is the same; a plain name
/// without such a file is the contract's.
[[nodiscard]] workflow::SourceLoader source_loader(std::shared_ptr<const Contract> contract,
                                                   SuiteOrigin origin);

}  // namespace plumbline::app
