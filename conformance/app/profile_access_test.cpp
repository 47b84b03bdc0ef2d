#include "conformance/app/profile_access.hpp"

#include "conformance/app/profile.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace plumbline::app {
namespace {

/// Profiles with variables: PLUMBLINE_TEST_ID and PLUMBLINE_TEST_SECRET are set.
class ProfileAccess : public ::testing::Test {
  protected:
    void SetUp() override {
        ::setenv("PLUMBLINE_TEST_ID", "the-id", 1);
        ::setenv("PLUMBLINE_TEST_SECRET", "us:secret", 1);
    }
    void TearDown() override {
        ::unsetenv("PLUMBLINE_TEST_ID");
        ::unsetenv("PLUMBLINE_TEST_SECRET");
    }

    Result<runner::Target> load(const std::string& members) {
        const std::string path = folder_.path() + "/profile.yaml";
        EXPECT_THAT(write_file(path, "urls: { all: 'http://h' }\n" + members + '\n'), IsOk());
        return load_profile(path);
    }

    TemporaryFolder folder_;
};

TEST_F(ProfileAccess, ReadsHeaders) {
    const auto target =
        load("headers: { X-Team: testing, X-Gateway: { env: PLUMBLINE_TEST_SECRET } }");
    ASSERT_THAT(target, IsOk());
    ASSERT_EQ(target->headers.size(), 2U);
    const auto& secret = target->headers.at(target->headers.at(0).name == "X-Gateway" ? 0 : 1);
    EXPECT_EQ(secret.value.reveal(), "us:secret");
    EXPECT_EQ(secret.variable, "PLUMBLINE_TEST_SECRET");
}

TEST_F(ProfileAccess, RefusesHeadersThatItMustNotSet) {
    EXPECT_THAT(load("headers: { content-length: '3' }"), FailsWith("framing of a body"));
    EXPECT_THAT(load("headers: { X-Api-Key: k }"), FailsWith("member credentials"));
    EXPECT_THAT(load("headers: { 'a b': k }"), FailsWith(".yaml:2:12: cannot send header"));
    EXPECT_THAT(load(R"(headers: { A: "a\nb" })"), FailsWith("line break"));
    EXPECT_THAT(load("headers: { A: { env: PLUMBLINE_TEST_NONE } }"), FailsWith("is not set"));
}

TEST_F(ProfileAccess, ReadsProxyAndAddresses) {
    const auto target = load(
        "proxy: 'http://proxy:3128'\nproxy_credentials_env: PLUMBLINE_TEST_SECRET\n"
        "resolve: ['h:80:192.0.2.7']");
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->connection.proxies.http.text, "http://us:secret@proxy:3128");
    EXPECT_EQ(target->connection.resolve.at(0).to_text(), "h:80:192.0.2.7");
    EXPECT_THAT(load("proxy: 'http://us:p@proxy:3128'"), FailsWith("proxy_credentials_env"));
    EXPECT_THAT(load("resolve: ['h:192.0.2.7']"), FailsWith(".yaml:2:11: found"));
}

TEST_F(ProfileAccess, ReadsOAuth2) {
    const std::string oauth2 =
        "{ oauth2: { token_url: 'https://login/token', client_id_env: PLUMBLINE_TEST_ID, "
        "client_secret_env: PLUMBLINE_TEST_SECRET, scope: a b } }";
    const auto target = load("credentials: " + oauth2);
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->oauth2->client_id.reveal(), "the-id");
    EXPECT_EQ(target->oauth2->client_secret_variable, "PLUMBLINE_TEST_SECRET");
    EXPECT_EQ(target->oauth2->scope, "a b");
    EXPECT_THAT(load("headers: { Authorization: x }\ncredentials: " + oauth2),
                FailsWith("credentials.oauth2 sets it"));
}

}  // namespace
}  // namespace plumbline::app
