#pragma once
// Where requests carry the credentials that an API document asks for.

#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// A header, query parameter or cookie that carries a credential.
struct CredentialPlace {
    std::string name;
    ParameterPlace place = ParameterPlace::kHeader;
};

/// Returns where the security schemes of a document (OpenAPI 3.1, Security Scheme Object) put
/// credentials: an apiKey where it says, all others in the header Authorization.
[[nodiscard]] std::vector<CredentialPlace> credential_places(const ApiDocument& api);

/// Returns the names of those that are headers.
[[nodiscard]] std::vector<std::string> credential_headers(const ApiDocument& api);

}  // namespace plumbline
