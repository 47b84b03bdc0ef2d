#pragma once
// The meaning of the query parameters of a list and of the members around its records.

#include "spec/resources/resources.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// Returns the conventions of an operation that lists records: the meaning of its query parameters
/// and of the members of its body, `body_members`, by their usual names. A parameter with the name
/// of a member of the records selects by that member.
[[nodiscard]] ListConventions list_conventions_of(const ApiDocument& api,
                                                  const Operation& operation,
                                                  const std::vector<std::string>& record_members,
                                                  const std::vector<std::string>& body_members);

}  // namespace plumbline
