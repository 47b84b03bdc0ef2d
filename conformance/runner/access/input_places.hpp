#pragma once
// Where the user gives the value of a standard input.

#include "conformance/runner/target.hpp"

#include <string>

namespace plumbline::runner {

/// A member of a profile that has the value of an input.
struct ProfileMember {
    std::string section;   ///< `credentials`; "" if no profile has the input
    std::string line;      ///< the member in its section: `tenant_id: ID`
    std::string parent{};  ///< the member of the section that contains `line`: `git_host`, `graphs`
};

/// Returns the member of the profile that gives an input at a target with that hosting.
[[nodiscard]] ProfileMember profile_member_of(const std::string& input, const std::string& hosting);

/// Returns how to give an input: `--tenant or credentials.tenant_id in the profile`.
[[nodiscard]] std::string how_to_give(const std::string& input, const std::string& hosting);

}  // namespace plumbline::runner
