#pragma once
// The credentials that steps send by `x-security`.

#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// A credential as it is sent.
struct SentCredential {
    ParameterLocation location = ParameterLocation::kHeader;
    std::string name;
    std::string value;
};

/// Returns the credentials that a step sends. Errors: kUnresolved; kInvalid (a user name with a
/// colon). No message contains a secret.
[[nodiscard]] Result<std::vector<SentCredential>> credentials_to_send(
    const workflow::Step& step, const expressions::Scope& scope);

/// Adds the credentials of a step, and the secrets they are built from, to the texts that no output
/// may contain. A credential without a value adds nothing.
void add_step_credentials(const workflow::Step& step,
                          const expressions::Scope& scope,
                          std::vector<std::string>& secrets);

}  // namespace plumbline::runner
