#pragma once
// The credentials that steps send by `x-security`.

#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// A credential as it is sent.
struct SentCredential {
    ParameterPlace place = ParameterPlace::kHeader;
    std::string name;
    std::string value;
};

/// Returns what a step sends. Errors: kUnresolved; kInvalid (a user's name with a colon). No
/// message tells a secret.
[[nodiscard]] Result<std::vector<SentCredential>> credentials_to_send(
    const workflow::Step& step, const expressions::Scope& scope);

/// Adds what a step sends, and what it is made of, to the texts that no output may hold. Whatever
/// has no value yet adds nothing.
void learn_credentials(const workflow::Step& step,
                       const expressions::Scope& scope,
                       std::vector<std::string>& secrets);

}  // namespace plumbline::runner
