#pragma once
// Loads suites from files, or the embedded ones.

#include "conformance/generate/generate.hpp"
#include "conformance/runner/runner.hpp"
#include "conformance/workflow/read_suites.hpp"
#include "spec/contract/contract.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::app {

/// The loaded suites and their problems.
struct LoadedSuites {
    runner::Suites suites;
    workflow::Diagnostics diagnosis;
};

/// Loads the suites in `files` (a folder means all *.arazzo.yaml and *.arazzo.json below it), or
/// the embedded ones if there are none. `contract` provides the built-in documents; other documents
/// are read relative to the suite, unless `sources` (NAME=FILE) replace them.
[[nodiscard]] LoadedSuites load_suites(const std::vector<std::string>& files,
                                       const std::shared_ptr<const Contract>& contract,
                                       const workflow::LoadOptions& options = {},
                                       const std::vector<std::string>& sources = {});

/// How to report cases that cannot be generated from the contract.
enum class OmissionLevel {
    kError,    ///< an error: for the built-in contract, or where all cases are requested
    kWarning,  ///< a warning: for a user's contract: the other cases are still valid
};

/// Adds the suites that are generated from the contract; each omitted case is added to the
/// diagnosis. Errors: those of generating.
[[nodiscard]] Result<void> add_generated(const generate::GenerateOptions& options,
                                         const std::shared_ptr<const Contract>& contract,
                                         OmissionLevel level,
                                         LoadedSuites& loaded);

/// A file or folder without a readable document, and why.
struct UnreadableSuite {
    std::string path;
    Error error;
};

/// The documents of suites, and the files that could not be read.
struct SuiteFiles {
    std::vector<workflow::SharedDocument> documents;
    std::vector<UnreadableSuite> unreadable;
};

/// Reads the documents of the suites for lint. `files` as for load_suites.
[[nodiscard]] SuiteFiles suite_documents(const std::vector<std::string>& files);

/// The origin of suites: only suites from files can have sources beside them.
enum class SuiteOrigin { kFiles, kBuiltIn };

/// Returns the origin of the suites that `suite_documents` reads for the same `files`.
[[nodiscard]] SuiteOrigin origin_of(const std::vector<std::string>& files);

/// Returns the loader of source descriptions of suites. A file relative to the suite overrides the
/// contract's document of that name, unless both have the same content; a plain name without such a
/// file means the contract's document.
[[nodiscard]] workflow::SourceLoader source_loader(std::shared_ptr<const Contract> contract,
                                                   SuiteOrigin origin);

}  // namespace plumbline::app
