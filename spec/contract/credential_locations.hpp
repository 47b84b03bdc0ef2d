#pragma once
// Where requests carry the credentials that an API document requires.

#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// A header, query parameter or cookie that carries a credential.
struct CredentialLocation {
    std::string name;
    ParameterLocation location = ParameterLocation::kHeader;
};

/// Returns the locations of credentials by the security schemes of a document (OpenAPI 3.1,
/// Security Scheme Object): an apiKey where its scheme declares it, all others in the header
/// Authorization.
[[nodiscard]] std::vector<CredentialLocation> credential_locations(const ApiDocument& api);

/// Returns the names of the headers among them.
[[nodiscard]] std::vector<std::string> credential_headers(const ApiDocument& api);

}  // namespace plumbline
