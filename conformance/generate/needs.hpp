#pragma once
// Which inputs a generated workflow cannot do without.

#include "conformance/generate/examples.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <set>
#include <string>

namespace plumbline::generate {

/// Inputs and those of their members that are needed.
using Needs = std::map<std::string, std::set<std::string>>;

/// Returns what a base needs.
[[nodiscard]] Needs needs_of(const Base& base);

/// Adds what the expressions of a body take from the members of inputs.
void add_needs(const Json& body, Needs& needs);

/// Returns what names the members that `needs` has beyond `basic`: `_with_tag_ref`; "" for none.
[[nodiscard]] std::string beyond(const Needs& basic, const Needs& needs);

/// Returns the schema of a workflow's inputs; `hosting`: "" for any.
[[nodiscard]] Json inputs_schema(const Examples& examples,
                                 const Needs& needs,
                                 const std::string& hosting);

}  // namespace plumbline::generate
