#include "conformance/cleanup/credentials.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(CredentialReferences, ContainNamesAndNoValues) {
    const http::Headers headers{
        {"X-Api-Key", "ours"}, {"Authorization", "Bearer others"}, {"Accept", "text/plain"}};
    const CredentialReferences found = credential_references(
        credential_values(headers, {our_credentials(), {}, {}}), our_credentials());
    EXPECT_THAT(found,
                ElementsAre(Pair("Authorization", "Bearer {other_api_key}"),
                            Pair("X-Api-Key", "{api_key}")));
    const http::Headers back = resolve_headers(found, our_credentials());
    EXPECT_EQ(*back.find("X-Api-Key"), "ours");
    EXPECT_EQ(*back.find("Authorization"), "Bearer others");
}

TEST(CredentialReferences, HaveNoNameForAnUnknownCredential) {
    const CredentialValues both{{"Authorization", "Basic eDp5"}, {"X-Api-Key", "ours"}};
    EXPECT_THAT(credential_references(both, our_credentials()),
                ElementsAre(Pair("Authorization", "{}"), Pair("X-Api-Key", "{api_key}")));
}

TEST(CredentialReferences, PreferTheRunsOwnTenantIfBothShareAValue) {
    const NamedCredentials shared{{"tenant_id", Secret("t")}, {"other_tenant_id", Secret("t")}};
    EXPECT_THAT(credential_references({{"X-Tenant-Id", "t"}}, shared),
                ElementsAre(Pair("X-Tenant-Id", "{tenant_id}")));
}

TEST(CredentialValues, AreRecognizedByHeaderAndByValue) {
    const CredentialPatterns signs{our_credentials(), {"X-Tenant-Id"}, {"hidden"}};
    const http::Headers headers{{"Cookie", "session=1"},
                                {"x-tenant-id", "t"},
                                {"X-Mine", "Token hidden"},
                                {"X-Own", "ours"},
                                {"X-Api-Key", " "},
                                {"Accept", "text/plain"}};
    EXPECT_THAT(credential_values(headers, signs),
                UnorderedElementsAre(Pair("Cookie", "session=1"),
                                     Pair("x-tenant-id", "t"),
                                     Pair("X-Mine", "Token hidden"),
                                     Pair("X-Own", "ours")));
}

TEST(CredentialReferences, AreOmittedIfTheirNameIsUnknown) {
    EXPECT_THAT(resolve_headers({{"X-Api-Key", "{third}"}}, our_credentials()).all(), IsEmpty());
    EXPECT_THAT(resolve_headers({{"X-Api-Key", "{}"}}, our_credentials()).all(), IsEmpty());
}

TEST(CredentialReferences, NameTheirCredential) {
    EXPECT_EQ(credential_name("Bearer {other_api_key}"), "other_api_key");
    EXPECT_EQ(credential_name("}{"), "");
    EXPECT_EQ(credential_name(""), "");
}

TEST(Fingerprint, IdentifiesACredentialByFourDigits) {
    EXPECT_THAT(fingerprint("run", Secret("ours")), MatchesRegex("[0-9a-f]{4}"));
    EXPECT_EQ(fingerprint("run", Secret("ours")), fingerprint("run", Secret("ours")));
    EXPECT_NE(fingerprint("run", Secret("ours")), fingerprint("run", Secret("others")));
    EXPECT_NE(fingerprint("run", Secret("ours")), fingerprint("other run", Secret("ours")));
}

}  // namespace
}  // namespace plumbline::cleanup
