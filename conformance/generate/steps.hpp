#pragma once
// The steps of generated workflows.

#include "conformance/generate/case.hpp"
#include "conformance/generate/examples.hpp"
#include "conformance/generate/workflows.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// What the steps of one document have in common. Borrowed.
struct StepContext {
    const ApiDocument& api;
    const Calls& calls;
    const Examples& examples;
    std::vector<std::string> settable;  ///< members of a record that its users set
};

/// Returns the members of the record, at the top, that every answer has and no server sets.
[[nodiscard]] std::vector<std::string> settable_members(const ApiDocument& api,
                                                        const Operation& read);

/// Returns a step that creates from a base body; its outputs are `id` and `revision`.
[[nodiscard]] Json create_step(const StepContext& context, const Base& base);
/// Returns the step that waits until what was created is deployed. `created` is the expression
/// whose outputs are `id` and `revision`.
[[nodiscard]] Json settle_step(const StepContext& context, const std::string& created);
/// Returns the step that deletes what the step `of` made.
[[nodiscard]] Json delete_step(const StepContext& context, const std::string& of);
/// Returns the one step of a parameter's case. `id` is the expression of a record.
[[nodiscard]] Json parameter_step(const StepContext& context,
                                  const ParameterCase& one,
                                  const std::string& id);
/// Returns the steps of a case. `id` is the expression of the record that a patch is sent to.
[[nodiscard]] Json steps_of(const StepContext& context, const Case& one, const std::string& id);

}  // namespace plumbline::generate
