#pragma once
// Builds Arazzo documents (JSON) from generated cases: one workflow for each case.

#include "conformance/generate/examples.hpp"
#include "conformance/generate/generated_case.hpp"
#include "conformance/generate/parameter_cases.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// The operations that a case's workflow calls. They point into the ApiDocument; none is null after
/// find().
struct RecordOperations {
    const Operation* create = nullptr;
    const Operation* read = nullptr;
    const Operation* remove = nullptr;
    const Operation* under_test = nullptr;

    /// Finds the operations that create, read and delete the resource of `operation`. Errors:
    /// kNotFound (one is missing).
    [[nodiscard]] static Result<RecordOperations> find(const ApiDocument& api,
                                                       const Operation& operation);
};

/// Returns the name of a case's scenario: `generated/<operation>/<pointer>/<rule>`.
[[nodiscard]] std::string scenario_name(const Operation& operation,
                                        const GeneratedCase& generated_case);

/// Returns an Arazzo document: the cases of one operation, preceded by the workflows of the base
/// bodies (BaseBody) that they use.
[[nodiscard]] Json make_suite(const ApiDocument& api,
                              const RecordOperations& operations,
                              const GeneratorExamples& examples,
                              const std::vector<GeneratedCase>& cases);

/// Returns an Arazzo document with the cases of parameters. They use the record created from the
/// first base body; `examples.bases` must not be empty.
[[nodiscard]] Json make_suite(const ApiDocument& api,
                              const RecordOperations& operations,
                              const GeneratorExamples& examples,
                              const std::vector<ParameterCase>& cases);

}  // namespace plumbline::generate
