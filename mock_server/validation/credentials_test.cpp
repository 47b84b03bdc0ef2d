#include "mock_server/validation/request_validation.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

const std::vector<Identity> kIdentities{{"main", "t1", "k1"}, {"other", "t2", "k2"}};

struct CredentialCase {
    std::string name;
    http::Headers headers;
    bool tenant_id_alone = false;
    std::string tenant;  ///< "" if refused
    int status = 0;
};

void PrintTo(const CredentialCase& param, std::ostream* out) {
    *out << param.name;
}

class Authenticate : public testing::TestWithParam<CredentialCase> {};

TEST_P(Authenticate, AcceptsOnlyValidCredentials) {
    const CredentialCase& param = GetParam();
    const http::Request request{"GET", "/", param.headers, ""};
    const auto tenant = authenticate(request, kIdentities, param.tenant_id_alone);
    EXPECT_EQ(tenant.value_or(""), param.tenant);
    EXPECT_EQ(tenant ? 0 : tenant.error().status, param.status);
}

INSTANTIATE_TEST_SUITE_P(
    Credentials,
    Authenticate,
    testing::Values(
        CredentialCase{"key", {{"X-Api-Key", "k2"}}, false, "t2", 0},
        CredentialCase{
            "key_in_any_case", {{"x-api-key", "k1"}, {"x-tenant-id", "T1"}}, false, "t1", 0},
        CredentialCase{"bearer", {{"Authorization", "Bearer k1"}}, false, "t1", 0},
        CredentialCase{"bearer_in_any_case", {{"authorization", "BEARER  k1 "}}, false, "t1", 0},
        CredentialCase{"key_before_bearer",
                       {{"X-Api-Key", "k2"}, {"Authorization", "Bearer k1"}},
                       false,
                       "t2",
                       0},
        CredentialCase{"nothing", {}, false, "", 401},
        CredentialCase{"empty_key_beside_bearer",
                       {{"X-Api-Key", ""}, {"Authorization", "Bearer k1"}},
                       false,
                       "t1",
                       0},
        CredentialCase{"wrong_key_beside_bearer",
                       {{"X-Api-Key", "k3"}, {"Authorization", "Bearer k1"}},
                       false,
                       "",
                       401},
        CredentialCase{"empty_key", {{"X-Api-Key", ""}}, false, "", 401},
        CredentialCase{"other_scheme", {{"Authorization", "Basic k1"}}, false, "", 401},
        CredentialCase{"short_scheme", {{"Authorization", "B"}}, false, "", 401},
        CredentialCase{"unknown_key", {{"X-Api-Key", "k3"}}, false, "", 401},
        CredentialCase{
            "foreign_tenant", {{"X-Api-Key", "k1"}, {"X-Tenant-Id", "t2"}}, false, "", 403},
        CredentialCase{"tenant_alone", {{"X-Tenant-Id", "t1"}}, false, "", 401},
        CredentialCase{"tenant_alone_allowed", {{"X-Tenant-Id", "T1"}}, true, "t1", 0},
        CredentialCase{"unknown_tenant_alone", {{"X-Tenant-Id", "t9"}}, true, "", 401}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock
