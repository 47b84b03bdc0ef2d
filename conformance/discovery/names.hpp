#pragma once
// Proposes a vocabulary where the names of a response nearly fit. No I/O.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>

namespace plumbline::discovery {

/// Adds pairs of a field that a response lacks and an undeclared member beside it whose name
/// consists of the same words or differs by a misspelling: contract name → found name.
void add_near_names(const BodyFields& fields,
                    const Json& body,
                    std::map<std::string, std::string>& names);

}  // namespace plumbline::discovery
