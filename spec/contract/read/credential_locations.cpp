#include "spec/contract/credential_locations.hpp"

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace plumbline {
namespace {

void add_credential_location(const Json& scheme, std::vector<CredentialLocation>& locations) {
    if (string_or(scheme, "type", "") != "apiKey") {
        locations.push_back({"Authorization", ParameterLocation::kHeader});
        return;
    }
    const std::string in = string_or(scheme, "in", "");
    for (const auto location :
         {ParameterLocation::kHeader, ParameterLocation::kQuery, ParameterLocation::kCookie}) {
        if (in == to_text(location)) locations.push_back({string_or(scheme, "name", ""), location});
    }
}

}  // namespace

std::vector<CredentialLocation> credential_locations(const ApiDocument& api) {
    std::vector<CredentialLocation> locations;
    const std::string home = "/components/securitySchemes";
    const Json* schemes = find(*api.document().root, std::string_view(home));
    if (!schemes) return locations;
    for (const auto& [name, written] : reading::OpenApiNode{schemes, home}.members()) {
        const auto scheme = reading::resolve_node(api.document(), written);
        if (scheme) add_credential_location(*scheme->value, locations);
    }
    return locations;
}

std::vector<std::string> credential_headers(const ApiDocument& api) {
    std::vector<std::string> headers;
    for (const CredentialLocation& credential : credential_locations(api)) {
        if (credential.location == ParameterLocation::kHeader) headers.push_back(credential.name);
    }
    return headers;
}

}  // namespace plumbline
