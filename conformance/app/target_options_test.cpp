// Options that do not fit the target.

#include "conformance/app/open_target.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <functional>

namespace plumbline::app {
namespace {

using std::chrono::milliseconds;

TEST(TargetOptions, RejectARegionWithoutAProfile) {
    RunCommand command;
    command.region = "eu";
    EXPECT_THAT(open_target(command), FailsWith("--region needs a profile"));
}

TEST(TargetOptions, RejectMockOptionsForATarget) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    command.faults = {"any"};
    EXPECT_THAT(open_target(command), FailsWith("for the embedded mock"));
}

TEST(TargetOptions, RejectTargetOptionsForTheMock) {
    const std::vector<std::pair<const char*, std::function<void(RunCommand&)>>> cases{
        {"--allow-writes", [](RunCommand& run) { run.allow_writes = true; }},
        {"--tenant", [](RunCommand& run) { run.tenant = "t"; }},
        {"--api-key-env", [](RunCommand& run) { run.api_key_env = "KEY"; }},
        {"--control-token-env", [](RunCommand& run) { run.control_token_env = "TOKEN"; }},
        {"--ca-file", [](RunCommand& run) { run.ca_file = "ca.pem"; }},
        {"--journal-dir", [](RunCommand& run) { run.journal_dir = "journals"; }},
        {"--hosting", [](RunCommand& run) { run.hosting = "self_hosted"; }}};
    for (const auto& [option, give] : cases) {
        RunCommand command;
        give(command);
        EXPECT_THAT(open_target(command), IsErrorCode(ErrorCode::kUsage)) << option;
        EXPECT_THAT(open_target(command), FailsWith(std::string(option) + " requires a target"));
    }
    RunCommand command;
    command.hosting = "self_hosted";
    EXPECT_THAT(open_target(command).error().notes,
                testing::ElementsAre(testing::HasSubstr("--world self_hosted")));
}

TEST(TargetOptions, RejectAPollIntervalLongerThanTheDeadline) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    command.poll_deadline_s = 2;
    ASSERT_THAT(open_target(command), IsOk());
    EXPECT_EQ(open_target(command)->target.polling->interval, milliseconds(2000));
    command.poll_interval_s = 3;
    EXPECT_THAT(open_target(command),
                FailsWith("the poll interval PT3S is longer than the poll deadline PT2S"));
}

TEST(TargetOptions, RejectAControlUrlWithoutATarget) {
    RunCommand command;
    command.control_url = "http://127.0.0.1:1";
    EXPECT_THAT(open_target(command), FailsWith("--control-url also needs"));
}

}  // namespace
}  // namespace plumbline::app
