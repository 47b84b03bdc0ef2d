#include "mock_server/app/options.hpp"

#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::HasSubstr;

MockOptions parsed(const std::vector<std::string>& arguments) {
    const auto options = parse_options(arguments, "1.2.3");
    if (const auto* exit = std::get_if<CommandLineExit>(&options)) ADD_FAILURE() << exit->text;
    return std::holds_alternative<MockOptions>(options) ? std::get<MockOptions>(options)
                                                        : MockOptions();
}

CommandLineExit exit_of(const std::vector<std::string>& arguments) {
    const auto options = parse_options(arguments, "1.2.3");
    return std::holds_alternative<CommandLineExit>(options) ? std::get<CommandLineExit>(options)
                                                            : CommandLineExit{"", -1};
}

TEST(MockOptions, HaveDefaultsForAQuickStart) {
    const MockOptions options = parsed({});
    EXPECT_EQ(options.server.host, "127.0.0.1");
    EXPECT_EQ(options.server.port, 8080);
    EXPECT_EQ(options.server.max_body, ServerOptions().max_body);
    EXPECT_FALSE(options.server.writes_each_event);
    EXPECT_EQ(options.assembly.world, "cloud");
    EXPECT_FALSE(options.assembly.clock.real);
    EXPECT_TRUE(options.assembly.clock.auto_advance);
    EXPECT_TRUE(options.assembly.access.serves_control);
}

TEST(MockOptions, LetPagesUseTheApiOnLoopback) {
    EXPECT_THAT(parsed({}).allowed_origins, testing::ElementsAre("*"));
    EXPECT_TRUE(parsed({}).assembly.access.checks_control_host);
    EXPECT_THAT(parsed({"--cors", "off"}).allowed_origins, testing::IsEmpty());
    EXPECT_THAT(parsed({"--host", "0.0.0.0"}).allowed_origins, testing::IsEmpty());
    EXPECT_FALSE(parsed({"--control-token", "t"}).assembly.access.checks_control_host);
    EXPECT_THAT(exit_of({"--cors", "off", "--cors", "*"}).text, HasSubstr("--cors: found \"off\""));
}

TEST(MockOptions, HaveOriginsAsBrowsersSendThem) {
    EXPECT_THAT(parsed({"--cors", "http://localhost:3000", "--cors", "*"}).allowed_origins,
                testing::ElementsAre("http://localhost:3000", "*"));
    for (const std::string wrong :
         {"localhost:3000", "http://localhost:3000/", "http://a/b", "ftp://a"}) {
        const CommandLineExit exit = exit_of({"--cors", wrong});
        EXPECT_EQ(exit.exit_code, 2) << wrong;
        EXPECT_THAT(exit.text,
                    HasSubstr("found \"" + wrong + "\", expected an origin without a path"));
    }
}

TEST(MockOptions, AreReadFromTheCommandLine) {
    const MockOptions options = parsed({"--host",        "127.0.0.2",
                                        "--port",        "0",
                                        "--workers",     "3",
                                        "--clock",       "real",
                                        "--time-scale",  "60",
                                        "--world",       "self_hosted",
                                        "--seed",        "9",
                                        "--fault",       "a",
                                        "--fault",       "b",
                                        "--base-path",   "/api-host/",
                                        "--max-body",    "64",
                                        "--verbose",     "--exit-with-stdin",
                                        "--list-faults", "--write-each-event"});
    EXPECT_EQ(options.server.host, "127.0.0.2");
    EXPECT_EQ(options.server.port, 0);
    EXPECT_EQ(options.server.workers, 3);
    EXPECT_EQ(options.server.max_body, 67'108'864U);
    EXPECT_TRUE(options.server.writes_each_event);
    EXPECT_TRUE(options.assembly.clock.real);
    EXPECT_EQ(options.assembly.clock.time_scale, 60);
    EXPECT_EQ(options.assembly.world, "self_hosted");
    EXPECT_EQ(options.assembly.seed, 9U);
    EXPECT_THAT(options.assembly.faults, testing::ElementsAre("a", "b"));
    EXPECT_THAT(options.assembly.access.base_path, testing::ElementsAre("api-host"));
    EXPECT_TRUE(options.is_verbose && options.exits_with_stdin && options.lists_faults);
    EXPECT_EQ(options.assembly.version, "1.2.3");
}

