#include "benchmarks/load/app/options.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;

Command parse(const std::vector<std::string>& words) {
    return parse_command_line(words, "1.2.3");
}

DriveCommand drive(const std::vector<std::string>& words) {
    const Command command = parse(words);
    const auto* found = std::get_if<DriveCommand>(&command);
    if (found == nullptr) ADD_FAILURE() << std::get<Ready>(command).text;
    return found != nullptr ? *found : DriveCommand();
}

TEST(Options, HaveDefaults) {
    const DriveCommand command = drive({"stream"});
    EXPECT_TRUE(command.is_stream);
    EXPECT_EQ(command.streams, 64U);
    EXPECT_EQ(command.rate, 0);
    EXPECT_EQ(command.window_s, 10);
    EXPECT_EQ(command.json_sample, 0.01);
    EXPECT_TRUE(command.reuses_connections);
    EXPECT_EQ(command.repetitions, 1);
    EXPECT_EQ(drive({"stream", "--sweep"}).streams, 1U);
    EXPECT_EQ(drive({"stream", "--sweep"}).repetitions, 3);
}

TEST(Options, AreRead) {
    const DriveCommand command = drive({"stream",
                                        "--url",
                                        "http://127.0.0.1:1",
                                        "--rate",
                                        "500/s",
                                        "--poisson",
                                        "--duration",
                                        "2s",
                                        "--modes",
                                        "values,updates",
                                        "--shard",
                                        "2/4",
                                        "--goodput",
                                        "ttfc <= 5ms",
                                        "--fail-if",
                                        "failed > 0",
                                        "--fail-if",
                                        "ttfc_p99 > 1s",
                                        "--fresh-connections"});
    EXPECT_EQ(command.rate, 500);
    EXPECT_EQ(command.streams, 0U);
    EXPECT_EQ(command.arrival, Arrival::kPoisson);
    EXPECT_EQ(command.window_s, 2);
    EXPECT_EQ(command.modes, (std::vector<std::string>{"values", "updates"}));
    EXPECT_EQ(command.shard, 1U);
    EXPECT_EQ(command.shards, 4U);
    EXPECT_EQ(command.goodput.size(), 1U);
    EXPECT_EQ(command.gates.size(), 2U);
    EXPECT_FALSE(command.reuses_connections);
    const DriveCommand rest =
        drive({"rest", "getDeployment", "--parameter", "deployment_id=1", "--streams", "8"});
    EXPECT_FALSE(rest.is_stream);
    EXPECT_EQ(rest.operation, "getDeployment");
    EXPECT_EQ(rest.parameters, (std::vector<std::string>{"deployment_id=1"}));
}

struct Refused {
    const char* name;
    std::vector<std::string> words;
    const char* why;
};

class RefusedOptions : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedOptions, AreToldWithTheirMend) {
    const Command command = parse(GetParam().words);
    const auto* ready = std::get_if<Ready>(&command);
    ASSERT_TRUE(ready);
    EXPECT_EQ(ready->exit_code, kBroken);
    EXPECT_THAT(ready->text, HasSubstr(GetParam().why));
}

INSTANTIATE_TEST_SUITE_P(
    OfManyKinds,
    RefusedOptions,
    ::testing::Values(
        Refused{"none", {}, "subcommand is required"},
        Refused{"unknown", {"stream", "--steams", "3"}, "--steams"},
        Refused{"both_loops", {"stream", "--streams", "3", "--rate", "5"}, "excludes"},
        Refused{"duration",
                {"stream", "--duration", "soon"},
                "--duration: found \"soon\", expected a time"},
        Refused{"no_time", {"stream", "--duration", "0"}, "--duration: expected more than 0s"},
        Refused{"rate", {"stream", "--rate", "fast"}, "--rate: found \"fast\", expected a rate"},
        Refused{"poisson_alone", {"stream", "--poisson"}, "--poisson: needs --rate"},
        Refused{"cap_alone", {"stream", "--max-in-flight", "3"}, "--max-in-flight: needs --rate"},
        Refused{"sweep_to_alone", {"stream", "--sweep-to", "30"}, "--sweep-to: needs --sweep"},
        Refused{"share", {"stream", "--json-sample", "200%"}, "--json-sample: found \"200%\""},
        Refused{"gate", {"stream", "--fail-if", "ttfx_p99 > 1s"}, "--fail-if: "},
        Refused{"goodput", {"stream", "--goodput", "ttft 5"}, "--goodput: "},
        Refused{"body_and_input",
                {"stream", "--body", "{}", "--input", "{}"},
                "--body: is all that is sent"},
        Refused{"no_operation", {"rest"}, "operation is required"},
        Refused{"no_file", {"compare", "a.json"}, "B is required"}),
    [](const auto& one) { return one.param.name; });

TEST(Options, TellHelpAndVersion) {
    const Command help = parse({"--help"});
    EXPECT_EQ(std::get<Ready>(help).exit_code, kFine);
    EXPECT_THAT(std::get<Ready>(help).text, HasSubstr("stream"));
    EXPECT_EQ(std::get<Ready>(parse({"--version"})).text, "1.2.3\n");
}

}  // namespace
}  // namespace plumbline::load
