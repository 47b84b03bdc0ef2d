#pragma once
// Authenticates requests.

#include "mock_server/response/engine_response.hpp"
#include "mock_server/store/fixtures.hpp"
#include "mock_server/store/world.hpp"
#include "spec/http/message.hpp"

#include <string>
#include <vector>

namespace plumbline::mock {

/// The headers that carry credentials. Source: description, "Authentication", control plane.
inline constexpr std::string_view kApiKeyHeader = "X-Api-Key";
inline constexpr std::string_view kTenantHeader = "X-Tenant-Id";

/// Returns the key of a request, from `X-Api-Key` or a bearer token; "" if there is none.
[[nodiscard]] std::string_view api_key_of(const http::Request& request);

/// Returns the id of the authenticated tenant, or the refusal: 401 for a missing or unknown key,
/// 403 for a key that does not belong to the given tenant.
[[nodiscard]] ValueOrResponse<std::string> authenticate(const http::Request& request,
                                                        const std::vector<Identity>& identities,
                                                        bool tenant_id_alone);

}  // namespace plumbline::mock
