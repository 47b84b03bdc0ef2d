#pragma once
// The requirements that an exchange shows to be fulfilled.

#include "conformance/checks/contract_checks.hpp"

namespace plumbline::checks {

/// Returns the declared content with the response's media type, or null.
[[nodiscard]] const MediaType* content_of(const CheckInput& input,
                                          const DeclaredResponse& declared);

/// Returns whether the request had a body of a type that the operation accepts.
[[nodiscard]] bool sent_as_declared(const CheckInput& input);

/// Returns the requirements that the exchange shows, sorted, without those that `findings` name.
/// A schema shows them only if `is_complete`: all of the body was checked. An exchange shows
/// nothing about members, items or events that it does not have.
[[nodiscard]] std::vector<std::string> verified_requirements(
    const CheckInput& input, const std::vector<CheckFinding>& findings, bool is_complete);

}  // namespace plumbline::checks
