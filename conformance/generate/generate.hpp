#pragma once
// Generates scenarios from the contract, as Arazzo documents.

#include "conformance/generate/examples.hpp"
#include "conformance/generate/generated_case.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::generate {

/// The folder in the file names of generated documents.
inline constexpr std::string_view kGeneratedFolder = "generated/";

/// The cases of one operation.
struct OperationCases {
    std::shared_ptr<const ApiDocument> api;
    const Operation* operation = nullptr;
    std::vector<GeneratedCase> cases;
    /// Why cases are missing: a case or a base that cannot be verified (kInvalid), a keyword
    /// without generator (kUnsupported), an operation without the operations that its cases need
    /// (kNotFound).
    std::vector<Error> omissions;
};

/// The hosting and inputs of a target.
struct TargetInputs {
    std::string hosting;
    SharedJson inputs;  ///< inputs by name; never null
};

/// The operations to generate cases for.
struct GenerateOptions {
    std::vector<std::string> areas;  ///< API documents; if empty, all
    std::vector<std::string> kinds;  ///< x-operation-kind; if empty, all
    /// The target: bases that it supports are used first, so that as many cases as possible can
    /// run. If it is missing (unknown, or several types of targets), the order of the examples is
    /// used.
    std::optional<TargetInputs> target = std::nullopt;
};

/// Returns every case, patches first: creates need not repeat the accepted cases of a shared
/// schema. Each case is verified; the same contract always results in the same cases.
[[nodiscard]] std::vector<OperationCases> generate_cases(const Contract& contract,
                                                         const GeneratorExamples& examples,
                                                         const GenerateOptions& options = {});

/// The Arazzo documents, and the reasons for missing cases.
struct GeneratedSuites {
    std::vector<Document> documents;
    std::vector<Error> omissions;  ///< reasons as in OperationCases, without duplicates
};

/// Returns the documents of all cases, one for each operation; `file` is
/// `generated/<operationId>.arazzo.json`. For our own contract nothing is omitted. The cases and
/// their names do not depend on the target. Errors: those of reading our examples.
[[nodiscard]] Result<GeneratedSuites> generate_suites(const Contract& contract,
                                                      const GenerateOptions& options = {});

}  // namespace plumbline::generate
