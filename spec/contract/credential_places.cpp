#include "spec/contract/credential_places.hpp"

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>
#include <utility>

namespace plumbline {
namespace {

constexpr std::array<std::pair<std::string_view, ParameterPlace>, 3> kPlaces{{
    {"header", ParameterPlace::kHeader},
    {"query", ParameterPlace::kQuery},
    {"cookie", ParameterPlace::kCookie},
}};

void add_place(const Json& scheme, std::vector<CredentialPlace>& places) {
    if (string_or(scheme, "type", "") != "apiKey") {
        places.push_back({"Authorization", ParameterPlace::kHeader});
        return;
    }
    const std::string in = string_or(scheme, "in", "");
    for (const auto& [word, place] : kPlaces) {
        if (in == word) places.push_back({string_or(scheme, "name", ""), place});
    }
}

}  // namespace

std::vector<CredentialPlace> credential_places(const ApiDocument& api) {
    std::vector<CredentialPlace> places;
    const std::string home = "/components/securitySchemes";
    const Json* schemes = find(*api.document().root, std::string_view(home));
    if (!schemes || !schemes->is_object()) return places;
    const reading::Place all{schemes, home};
    for (const auto& [name, written] : schemes->items()) {
        const auto scheme = reading::resolved(api.document(), all.child(name));
        if (scheme) add_place(*scheme->node, places);
    }
    return places;
}

std::vector<std::string> credential_headers(const ApiDocument& api) {
    std::vector<std::string> headers;
    for (const CredentialPlace& credential : credential_places(api)) {
        if (credential.place == ParameterPlace::kHeader) headers.push_back(credential.name);
    }
    return headers;
}

}  // namespace plumbline
