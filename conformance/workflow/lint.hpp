#pragma once
// Strict reading of a suite, for its author.

#include "conformance/workflow/load.hpp"
#include "spec/contract/ledger.hpp"

namespace plumbline::workflow {

/// Checks a suite strictly. Errors: what cannot be played, what the published schema of Arazzo
/// refuses, and x-ct-verifies with an id that `ledger` (null: not asked) does not have. Warnings:
/// what is most likely not meant, and what may surprise in other runners.
[[nodiscard]] Diagnosis lint_suite(const Document& document,
                                   const SourceLoader& sources,
                                   const Ledger* ledger = nullptr);

}  // namespace plumbline::workflow
