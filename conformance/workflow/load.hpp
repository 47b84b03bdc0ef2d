#pragma once
// Arazzo 1.0 and 1.1 documents to plans.

#include "conformance/workflow/plan.hpp"

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

}  // namespace plumbline::workflow