TEST(MockOptions, ServeTheControlInterfaceOnLoopbackOrWithAToken) {
    EXPECT_FALSE(parsed({"--host", "0.0.0.0"}).assembly.access.serves_control);
    EXPECT_TRUE(parsed({"--host", "::1"}).assembly.access.serves_control);
    const MockOptions options = parsed({"--host", "0.0.0.0", "--control-token", "t"});
    EXPECT_TRUE(options.assembly.access.serves_control);
    EXPECT_EQ(options.assembly.access.control_token.reveal(), "t");
}

TEST(MockOptions, HelpAndVersionExitWithStatus0) {
    EXPECT_EQ(exit_of({"--help"}).exit_code, 0);
    EXPECT_THAT(exit_of({"--help"}).text, HasSubstr("--time-scale"));
    EXPECT_EQ(exit_of({"--version"}).exit_code, 0);
    EXPECT_EQ(exit_of({"--version"}).text, "plumbline-mock 1.2.3\n");
}

class InvalidMockOptions : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(InvalidMockOptions, ExitWithStatus2AndAReason) {
    const CommandLineExit exit = exit_of(GetParam());
    EXPECT_EQ(exit.exit_code, 2);
    EXPECT_THAT(exit.text, HasSubstr(GetParam().front()));
}

INSTANTIATE_TEST_SUITE_P(CommandLines,
                         InvalidMockOptions,
                         testing::Values(std::vector<std::string>{"--no-such-option"},
                                         std::vector<std::string>{"--port", "70000"},
                                         std::vector<std::string>{"--port", "many"},
                                         std::vector<std::string>{"--workers", "-1"},
                                         std::vector<std::string>{"--clock", "sun"},
                                         std::vector<std::string>{"--time-scale", "0"},
                                         std::vector<std::string>{"--time-scale", "1000001"},
                                         std::vector<std::string>{"--time-scale", "1e308"},
                                         std::vector<std::string>{"--time-scale", "nan"},
                                         std::vector<std::string>{"--time-scale", "fast"},
                                         std::vector<std::string>{"--max-body", "0"},
                                         std::vector<std::string>{"--max-body", "1025"},
                                         std::vector<std::string>{"--max-workspaces", "0"},
                                         std::vector<std::string>{"--fixtures", "/no/such/folder"},
                                         std::vector<std::string>{"--base-path", "api-host"},
                                         std::vector<std::string>{"--base-path", "/a?b"},
                                         std::vector<std::string>{"--base-path", "/_plumbline"},
                                         std::vector<std::string>{"--base-path", "/_plumbline/a"},
                                         std::vector<std::string>{"--base-path", "/w"},
                                         std::vector<std::string>{"--base-path", "/w/a"},
                                         std::vector<std::string>{"--time-scale", "60"}),
                         RowName());

TEST(MockOptions, ReportHowToFixATimeScaleWithoutTheRealClock) {
    EXPECT_THAT(exit_of({"--time-scale", "60"}).text, HasSubstr("add --clock real"));
    EXPECT_THAT(exit_of({"--time-scale", "60", "--clock", "virtual"}).text,
                HasSubstr("--clock real"));
}

TEST(MockOptions, ReportTheRangeOfWorkspaces) {
    EXPECT_THAT(exit_of({"--max-workspaces", "0"}).text, HasSubstr("1 to 1000000"));
}

TEST(MockOptions, ReportTheRangeOfPorts) {
    EXPECT_THAT(exit_of({"--port", "99999"}).text, HasSubstr("0 to 65535"));
}

}  // namespace
}  // namespace plumbline::mock
