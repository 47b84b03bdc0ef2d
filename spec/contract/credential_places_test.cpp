#include "spec/contract/credential_places.hpp"

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using testing::AllOf;
using testing::Field;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

auto IsPlace(const std::string& name, ParameterPlace place) {
    return AllOf(Field(&CredentialPlace::name, name), Field(&CredentialPlace::place, place));
}

Result<std::shared_ptr<const ApiDocument>> with_schemes(const std::string& schemes) {
    return load("openapi: '3.1.0'\npaths: {}\ncomponents:\n  securitySchemes: " + schemes + '\n');
}

TEST(CredentialPlaces, AreWhereTheSecuritySchemesSay) {
    const auto api = with_schemes(R"({ a: { type: apiKey, in: header, name: X-Key },
        b: { type: apiKey, in: query, name: key }, c: { type: apiKey, in: cookie, name: session },
        d: { type: http, scheme: bearer } })");
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT(credential_places(**api),
                UnorderedElementsAre(IsPlace("X-Key", ParameterPlace::kHeader),
                                     IsPlace("key", ParameterPlace::kQuery),
                                     IsPlace("session", ParameterPlace::kCookie),
                                     IsPlace("Authorization", ParameterPlace::kHeader)));
    EXPECT_THAT(credential_headers(**api), UnorderedElementsAre("X-Key", "Authorization"));
}

TEST(CredentialPlaces, AreThoseThatReferencesLeadTo) {
    const auto api = with_schemes(R"({ a: { $ref: '#/x-schemes/key' }, b: { $ref: '#/gone' } }
x-schemes: { key: { type: apiKey, in: query, name: key } })");
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT(credential_places(**api),
                UnorderedElementsAre(IsPlace("key", ParameterPlace::kQuery)));
}

TEST(CredentialPlaces, AreNoneWithoutSecuritySchemes) {
    for (const char* none : {"{}", "[]"}) {
        const auto api = with_schemes(none);
        ASSERT_THAT(api, IsOk()) << none;
        EXPECT_THAT(credential_places(**api), IsEmpty()) << none;
    }
}

}  // namespace
}  // namespace plumbline
