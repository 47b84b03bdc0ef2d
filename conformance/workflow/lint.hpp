#pragma once
// Strict checks of a suite, for its author.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems/problems.hpp"
#include "spec/contract/contract.hpp"

namespace plumbline::workflow {

/// Checks a suite strictly: reports what cannot be run, what the published schema of Arazzo
/// rejects, ids in x-ct-verifies that `ledger` does not have (not checked if it is null), what is
/// probably not intended, and what other runners may treat differently.
[[nodiscard]] std::vector<SuiteProblem> lint_suite(const Document& document,
                                                   const SourceLoader& sources,
                                                   const Ledger* ledger = nullptr);

/// The problems of one document, in the order of the text.
struct DocumentProblems {
    SharedDocument document;
    std::vector<SuiteProblem> problems;
};

/// Checks suites, then the documents that they use, without duplicates.
[[nodiscard]] std::vector<DocumentProblems> lint_all(const std::vector<SharedDocument>& documents,
                                                     const Loaders& loaders,
                                                     const Ledger* ledger = nullptr);

}  // namespace plumbline::workflow
