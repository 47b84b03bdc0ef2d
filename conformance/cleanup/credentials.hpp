#pragma once
// With whose credentials something was created: told in a journal without telling them.

#include "spec/base/secret.hpp"
#include "spec/http/message.hpp"

#include <map>
#include <string>
#include <string_view>

namespace plumbline::cleanup {

/// Credentials by the names of the standard inputs: api_key, tenant_id, other_api_key, ...
using Credentials = std::map<std::string, Secret>;

/// Headers by name, each value a reference to a credential: `{api_key}`, `Bearer {other_api_key}`.
using References = std::map<std::string, std::string>;

/// Returns the headers whose value is one of the credentials, as references; all others are left
/// out.
[[nodiscard]] References references(const http::Headers& headers, const Credentials& credentials);

/// Returns the headers with the credentials in place; a reference that leads nowhere is left out.
[[nodiscard]] http::Headers headers_of(const References& references,
                                       const Credentials& credentials);

/// Returns the name of the credential in a reference: `other_api_key` for `Bearer {other_api_key}`.
[[nodiscard]] std::string credential_name(std::string_view reference);

/// Returns four hexadecimal digits by which a credential is recognised, never recovered: they tell
/// too little. `salt` makes those of two journals differ.
[[nodiscard]] std::string fingerprint(std::string_view salt, const Secret& secret);

}  // namespace plumbline::cleanup
