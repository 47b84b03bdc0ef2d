#include "conformance/runner/worlds.hpp"

#include "conformance/runner/testing.hpp"
#include "spec/json/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kCloud =
    R"({"id":"c","prefix":"/w/c","hosting":"cloud","tenant_id":"t","api_key":"k"})";
constexpr const char* kSelfHosted =
    R"({"id":"s","prefix":"/w/s","base_path":"/api-host","hosting":"self_hosted","tenant_id":"t",
        "api_key":"k","sources":{"external_container":{"listener_id":"l"}}})";
constexpr const char* kMake = "POST /_plumbline/workspaces";

Target target_with_control() {
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    return target;
}

/// Queries a fake that answers each POST in turn; DELETE is refused, which does not matter.
Result<std::vector<TargetWorld>> surveyed(FakeTarget& fake,
                                          std::vector<FakeTarget::FakeResponse> responses) {
    fake.on(kMake, std::move(responses));
    return query_worlds(target_with_control(), all_hostings(), fake.send());
}

TEST(Worlds, AreQueriedForTheHostingsThatTheFirstLacks) {
    FakeTarget fake;
    const auto worlds = surveyed(fake, {{201, kCloud}, {201, kSelfHosted}});
    ASSERT_THAT(worlds, IsOk());
    ASSERT_EQ(worlds->size(), 2U);
    EXPECT_EQ((*worlds)[0].hosting, "");
    EXPECT_EQ((*worlds)[1].hosting, "self_hosted");
    EXPECT_EQ((*(*worlds)[1].inputs)["listener_id"], "l");
    EXPECT_EQ(fake.sent[0].request.body, "{}");
    EXPECT_EQ(fake.sent[2].request.body, R"({"hosting":"self_hosted"})");
    EXPECT_THAT(
        fake.calls(),
        ElementsAre(
            kMake, "DELETE /_plumbline/workspaces/c", kMake, "DELETE /_plumbline/workspaces/s"));
}

TEST(Worlds, OfAMissingHostingAreOmitted) {
    FakeTarget fake;
    const auto worlds = surveyed(fake, {{201, kCloud}, {422, R"({"detail":[]})"}});
    ASSERT_THAT(worlds, IsOk());
    EXPECT_EQ(worlds->size(), 1U);
}

TEST(Worlds, AreNotGuessedIfTheMockFails) {
    FakeTarget used_up;
    EXPECT_THAT(surveyed(used_up, {{201, kCloud}, {429, "{}"}}), IsErrorCode(ErrorCode::kLimit));
    FakeTarget refusing;
    EXPECT_THAT(surveyed(refusing, {{422, "{}"}}), IsErrorCode(ErrorCode::kInvalid));
}

constexpr const char* kForListeners =
    "  - workflowId: of-listeners\n"
    "    inputs: { type: object, required: [listener_id], properties: { listener_id: {} } }\n"
    "    steps: [ { stepId: list, operationId: listThings } ]\n";

Target target_with_worlds() {
    Target target = target_with_control();
    target.worlds = {
        {"", std::make_shared<const Json>(json_of(R"({"hosting":"cloud"})"))},
        {"self_hosted",
         std::make_shared<const Json>(json_of(R"({"hosting":"self_hosted","listener_id":"l"})"))}};
    return target;
}

TEST(Worlds, AreChosenByTheInputsOfAScenario) {
    FakeTarget fake;
    fake.on(kMake, {{201, kSelfHosted}});
    fake.on("GET /w/s/things", {{200, "{}"}});
    const auto result = play(kForListeners, fake, {}, {}, target_with_worlds());
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed);
    EXPECT_EQ(fake.sent[0].request.body, R"({"hosting":"self_hosted"})");
}

TEST(Worlds, AreTheDefaultIfItHasTheInputs) {
    FakeTarget fake;
    fake.on(kMake, {{201, kCloud}});
    fake.on("GET /w/c/things", {{200, "{}"}});
    const auto result =
        play("  - workflowId: list\n    steps: [ { stepId: list, operationId: listThings } ]\n",
             fake,
             {},
             {},
             target_with_worlds());
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed);
    EXPECT_EQ(fake.sent[0].request.body, "{}");
}

TEST(Worlds, DoNotHelpAScenarioWhoseInputsNoneHas) {
    FakeTarget fake;
    fake.on(kMake, {{201, kCloud}});
    const auto result = play(
        "  - workflowId: of-failures\n"
        "    inputs: { type: object, required: [failing_ref], properties: { failing_ref: {} } }\n"
        "    steps: [ { stepId: list, operationId: listThings } ]\n",
        fake,
        {},
        {},
        target_with_worlds());
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kSkipped);
    EXPECT_THAT(result.scenarios.at(0).reason, HasSubstr("failing_ref"));
    EXPECT_EQ(fake.sent[0].request.body, "{}");
}

TEST(Worlds, AreSharedByDependentScenarios) {
    FakeTarget fake;
    fake.on(kMake, {{201, kSelfHosted}});
    fake.on("GET /w/s/things", {{200, "{}"}});
    const auto result = play(
        "  - workflowId: anywhere\n"
        "    steps: [ { stepId: list, operationId: listThings } ]\n"
        "  - workflowId: of-listeners\n"
        "    dependsOn: [anywhere]\n"
        "    inputs: { type: object, required: [listener_id], properties: { listener_id: {} } }\n"
        "    steps: [ { stepId: list, operationId: listThings } ]\n",
        fake,
        {},
        {},
        target_with_worlds());
    ASSERT_EQ(result.scenarios.size(), 2U);
    EXPECT_EQ(result.scenarios[1].verdict, Verdict::kPassed);
    EXPECT_THAT(
        fake.calls(),
        ElementsAre(
            kMake, "GET /w/s/things", "GET /w/s/things", "DELETE /_plumbline/workspaces/s"));
}

TEST(Worlds, ServeTheControlPlaneUnderThePathOfTheirHosting) {
    FakeTarget fake;
    fake.on(kMake, {{201, kSelfHosted}});
    Target target = target_with_control();
    target.base_urls["control_plane"] = "http://127.0.0.1:1";
    const auto plain = open_environment(target, fake.send(), "self_hosted");
    ASSERT_THAT(plain, IsOk());
    EXPECT_EQ(plain->base_urls.at("control_plane"), "http://127.0.0.1:1/w/s/api-host");
    EXPECT_EQ(plain->base_urls.at("things"), "http://127.0.0.1:1/w/s");
    target.base_urls["control_plane"] = "http://127.0.0.1:1/api-host";
    const auto behind = open_environment(target, fake.send(), "self_hosted");
    EXPECT_EQ(behind->base_urls.at("control_plane"), "http://127.0.0.1:1/api-host/w/s");
}

}  // namespace
}  // namespace plumbline::runner
