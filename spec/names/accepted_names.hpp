#pragma once
// Renames members of responses whose names the description does not state (x-accepted-names).

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// A member that a response had under another name.
struct AcceptedNameMatch {
    const AcceptedNames* member = nullptr;  ///< borrowed from the operation
    std::string name;                       ///< name in the response
};

/// Renames members of a response to their contract names: a missing member gets the value of the
/// first accepted name that exists. Returns the accepted names that were found, without duplicates,
/// in the order of the operation.
[[nodiscard]] std::vector<AcceptedNameMatch> rename_accepted_names(const Operation& operation,
                                                                   Json& response);

}  // namespace plumbline
