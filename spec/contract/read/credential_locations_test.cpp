#include "spec/contract/credential_locations.hpp"

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using testing::AllOf;
using testing::Field;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

auto IsLocation(const std::string& name, ParameterLocation place) {
    return AllOf(Field(&CredentialLocation::name, name),
                 Field(&CredentialLocation::location, place));
}

Result<std::shared_ptr<const ApiDocument>> with_schemes(const std::string& schemes) {
    return load_api("openapi: '3.1.0'\npaths: {}\ncomponents:\n  securitySchemes: " + schemes +
                    '\n');
}

TEST(CredentialLocations, FollowTheSecuritySchemes) {
    const auto api = with_schemes(R"({ a: { type: apiKey, in: header, name: X-Key },
        b: { type: apiKey, in: query, name: key }, c: { type: apiKey, in: cookie, name: session },
        d: { type: http, scheme: bearer } })");
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT(credential_locations(**api),
                UnorderedElementsAre(IsLocation("X-Key", ParameterLocation::kHeader),
                                     IsLocation("key", ParameterLocation::kQuery),
                                     IsLocation("session", ParameterLocation::kCookie),
                                     IsLocation("Authorization", ParameterLocation::kHeader)));
    EXPECT_THAT(credential_headers(**api), UnorderedElementsAre("X-Key", "Authorization"));
}

TEST(CredentialLocations, FollowReferences) {
    const auto api = with_schemes(R"({ a: { $ref: '#/x-schemes/key' }, b: { $ref: '#/gone' } }
x-schemes: { key: { type: apiKey, in: query, name: key } })");
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT(credential_locations(**api),
                UnorderedElementsAre(IsLocation("key", ParameterLocation::kQuery)));
}

TEST(CredentialLocations, AreEmptyWithoutSecuritySchemes) {
    for (const char* none : {"{}", "[]"}) {
        const auto api = with_schemes(none);
        ASSERT_THAT(api, IsOk()) << none;
        EXPECT_THAT(credential_locations(**api), IsEmpty()) << none;
    }
}

}  // namespace
}  // namespace plumbline
