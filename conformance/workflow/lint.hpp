#pragma once
// Strict reading of a suite, for its author.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems.hpp"
#include "spec/contract/ledger.hpp"

namespace plumbline::workflow {

/// Checks a suite strictly: finds what cannot be played, what the published schema of Arazzo
/// refuses, x-ct-verifies with an id that `ledger` (null: not asked) does not have, what is most
/// likely not meant, and what may surprise in other runners.
[[nodiscard]] std::vector<Problem> lint_suite(const Document& document,
                                              const SourceLoader& sources,
                                              const Ledger* ledger = nullptr);

/// What is wrong with one document, in the order of the text.
struct Linted {
    SharedDocument document;
    std::vector<Problem> problems;
};

/// Checks suites, then the documents that they use, each once.
[[nodiscard]] std::vector<Linted> lint_all(const std::vector<SharedDocument>& documents,
                                           const Loaders& loaders,
                                           const Ledger* ledger = nullptr);

}  // namespace plumbline::workflow
