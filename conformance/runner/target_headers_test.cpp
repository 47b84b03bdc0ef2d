#include "conformance/runner/access/repeat_command.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Target target_with_header() {
    Target target = things_target();
    target.headers = {{"X-Gateway", Secret("gateway-secret"), "GATEWAY"},
                      {"X-Team", Secret("testing")}};
    return target;
}

client::HttpCall get(const std::string& url, http::Headers headers = {}) {
    client::HttpCall call;
    call.url = url;
    call.request = {"GET", "", std::move(headers), ""};
    return call;
}

TEST(TargetHeaders, GoToTheTargetOnly) {
    Target target = target_with_header();
    target.control_url = "http://127.0.0.1:1";
    FakeTarget fake;
    const Send send = with_target_headers(fake.send(), target);
    (void)send(get("http://127.0.0.1:1/things"));
    (void)send(get("http://127.0.0.1:1/_plumbline/workspaces"));
    (void)send(get("http://other.test/things"));
    EXPECT_EQ(*fake.sent.at(0).request.headers.find("X-Gateway"), "gateway-secret");
    EXPECT_EQ(*fake.sent.at(0).request.headers.find("X-Team"), "testing");
    EXPECT_FALSE(fake.sent.at(1).request.headers.has("X-Gateway"));
    EXPECT_FALSE(fake.sent.at(2).request.headers.has("X-Gateway"));
}

TEST(TargetHeaders, LeaveTheHeadersOfAStep) {
    const Target target = target_with_header();
    FakeTarget fake;
    (void)with_target_headers(fake.send(),
                              target)(get("http://127.0.0.1:1/things", {{"x-team", "other"}}));
    EXPECT_EQ(fake.sent.at(0).request.headers.joined("X-Team"), "other");
}

TEST(TargetHeaders, AreInTheRepeatCommandAndTheirSecretsInNoOutput) {
    FakeTarget fake;
    fake.on("GET /things", {{200, R"({"echo":"gateway-secret"})"}});
    const auto result =
        play("  - workflowId: list\n    steps: [ { stepId: list, operationId: listThings } ]\n",
             fake,
             {},
             {},
             target_with_header());
    const auto& exchange = result.scenarios.at(0).steps.at(0).exchanges.at(0);
    EXPECT_THAT(exchange.curl, HasSubstr(R"(-H "X-Gateway: $GATEWAY" -H 'X-Team: testing')"));
    EXPECT_THAT(exchange.response_excerpt, Not(HasSubstr("gateway-secret")));
}

}  // namespace
}  // namespace plumbline::runner
