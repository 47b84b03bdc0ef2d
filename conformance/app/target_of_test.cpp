#include "conformance/app/target_of.hpp"

#include "conformance/app/profile.hpp"
#include "spec/base/file.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace plumbline::app {
namespace {

using std::chrono::milliseconds;

/// A profile file in a folder of the test's own; PLUMBLINE_TEST_KEY is set.
class Profile : public ::testing::Test {
  protected:
    void SetUp() override { ::setenv("PLUMBLINE_TEST_KEY", "secret", 1); }
    void TearDown() override { ::unsetenv("PLUMBLINE_TEST_KEY"); }

    std::string write(const std::string& text) {
        const std::string path = ::testing::TempDir() + "plumbline-profile-" +
                                 ::testing::UnitTest::GetInstance()->current_test_info()->name() +
                                 ".yaml";
        EXPECT_THAT(write_file(path, text), IsOk());
        return path;
    }
};

TEST_F(Profile, GivesAllAboutATarget) {
    const auto target = load_profile(write(R"(
title: staging
urls: { all: 'https://api.example/base/', bulk_export: 'https://export.example' }
credentials: { api_key_env: PLUMBLINE_TEST_KEY, tenant_id: t-1 }
hosting: self_hosted
sources: { external_container: { listener_id: l-1 } }
poll: { interval: PT3S, deadline: PT30M }
timeout: PT5S
allow_writes: true
)"));
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->title, "staging");
    EXPECT_EQ(target->base_urls.at("control_plane"), "https://api.example/base");
    EXPECT_EQ(target->base_urls.at("bulk_export"), "https://export.example");
    EXPECT_EQ(target->credentials.api_key.reveal(), "secret");
    EXPECT_EQ(target->hosting, "self_hosted");
    EXPECT_THAT(*target->sources, EqualsJson(R"({"external_container":{"listener_id":"l-1"}})"));
    EXPECT_EQ(target->polling->deadline, milliseconds(1'800'000));
    EXPECT_EQ(target->timeout, milliseconds(5000));
    EXPECT_TRUE(target->allow_writes);
}

struct Case {
    const char* name;
    const char* text;
    const char* says;
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.name;
}

class BrokenProfile : public Profile, public ::testing::WithParamInterface<Case> {};

TEST_P(BrokenProfile, IsRefusedWithItsPlace) {
    EXPECT_THAT(load_profile(write(GetParam().text)), FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Files,
    BrokenProfile,
    ::testing::Values(
        Case{"no_urls", "title: x\n", ".yaml:1:1: "},
        Case{"unknown_member", "urls: { all: 'http://h' }\nhost: cloud\n", ".yaml:2:1: "},
        Case{"no_url", "urls: { all: 'ftp://h' }\n", ".yaml:1:9: /urls/all"},
        Case{"bad_url", "urls: { all: 'http://h:port' }\n", ".yaml:1:9: "},
        Case{"hosting", "urls: { all: 'http://h' }\nhosting: moon\n", ".yaml:2:1: /hosting"},
        Case{"duration", "urls: { all: 'http://h' }\ntimeout: '5'\n", ".yaml:2:1: "},
        Case{"no_time",
             "urls: { all: 'http://h' }\ntimeout: PT0S\n",
             ".yaml:2:1: found a timeout of \"PT0S\""},
        Case{"next_to_no_time",
             "urls: { all: 'http://h' }\ntimeout: PT0.0001S\n",
             "expected at least a millisecond"},
        Case{"secret_in_file",
             "urls: { all: 'http://h' }\ncredentials: { api_key: abc }\n",
             ".yaml:2:16: "},
        Case{"unset_variable",
             "urls: { all: 'http://h' }\ncredentials: { api_key_env: PLUMBLINE_NOT_SET }\n",
             "PLUMBLINE_NOT_SET is not set"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST_F(Profile, YieldsToOptions) {
    RunCommand command;
    command.target =
        write("urls: { all: 'http://profile' }\nhosting: self_hosted\ntimeout: PT5S\n");
    command.control_plane_url = "http://option";
    command.timeout_s = 1;
    command.poll_interval_s = 0.5;
    const auto open = open_target(command);
    ASSERT_THAT(open, IsOk());
    EXPECT_EQ(open->target.base_urls.at("control_plane"), "http://option");
    EXPECT_EQ(open->target.base_urls.at("bulk_export"), "http://profile");
    EXPECT_EQ(open->target.hosting, "self_hosted");
    EXPECT_EQ(open->target.timeout, milliseconds(1000));
    EXPECT_EQ(open->target.polling->interval, milliseconds(500));
    EXPECT_EQ(open->target.polling->deadline, milliseconds(1'800'000));
}

TEST_F(Profile, YieldsItsKeyToAnOption) {
    ::setenv("PLUMBLINE_OPTION_KEY", "optional", 1);
    RunCommand command;
    command.target = write(
        "urls: { all: 'http://profile' }\ncredentials: { api_key_env: PLUMBLINE_TEST_KEY }\n");
    command.api_key_env = "PLUMBLINE_OPTION_KEY";
    EXPECT_EQ(open_target(command)->target.credentials.api_key.reveal(), "optional");
    ::unsetenv("PLUMBLINE_OPTION_KEY");
}

TEST(OpenTarget, RefusesAVariableThatIsNotSet) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    command.api_key_env = "PLUMBLINE_NOT_SET";
    EXPECT_THAT(open_target(command),
                FailsWith("--api-key-env: the environment variable PLUMBLINE_NOT_SET"));
    command.api_key_env = "";
    command.control_token_env = "PLUMBLINE_NOT_SET";
    EXPECT_THAT(open_target(command), FailsWith("--control-token-env"));
}

TEST(OpenTarget, PollsAMockWithControlFast) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    command.control_url = "http://127.0.0.1:1";
    EXPECT_EQ(open_target(command)->target.polling->interval, milliseconds(1));
}

TEST(OpenTarget, RefusesMockOptionsBesideATarget) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    command.faults = {"any"};
    EXPECT_THAT(open_target(command), FailsWith("for the embedded mock"));
}

TEST(OpenTarget, RefusesControlWithoutATarget) {
    RunCommand command;
    command.control_url = "http://127.0.0.1:1";
    EXPECT_THAT(open_target(command), FailsWith("--control-url needs"));
}

TEST(OpenTarget, SaysWhichMockIsMissing) {
    RunCommand command;
    command.mock = "/no/such/mock";
    EXPECT_THAT(open_target(command), IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(open_target(command), FailsWith("--mock"));
}

TEST(ReadInputs, TakesJsonAndText) {
    const auto inputs = read_inputs({"n=3", "list=[1]", "text=main", "empty=", "eq=a=b"});
    ASSERT_THAT(inputs, IsOk());
    EXPECT_THAT(**inputs, EqualsJson(R"({"n":3,"list":[1],"text":"main","empty":"","eq":"a=b"})"));
}

TEST(ReadInputs, RefusesWhatHasNoName) {
    EXPECT_THAT(read_inputs({"=x"}), IsErrorCode(ErrorCode::kUsage));
}

}  // namespace
}  // namespace plumbline::app
