#include "mock_server/validation/credentials.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

const std::vector<Identity> kIdentities{{"main", "t1", "k1"}, {"other", "t2", "k2"}};

struct Attempt {
    std::string name;
    http::Headers headers;
    bool tenant_id_alone = false;
    std::string tenant;  ///< "" if refused
    int status = 0;
};

void PrintTo(const Attempt& attempt, std::ostream* out) {
    *out << attempt.name;
}

class Authenticate : public testing::TestWithParam<Attempt> {};

TEST_P(Authenticate, LetsInWhoMayComeIn) {
    const Attempt& attempt = GetParam();
    const http::Request request{"GET", "/", attempt.headers, ""};
    const auto tenant = authenticate(request, kIdentities, attempt.tenant_id_alone);
    EXPECT_EQ(tenant.value_or(""), attempt.tenant);
    EXPECT_EQ(tenant ? 0 : status_of(tenant.error()), attempt.status);
}

INSTANTIATE_TEST_SUITE_P(
    Credentials,
    Authenticate,
    testing::Values(
        Attempt{"key", {{"X-Api-Key", "k2"}}, false, "t2", 0},
        Attempt{"key_in_any_case", {{"x-api-key", "k1"}, {"x-tenant-id", "T1"}}, false, "t1", 0},
        Attempt{"bearer", {{"Authorization", "Bearer k1"}}, false, "t1", 0},
        Attempt{"bearer_in_any_case", {{"authorization", "BEARER  k1 "}}, false, "t1", 0},
        Attempt{"key_before_bearer",
                {{"X-Api-Key", "k2"}, {"Authorization", "Bearer k1"}},
                false,
                "t2",
                0},
        Attempt{"nothing", {}, false, "", 401},
        Attempt{"empty_key_beside_bearer",
                {{"X-Api-Key", ""}, {"Authorization", "Bearer k1"}},
                false,
                "t1",
                0},
        Attempt{"wrong_key_beside_bearer",
                {{"X-Api-Key", "k3"}, {"Authorization", "Bearer k1"}},
                false,
                "",
                401},
        Attempt{"empty_key", {{"X-Api-Key", ""}}, false, "", 401},
        Attempt{"other_scheme", {{"Authorization", "Basic k1"}}, false, "", 401},
        Attempt{"short_scheme", {{"Authorization", "B"}}, false, "", 401},
        Attempt{"unknown_key", {{"X-Api-Key", "k3"}}, false, "", 401},
        Attempt{"foreign_tenant", {{"X-Api-Key", "k1"}, {"X-Tenant-Id", "t2"}}, false, "", 403},
        Attempt{"tenant_alone", {{"X-Tenant-Id", "t1"}}, false, "", 401},
        Attempt{"tenant_alone_allowed", {{"X-Tenant-Id", "T1"}}, true, "t1", 0},
        Attempt{"unknown_tenant_alone", {{"X-Tenant-Id", "t9"}}, true, "", 401}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock
