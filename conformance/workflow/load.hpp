#pragma once
// Arazzo 1.0 and 1.1 documents to plans.

#include "conformance/workflow/plan.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// Gives the API document a source description names. `url` is as written, `suite_file` the file it
/// stands in. Our own contract documents are recognised by their file name and come from the
/// Contract.
using SourceLoader = std::function<Result<std::shared_ptr<const ApiDocument>>(
    const std::string& name, const std::string& url, const std::string& suite_file)>;

using SharedDocument = std::shared_ptr<const Document>;

/// Gives the Arazzo document that a source description of `referrer` names, the same one whenever
/// it is asked for the same document.
using DocumentLoader = std::function<Result<SharedDocument>(
    const std::string& name, const std::string& url, const Document& referrer)>;

/// What opens the source descriptions of a document. Without `documents` there are no other
/// documents than those given.
struct Loaders {
    SourceLoader apis;
    DocumentLoader documents = nullptr;
};

/// How many documents are read because others name them, and over how many others they are
/// reached: what was written by others must not keep us reading without an end.
inline constexpr std::size_t kMaxSourceDocuments = 100;
inline constexpr int kMaxSourceDepth = 16;

/// What is wrong with a document, all of it: a run refuses on errors and goes on over warnings.
struct Diagnosis {
    std::vector<Error> errors;
    std::vector<Error> warnings;

    /// Adds what another diagnosis found.
    void add(const Diagnosis& other);
};

/// A suite, or everything that keeps it from being one.
struct Loaded {
    std::shared_ptr<const Suite> suite;  ///< null if there are errors
    Diagnosis diagnosis;
};

/// Suites that may use one another, and what is wrong with any of them or of their sources.
struct LoadedAll {
    std::vector<std::shared_ptr<const Suite>> suites;  ///< those without errors of their own
    Diagnosis diagnosis;
};

/// How documents are read.
struct LoadOptions {
    /// Criteria with a query `$[?..]` may hold of an array around their context; each is a warning.
    bool lenient_jsonpath = false;
};

/// Loads a suite from a document. All problems are gathered; each names file:line:column, what was
/// found, what was expected and the mend.
[[nodiscard]] Loaded load_suite(const Document& document,
                                const SourceLoader& sources,
                                const LoadOptions& options = {});

/// Loads several suites and the documents that they use. A document is read once and its problems
/// are told once, whoever uses it.
[[nodiscard]] LoadedAll load_all(const std::vector<SharedDocument>& documents,
                                 const Loaders& loaders,
                                 const LoadOptions& options = {});

/// Lends a document: the caller keeps it.
[[nodiscard]] SharedDocument lend(const Document& document);

}  // namespace plumbline::workflow
