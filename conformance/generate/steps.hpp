#pragma once
// The steps of generated workflows.

#include "conformance/generate/examples.hpp"
#include "conformance/generate/generated_case.hpp"
#include "conformance/generate/suite_writer.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// The data that the steps of one document share. Borrowed.
struct StepContext {
    const ApiDocument& api;
    const RecordOperations& operations;
    const GeneratorExamples& examples;
    std::vector<std::string> settable;  ///< members of a record that its users set
};

/// Returns the top-level members of the record that every response has and the server does not set.
[[nodiscard]] std::vector<std::string> settable_members(const ApiDocument& api,
                                                        const Operation& read);

/// Returns a step that creates a record from a base body; its outputs are `id` and `revision`.
[[nodiscard]] Json create_step(const StepContext& context, const BaseBody& base);
/// Returns the step that waits until the created record is deployed. `created` is the expression
/// whose outputs are `id` and `revision`.
[[nodiscard]] Json wait_step(const StepContext& context, const std::string& created);
/// Returns the step that deletes the record of the step `of`.
[[nodiscard]] Json delete_step(const StepContext& context, const std::string& of);
/// Returns the single step of a parameter's case. `id` is the expression of a record.
[[nodiscard]] Json parameter_step(const StepContext& context,
                                  const ParameterCase& one,
                                  const std::string& id);
/// Returns the steps of a case. `id` is the expression of the record that a patch is sent to.
[[nodiscard]] Json case_steps(const StepContext& context,
                              const GeneratedCase& one,
                              const std::string& id);

}  // namespace plumbline::generate
