#pragma once
// Answers whose members have names that the description leaves open: put into ours where they come
// in (x-accepted-names).

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// A member that had another name.
struct MetName {
    const AcceptedNames* member = nullptr;  ///< borrowed from the operation
    std::string name;                       ///< that it had
};

/// Gives members of an answer our names: one that is missing takes the first of its other names
/// that is there. Returns which were met, each once, in the operation's order.
[[nodiscard]] std::vector<MetName> take_accepted_names(const Operation& operation, Json& answer);

}  // namespace plumbline
