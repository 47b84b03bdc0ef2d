#pragma once
// Credentials of steps, as the extension `x-security` of another runner gives them.

#include "conformance/expressions/expression.hpp"
#include "spec/contract/contract.hpp"

#include <optional>
#include <string>

namespace plumbline::workflow {

/// How a credential is written.
enum class CredentialForm {
    kAsIs,
    kBearerToken,  ///< `Bearer TOKEN`. Source: RFC 6750, section 2.1
    kBasicPair,    ///< `Basic` and both in base64. Source: RFC 7617, section 2
};

/// A credential that a step sends and no output tells.
struct StepCredential {
    CredentialForm form = CredentialForm::kAsIs;
    ParameterPlace place = ParameterPlace::kHeader;
    std::string name;              ///< of the header, query member or cookie
    expressions::Template secret;  ///< key, token or password
    expressions::Template user;    ///< of a pair
    SourceRef where;
    std::optional<Error> unsupported = std::nullopt;  ///< why it cannot be sent; all else is empty
};

}  // namespace plumbline::workflow
