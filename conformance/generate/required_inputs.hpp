#pragma once
// The inputs that a generated workflow requires.

#include "conformance/generate/examples.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <set>
#include <string>

namespace plumbline::generate {

/// Inputs and their required members.
using RequiredInputs = std::map<std::string, std::set<std::string>>;

/// Returns the inputs that a base requires.
[[nodiscard]] RequiredInputs required_inputs_of(const BaseBody& base);

/// Adds the members of inputs that the expressions of a body read.
void add_required_inputs(const Json& body, RequiredInputs& required);

/// Returns a suffix for the members that `required` has and `basic` does not: `_with_tag_ref`; ""
/// for none.
[[nodiscard]] std::string extra_inputs_suffix(const RequiredInputs& basic,
                                              const RequiredInputs& required);

/// Returns the schema of a workflow's inputs; `hosting`: "" for any.
[[nodiscard]] Json inputs_schema(const GeneratorExamples& examples,
                                 const RequiredInputs& required,
                                 const std::string& hosting);

}  // namespace plumbline::generate
