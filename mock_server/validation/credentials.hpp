#pragma once
// Decides who is calling.

#include "mock_server/store/world.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/http/message.hpp"

#include <string>
#include <vector>

namespace plumbline::mock {

/// The headers that carry credentials. Source: description, "Authentication", control plane.
inline constexpr std::string_view kApiKeyHeader = "X-Api-Key";
inline constexpr std::string_view kTenantHeader = "X-Tenant-Id";

/// Returns the key a request shows, as `X-Api-Key` or as bearer token; "" if it shows none.
[[nodiscard]] std::string_view shown_key(const http::Request& request);

/// Returns the id of the tenant that is calling, or the refusal: 401 for a missing or unknown key,
/// 403 for a tenant that the key does not belong to.
[[nodiscard]] Answered<std::string> authenticate(const http::Request& request,
                                                 const std::vector<Identity>& identities,
                                                 bool tenant_id_alone);

}  // namespace plumbline::mock
