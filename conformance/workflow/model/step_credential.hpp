#pragma once
// Credentials of steps, as `x-security`, an extension of another runner, declares them.

#include "conformance/expressions/expressions.hpp"
#include "spec/contract/contract.hpp"

#include <optional>
#include <string>

namespace plumbline::workflow {

/// How a credential is encoded.
enum class CredentialFormat {
    kPlain,
    kBearerToken,  ///< `Bearer TOKEN`. Source: RFC 6750, section 2.1
    kBasicPair,    ///< `Basic` and both in base64. Source: RFC 7617, section 2
};

/// A credential that a step sends. It never appears in output.
struct StepCredential {
    CredentialFormat format = CredentialFormat::kPlain;
    ParameterLocation location = ParameterLocation::kHeader;
    std::string name;              ///< name of the header, query parameter or cookie
    expressions::Template secret;  ///< key, token or password
    expressions::Template user;    ///< user name of a user and password pair
    SourceRef where;
    std::optional<Error> unsupported =
        std::nullopt;  ///< why it cannot be sent; then all other members are empty
};

}  // namespace plumbline::workflow
