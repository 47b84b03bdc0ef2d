#pragma once
// Loads Arazzo 1.0 and 1.1 documents as suites.

#include "conformance/workflow/suite.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// Returns the API document that a source description names. `url` is as written; `suite_file` is
/// the file that contains it. Our own contract documents are recognized by their file name and are
/// taken from the Contract.
using SourceLoader = std::function<Result<std::shared_ptr<const ApiDocument>>(
    const std::string& name, const std::string& url, const std::string& suite_file)>;

using SharedDocument = std::shared_ptr<const Document>;

/// Returns the Arazzo document that a source description of `referrer` names; the same object for
/// each request of the same document.
using DocumentLoader = std::function<Result<SharedDocument>(
    const std::string& name, const std::string& url, const Document& referrer)>;

/// The functions that open source descriptions. Without `documents`, only the given documents are
/// available.
struct Loaders {
    SourceLoader apis;
    DocumentLoader documents = nullptr;
};

/// Limits on documents that are read because other documents name them: their number and their
/// depth. They bound the work that foreign documents can cause.
inline constexpr std::size_t kMaxSourceDocuments = 100;
inline constexpr int kMaxSourceDepth = 16;

/// All problems of a document: a run rejects errors and continues after warnings.
struct Diagnostics {
    std::vector<Error> errors;
    std::vector<Error> warnings;

    /// Adds the problems of `other`; equal warnings are stored once.
    void add(const Diagnostics& other);
};

/// A suite, or the errors that prevent loading it.
struct SuiteLoadResult {
    std::shared_ptr<const Suite> suite;  ///< null if there are errors
    Diagnostics diagnostics;
};

/// Suites that may use one another, and the problems of all of them and of their sources.
struct SuiteSet {
    std::vector<std::shared_ptr<const Suite>> suites;  ///< those without errors of their own
    Diagnostics diagnostics;
};

/// Options for reading documents.
struct LoadOptions {
    /// Criteria with a query `$[?..]` may also be met by an array around their context; each such
    /// criterion is a warning.
    bool lenient_jsonpath = false;
};

/// Loads a suite from a document. All problems are collected; each has file:line:column, what was
/// found, what was expected and the fix.
[[nodiscard]] SuiteLoadResult load_suite(const Document& document,
                                         const SourceLoader& sources,
                                         const LoadOptions& options = {});

/// Loads several suites and the documents that they use. A document is read once and its problems
/// are reported once, even if several documents use it.
[[nodiscard]] SuiteSet load_all(const std::vector<SharedDocument>& documents,
                                const Loaders& loaders,
                                const LoadOptions& options = {});

/// Returns a pointer that does not own the document; the caller keeps it alive.
[[nodiscard]] SharedDocument non_owning(const Document& document);

}  // namespace plumbline::workflow
