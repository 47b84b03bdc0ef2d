#pragma once
// With whose credentials something was created: told in a journal without telling them.

#include "spec/base/secret.hpp"
#include "spec/http/message.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::cleanup {

/// Credentials by the names of the standard inputs: api_key, tenant_id, other_api_key, ...
using Credentials = std::map<std::string, Secret>;

/// Header → value of the credentials of one request, as sent. Stays in memory.
using Carried = std::map<std::string, std::string>;

/// Header → reference to a credential: `{api_key}`, `Bearer {other_api_key}`; `{}` for one that has
/// no name.
using References = std::map<std::string, std::string>;

/// By what the credentials of a request are known.
struct Signs {
    Credentials named;
    std::vector<std::string> headers;  ///< that carry one, besides those that do everywhere
    std::vector<std::string> secrets;  ///< texts that make one of whatever header holds them
};

/// Returns the headers of a request that carry a credential.
[[nodiscard]] Carried carried(const http::Headers& headers, const Signs& signs);

/// Tells the credentials of a request without telling them. Where two have the same value, the one
/// of the run's own tenant is named: that one is at hand more often.
[[nodiscard]] References references(const Carried& carried, const Credentials& named);

/// Returns the headers with the credentials in place; a reference that leads nowhere is left out.
[[nodiscard]] http::Headers headers_of(const References& references, const Credentials& named);

/// Returns the name of the credential in a reference: `other_api_key` for `Bearer {other_api_key}`,
/// "" for one without a name.
[[nodiscard]] std::string credential_name(std::string_view reference);

/// Returns four hexadecimal digits by which a credential is recognised, never recovered: they tell
/// too little. `salt` makes those of two journals differ.
[[nodiscard]] std::string fingerprint(std::string_view salt, const Secret& secret);

}  // namespace plumbline::cleanup
