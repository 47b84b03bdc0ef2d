#include "mock_server/validation/request_validation.hpp"
#include "spec/base/text.hpp"

namespace plumbline::mock {
namespace {

tl::unexpected<EngineResponse> unauthorized(std::string_view detail) {
    EngineResponse reply = detail_response(401, detail);
    reply.headers.set("WWW-Authenticate", "Bearer");
    return tl::unexpected<EngineResponse>(std::move(reply));
}

const Identity* find_by_key(const std::vector<Identity>& identities, std::string_view key) {
    for (const Identity& identity : identities) {
        if (identity.api_key == key) return &identity;
    }
    return nullptr;
}

bool has_tenant(const std::vector<Identity>& identities, const std::string& id) {
    for (const Identity& identity : identities) {
        if (equals_ignoring_case(identity.tenant_id, id)) return true;
    }
    return false;
}

}  // namespace

std::string_view api_key_of(const http::Request& request) {
    constexpr std::string_view kBearer = "Bearer ";
    // An empty key counts as missing: some clients always send the header.
    const std::string* key = request.headers.find(kApiKeyHeader);
    if (key && !key->empty()) return *key;
    const std::string* value = request.headers.find("Authorization");
    if (!value ||
        !equals_ignoring_case(std::string_view(*value).substr(0, kBearer.size()), kBearer))
        return "";
    return trimmed(std::string_view(*value).substr(kBearer.size()));
}

ValueOrResponse<std::string> authenticate(const http::Request& request,
                                          const std::vector<Identity>& identities,
                                          bool tenant_id_alone) {
    for (const std::string_view name : {kApiKeyHeader, kTenantHeader}) {
        if (request.headers.count(name) > 1)
            return tl::unexpected<EngineResponse>(
                detail_response(400, "the request has several " + std::string(name) + " fields"));
    }
    const std::string_view key = api_key_of(request);
    const std::string* tenant = request.headers.find(kTenantHeader);
    if (key.empty()) {
        if (tenant && tenant_id_alone && has_tenant(identities, *tenant)) return to_lower(*tenant);
        return unauthorized("credentials are missing: send X-Api-Key or Authorization: Bearer");
    }
    const Identity* identity = find_by_key(identities, key);
    if (!identity) return unauthorized("the API key is not known");
    if (tenant && !equals_ignoring_case(*tenant, identity->tenant_id)) {
        return tl::unexpected<EngineResponse>(
            detail_response(403, "the API key does not belong to the tenant named in X-Tenant-Id"));
    }
    return identity->tenant_id;
}

}  // namespace plumbline::mock
