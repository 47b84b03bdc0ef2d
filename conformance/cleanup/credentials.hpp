#pragma once
// References to the credentials that created a resource, without their values.

#include "spec/base/secret.hpp"
#include "spec/http/message.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::cleanup {

/// Credentials by the names of the standard inputs: api_key, tenant_id, other_api_key, ...
using NamedCredentials = std::map<std::string, Secret>;

/// Header → value, for the credentials of one request as sent. Kept in memory only.
using CredentialValues = std::map<std::string, std::string>;

/// Header → reference to a credential: `{api_key}`, `Bearer {other_api_key}`; `{}` for one without
/// a name.
using CredentialReferences = std::map<std::string, std::string>;

/// How the credentials of a request are recognized.
struct CredentialPatterns {
    NamedCredentials named;
    std::vector<std::string> headers;  ///< that carry a credential in this API, besides the
                                       ///< well-known ones
    std::vector<std::string> secrets;  ///< a header whose value contains one of these carries a
                                       ///< credential
};

/// Returns the headers of a request that carry a credential.
[[nodiscard]] CredentialValues credential_values(const http::Headers& headers,
                                                 const CredentialPatterns& patterns);

/// Returns references to the credentials of a request. If two have the same value, the run's own
/// tenant is preferred: its credential is available more often.
[[nodiscard]] CredentialReferences credential_references(const CredentialValues& values,
                                                         const NamedCredentials& named);

/// Returns the headers with the credentials inserted; unknown references are omitted.
[[nodiscard]] http::Headers resolve_headers(const CredentialReferences& references,
                                            const NamedCredentials& named);

/// Returns the name of the credential in a reference: `other_api_key` for `Bearer {other_api_key}`,
/// "" for one without a name.
[[nodiscard]] std::string credential_name(std::string_view reference);

/// Returns four hexadecimal digits that identify a credential; they contain too little information
/// to recover it. `salt` makes the fingerprints of two journals differ.
[[nodiscard]] std::string fingerprint(std::string_view salt, const Secret& secret);

}  // namespace plumbline::cleanup
