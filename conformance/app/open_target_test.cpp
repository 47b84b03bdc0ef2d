#include "conformance/app/open_target.hpp"

#include "conformance/app/profile.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/http/url.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace plumbline::app {
namespace {

using std::chrono::milliseconds;

/// A profile file in its own folder; PLUMBLINE_TEST_KEY is set.
class TargetProfile : public ::testing::Test {
  protected:
    void SetUp() override { ::setenv("PLUMBLINE_TEST_KEY", "secret", 1); }
    void TearDown() override { ::unsetenv("PLUMBLINE_TEST_KEY"); }

    std::string write(const std::string& text) {
        const std::string path = folder_.path() + "/profile.yaml";
        EXPECT_THAT(write_file(path, text), IsOk());
        return path;
    }

    TemporaryFolder folder_;
};

TEST_F(TargetProfile, DescribesTheTarget) {
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
    EXPECT_EQ(target->credentials.api_key_variable, "PLUMBLINE_TEST_KEY");
    EXPECT_EQ(target->hosting, "self_hosted");
    EXPECT_THAT(*target->sources, EqualsJson(R"({"external_container":{"listener_id":"l-1"}})"));
    EXPECT_EQ(target->polling->deadline, milliseconds(1'800'000));
    EXPECT_EQ(target->timeout, milliseconds(5000));
    EXPECT_TRUE(target->allow_writes);
}

TEST_F(TargetProfile, NamesExportsAndLimits) {
    const auto target = load_profile(write(R"(
urls: { all: 'https://api.example' }
bulk_export: { export_id: e-1, cancel_export_id: e-2 }
limits: { retries: 30 }
)"));
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->exports.export_id, "e-1");
    EXPECT_EQ(target->exports.cancel_export_id, "e-2");
    EXPECT_EQ(target->limits.at("retries"), 30);
}

TEST_F(TargetProfile, NamesStreamInputs) {
    const auto target = load_profile(write(R"(
urls: { all: 'https://api.example' }
agent_streaming: { assistant_id: agent, input: { messages: [] } }
)"));
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(*target->streaming,
                EqualsJson(R"({"assistant_id":"agent","input":{"messages":[]}})"));
    EXPECT_THAT(
        load_profile(write("urls: { all: 'http://h' }\nagent_streaming: { asistant_id: a }\n")),
        FailsWith(R"(expected no member with this name; did you mean "assistant_id"?)"));
}

TEST_F(TargetProfile, NamesGraphsOfTheSuites) {
    const auto target = load_profile(write(R"(
urls: { all: 'https://api.example' }
agent_streaming: { assistant_id: agent, graphs: { chat: agent, steps: my-steps } }
)"));
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(
        *target->streaming,
        EqualsJson(R"({"assistant_id":"agent","graph_chat":"agent","graph_steps":"my-steps"})"));
    const auto misspelt = load_profile(
        write("urls: { all: 'http://h' }\nagent_streaming: { graphs: { step: s } }\n"));
    EXPECT_THAT(misspelt, FailsWith(".yaml:2:30: /agent_streaming/graphs/step: "));
    EXPECT_THAT(misspelt, FailsWith(R"(did you mean "steps"?)"));
}

TEST_F(TargetProfile, NamesSeveralAssistants) {
    const auto target = load_profile(write(R"(
urls: { all: 'https://api.example' }
agent_streaming: { assistants: [ { assistant_id: a, input: {} }, { assistant_id: b, input: 1 } ] }
)"));
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->assistants.size(), 2U);
    EXPECT_THAT(*target->streaming, EqualsJson(R"({"assistant_id":"a","input":{}})"));
    EXPECT_THAT(load_profile(write("urls: { all: 'http://h' }\nagent_streaming: { assistant_id: a, "
                                   "assistants: [ { assistant_id: b, input: 1 } ] }\n")),
                FailsWith("short form of one entry"));
}

TEST_F(TargetProfile, NamesAVocabularyThatTheOptionOverrides) {
    const std::string names = folder_.path() + "/names.yaml";
    ASSERT_THAT(write_file(names, "{}"), IsOk());
    RunCommand command;
    command.target = write("urls: { all: 'http://h' }\nvocabulary: names.yaml\n");
    EXPECT_EQ(open_target(command)->target.vocabulary_file, names);
    command.vocabulary = "other.yaml";
    EXPECT_EQ(open_target(command)->target.vocabulary_file, "other.yaml");
}

TEST_F(TargetProfile, HasRegions) {
    const std::string path = write(R"(
title: staging
urls: { all: 'https://us.example', agent_streaming: 'https://agents.example' }
regions:
  eu: { control_plane: 'https://eu.example', bulk_export: 'https://export.eu.example' }
)");
    const auto home = load_profile(path);
    ASSERT_THAT(home, IsOk());
    EXPECT_EQ(home->base_urls.at("control_plane"), "https://us.example");
    EXPECT_EQ(home->server_urls.at("control_plane_eu"), "https://eu.example");
    EXPECT_EQ(home->server_urls.at("bulk_export_eu"), "https://export.eu.example");
    const auto europe = load_profile(path, "eu");
    ASSERT_THAT(europe, IsOk());
    EXPECT_EQ(europe->title, "staging, region eu");
    EXPECT_EQ(europe->base_urls.at("control_plane"), "https://eu.example");
    EXPECT_EQ(europe->base_urls.at("agent_streaming"), "https://agents.example");
    EXPECT_THAT(load_profile(path, "mars"),
                FailsWith(".yaml:4:1: --region mars: the profile's regions are: eu"));
}

TEST_F(TargetProfile, SetsLimitsAndCertificates) {
    const std::string ca = write("not looked into\n");
    const std::string name = ca.substr(ca.find_last_of('/') + 1);
    const std::string profile = ca + ".profile.yaml";
    ASSERT_THAT(write_file(profile,
                           "urls: { all: 'http://h' }\nca_file: " + name +
                               "\nclient_certificate: { cert_file: " + ca + ", key_file: " + name +
                               " }\nrate: { requests_per_second: 2.5 }\n"
                               "consistency_wait: PT2S\n"
                               "allowed_hosts: [ 'https://Storage.example:443' ]\n"),
                IsOk());
    const auto target = load_profile(profile);
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->tls.ca_file, ca);
    EXPECT_EQ(target->tls.certificate_file, ca);
    EXPECT_EQ(target->tls.key_file, ca);
    EXPECT_EQ(target->max_rate, 2.5);
    EXPECT_EQ(target->consistency_wait, milliseconds(2000));
    ASSERT_EQ(target->allowed_hosts.size(), 1U);
    EXPECT_EQ(http::parse_url(target->allowed_hosts[0])->port, 443);
}

TEST_F(TargetProfile, RequiresACoverage) {
    const auto target = load_profile(write(
        "urls: { all: 'http://h' }\n"
        "coverage: { min_verified: 118, require: [ CP-AUTH-KEY ], fail_on_skipped: true }\n"));
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->required_coverage.min_verified->to_text(), "118");
    EXPECT_THAT(target->required_coverage.required, ::testing::ElementsAre("CP-AUTH-KEY"));
    EXPECT_TRUE(target->required_coverage.fail_on_skipped);
}

struct Case {
    const char* name;
    const char* text;
    const char* message;
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.name;
}

class InvalidProfile : public TargetProfile, public ::testing::WithParamInterface<Case> {};

TEST_P(InvalidProfile, IsRejectedWithItsPosition) {
    EXPECT_THAT(load_profile(write(GetParam().text)), FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Files,
    InvalidProfile,
    ::testing::Values(
        Case{"no_urls", "title: x\n", ".yaml:1:1: "},
        Case{"unknown_member", "urls: { all: 'http://h' }\nhost: cloud\n", ".yaml:2:1: "},
        Case{"no_url", "urls: { all: 'ftp://h' }\n", ".yaml:1:9: /urls/all"},
        Case{"bad_url", "urls: { all: 'http://h:port' }\n", ".yaml:1:9: "},
        Case{"empty_tenant",
             "urls: { all: 'http://h' }\ncredentials: { tenant_id: '' }\n",
             ".yaml:2:16: /credentials/tenant_id"},
        Case{"coverage",
             "urls: { all: 'http://h' }\ncoverage: { min_verified: 101% }\n",
             ".yaml:2:13: found \"101%\""},
        Case{"hosting", "urls: { all: 'http://h' }\nhosting: moon\n", ".yaml:2:1: /hosting"},
        Case{"duration", "urls: { all: 'http://h' }\ntimeout: '5'\n", ".yaml:2:1: "},
        Case{"no_time",
             "urls: { all: 'http://h' }\ntimeout: PT0S\n",
             ".yaml:2:1: found a timeout of \"PT0S\""},
        Case{"next_to_no_time",
             "urls: { all: 'http://h' }\ntimeout: PT0.0001S\n",
             "expected at least a millisecond"},
        Case{"region",
             "urls: { all: 'http://h' }\nregions: { eu: { moon: 'http://h' } }\n",
             ".yaml:2:18: "},
        Case{"wait", "urls: { all: 'http://h' }\nconsistency_wait: 5\n", ".yaml:2:1: "},
        Case{"source_member",
             "urls: { all: 'http://h' }\nsources: { git_host: { repo_ulr: 'http://r' } }\n",
             ".yaml:2:24: /sources/git_host/repo_ulr"},
        Case{"limit", "urls: { all: 'http://h' }\nlimits: { retry: 3 }\n", ".yaml:2:11: "},
        Case{"rate",
             "urls: { all: 'http://h' }\nrate: { requests_per_second: -1 }\n",
             ".yaml:2:9: "},
        Case{"vocabulary", "urls: { all: 'http://h' }\nvocabulary: no/such.json\n", ".yaml:2:1: "},
        Case{"ca_file", "urls: { all: 'http://h' }\nca_file: no/such.pem\n", ".yaml:2:1: "},
        Case{"key_missing",
             "urls: { all: 'http://h' }\nclient_certificate: { cert_file: a }\n",
             ".yaml:2:1: "},
        Case{"allowed_path",
             "urls: { all: 'http://h' }\nallowed_hosts: [ 'http://h/path' ]\n",
             "expected scheme, host and port only: http://h"},
        Case{"secret_in_file",
             "urls: { all: 'http://h' }\ncredentials: { api_key: abc }\n",
             ".yaml:2:16: "},
        Case{"unset_variable",
             "urls: { all: 'http://h' }\ncredentials: { api_key_env: PLUMBLINE_NOT_SET }\n",
             "PLUMBLINE_NOT_SET is not set"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST_F(TargetProfile, IsOverriddenByOptions) {
    RunCommand command;
    command.target =
        write("urls: { all: 'http://profile' }\nhosting: self_hosted\ntimeout: PT5S\n");
    command.control_plane_url = "http://option";
    command.timeout_s = 1;
    command.poll_interval_s = 0.5;
    command.consistency_wait_s = 2;
    const auto open = open_target(command);
    ASSERT_THAT(open, IsOk());
    EXPECT_EQ(open->target.base_urls.at("control_plane"), "http://option");
    EXPECT_EQ(open->target.base_urls.at("bulk_export"), "http://profile");
    EXPECT_EQ(open->target.hosting, "self_hosted");
    EXPECT_EQ(open->target.timeout, milliseconds(1000));
    EXPECT_EQ(open->target.polling->interval, milliseconds(500));
    EXPECT_EQ(open->target.consistency_wait, milliseconds(2000));
    EXPECT_EQ(open->target.polling->deadline, milliseconds(1'800'000));
}

TEST_F(TargetProfile, UsesTheKeyOfAnOption) {
    ::setenv("PLUMBLINE_OPTION_KEY", "optional", 1);
    RunCommand command;
    command.target = write(
        "urls: { all: 'http://profile' }\ncredentials: { api_key_env: PLUMBLINE_TEST_KEY }\n");
    command.api_key_env = "PLUMBLINE_OPTION_KEY";
    const auto open = open_target(command);
    EXPECT_EQ(open->target.credentials.api_key.reveal(), "optional");
    EXPECT_EQ(open->target.credentials.api_key_variable, "PLUMBLINE_OPTION_KEY");
    ::unsetenv("PLUMBLINE_OPTION_KEY");
}

TEST(OpenTarget, RejectsAVariableThatIsNotSet) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    command.api_key_env = "PLUMBLINE_NOT_SET";
    EXPECT_THAT(open_target(command),
                FailsWith("--api-key-env: the environment variable PLUMBLINE_NOT_SET"));
    command.api_key_env = "";
    command.control_token_env = "PLUMBLINE_NOT_SET";
    EXPECT_THAT(open_target(command), FailsWith("--control-token-env"));
}

TEST(OpenTarget, PollsAMockWithControlQuickly) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    command.control_url = "http://127.0.0.1:1";
    EXPECT_EQ(open_target(command)->target.polling->interval, milliseconds(1));
}

TEST(OpenTarget, LimitsTheRateOfARealTarget) {
    RunCommand command;
    command.url = "http://127.0.0.1:1";
    EXPECT_EQ(open_target(command)->target.max_rate, 10);
    command.max_rate = 0;
    EXPECT_EQ(open_target(command)->target.max_rate, 0);
    command.max_rate.reset();
    command.control_url = "http://127.0.0.1:1";
    EXPECT_EQ(open_target(command)->target.max_rate, 0);
}

TEST(OpenTarget, AcceptsServersBySourceDescription) {
    RunCommand command;
    command.servers = {"things=http://127.0.0.1:1/base/"};
    const auto open = open_target(command);
    ASSERT_THAT(open, IsOk());
    EXPECT_EQ(open->target.server_urls.at("things"), "http://127.0.0.1:1/base");
    EXPECT_EQ(open->target.title, "http://127.0.0.1:1/base");
    for (const char* wrong : {"things", "=http://h", "things=ftp://h"}) {
        command.servers = {wrong};
        EXPECT_THAT(open_target(command), FailsWith("--server")) << wrong;
    }
}

TEST(OpenTarget, NamesTheMissingMockProgram) {
    RunCommand command;
    command.mock = "/no/such/mock";
    EXPECT_THAT(open_target(command), IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(open_target(command), FailsWith("--mock"));
}

}  // namespace
}  // namespace plumbline::app
