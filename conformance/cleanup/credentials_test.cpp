#include "conformance/cleanup/credentials.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Pair;

TEST(CredentialReferences, TellWhoseAndNotWhat) {
    const http::Headers headers{
        {"X-Api-Key", "ours"}, {"Authorization", "Bearer others"}, {"Accept", "text/plain"}};
    const References found = references(headers, our_credentials());
    EXPECT_THAT(found,
                ElementsAre(Pair("Authorization", "Bearer {other_api_key}"),
                            Pair("X-Api-Key", "{api_key}")));
    const http::Headers back = headers_of(found, our_credentials());
    EXPECT_EQ(*back.find("X-Api-Key"), "ours");
    EXPECT_EQ(*back.find("Authorization"), "Bearer others");
}

TEST(CredentialReferences, LeaveOutWhatNobodyKnows) {
    EXPECT_THAT(references({{"X-Api-Key", "third"}}, our_credentials()), IsEmpty());
    EXPECT_THAT(references({{"X-Api-Key", ""}}, {{"api_key", Secret()}}), IsEmpty());
    EXPECT_THAT(headers_of({{"X-Api-Key", "{third}"}}, our_credentials()).all(), IsEmpty());
}

TEST(CredentialReferences, NameTheirCredential) {
    EXPECT_EQ(credential_name("Bearer {other_api_key}"), "other_api_key");
    EXPECT_EQ(credential_name("}{"), "");
    EXPECT_EQ(credential_name(""), "");
}

TEST(Fingerprints, RecogniseACredentialByFourDigits) {
    EXPECT_THAT(fingerprint("run", Secret("ours")), MatchesRegex("[0-9a-f]{4}"));
    EXPECT_EQ(fingerprint("run", Secret("ours")), fingerprint("run", Secret("ours")));
    EXPECT_NE(fingerprint("run", Secret("ours")), fingerprint("run", Secret("others")));
    EXPECT_NE(fingerprint("run", Secret("ours")), fingerprint("other run", Secret("ours")));
}

}  // namespace
}  // namespace plumbline::cleanup
