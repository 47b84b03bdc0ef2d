#include "benchmarks/load/app/options.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;

LoadCommand parse(const std::vector<std::string>& arguments) {
    return parse_command_line(arguments, "1.2.3");
}

DriveCommand drive(const std::vector<std::string>& arguments) {
    const LoadCommand command = parse(arguments);
    const auto* found = std::get_if<DriveCommand>(&command);
    if (found == nullptr) ADD_FAILURE() << std::get<CommandLineExit>(command).text;
    return found != nullptr ? *found : DriveCommand();
}

TEST(Options, HaveDefaults) {
    const DriveCommand command = drive({"stream"});
    EXPECT_TRUE(command.is_stream);
    EXPECT_EQ(command.streams, 64U);
    EXPECT_EQ(command.rate, 0);
    EXPECT_EQ(command.load.window_s, 10);
    EXPECT_EQ(command.json_sample, 0.01);
    EXPECT_TRUE(command.reuses_connections);
    EXPECT_EQ(command.repetitions, 1);
    EXPECT_EQ(drive({"stream", "--sweep"}).streams, 1U);
    EXPECT_EQ(drive({"stream", "--sweep"}).repetitions, 3);
}

TEST(Options, AreParsed) {
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
    EXPECT_EQ(command.arrival, ArrivalProcess::kPoisson);
    EXPECT_EQ(command.load.window_s, 2);
    EXPECT_EQ(command.modes, (std::vector<std::string>{"values", "updates"}));
    EXPECT_EQ(command.shard.index, 1U);
    EXPECT_EQ(command.shard.count, 4U);
    EXPECT_EQ(command.goodput.size(), 1U);
    EXPECT_EQ(command.gates.size(), 2U);
    EXPECT_FALSE(command.reuses_connections);
    const DriveCommand rest =
        drive({"rest", "getDeployment", "--parameter", "deployment_id=1", "--streams", "8"});
    EXPECT_FALSE(rest.is_stream);
    EXPECT_EQ(rest.operation, "getDeployment");
    EXPECT_EQ(rest.parameters, (std::vector<std::string>{"deployment_id=1"}));
}

TEST(Options, LimitAnOpenLoopOnThreads) {
    EXPECT_EQ(drive({"stream", "--rate", "5", "--thread"}).load.max_in_flight, 256U);
    EXPECT_EQ(drive({"stream", "--stages", "5s:5/s", "--thread"}).load.max_in_flight, 256U);
    EXPECT_EQ(
        drive({"stream", "--rate", "5", "--thread", "--max-in-flight", "400"}).load.max_in_flight,
        400U);
    EXPECT_EQ(drive({"stream", "--rate", "5"}).load.max_in_flight, 0U);
    EXPECT_EQ(drive({"stream", "--thread"}).load.max_in_flight, 0U);
}

TEST(Options, ApplyTheStagesToTheWholeLoad) {
    const DriveCommand rates = drive({"stream", "--stages", "10s:20/s,30s:20/s", "--gamma", "0.5"});
    EXPECT_EQ(rates.load.window_s, 40);
    EXPECT_EQ(rates.load.warmup_s, 0);
    EXPECT_DOUBLE_EQ(rates.rate, 700.0 / 40);
    EXPECT_EQ(rates.arrival, ArrivalProcess::kGamma);
    EXPECT_EQ(rates.shape, 0.5);
    const DriveCommand users = drive({"stream", "--stages", "10s:20,30s:5"});
    EXPECT_EQ(users.rate, 0);
    EXPECT_EQ(users.streams, 20U);
    EXPECT_EQ(users.load.stages, "10s:20,30s:5");
}

TEST(Options, OfACommandOnTwoResults) {
    const LoadCommand command = parse({"compare", "a.json", "b.json", "--html", "page.html"});
    const auto& comparing = std::get<CompareCommand>(command);
    EXPECT_EQ(comparing.a, "a.json");
    EXPECT_EQ(comparing.b, "b.json");
    EXPECT_EQ(comparing.html_file, "page.html");
}

struct InvalidOptionsCase {
    const char* name;
    std::vector<std::string> arguments;
    const char* message;
};

class InvalidOptions : public ::testing::TestWithParam<InvalidOptionsCase> {};

TEST_P(InvalidOptions, AreReportedWithAHint) {
    const LoadCommand command = parse(GetParam().arguments);
    const auto* ready = std::get_if<CommandLineExit>(&command);
    ASSERT_TRUE(ready);
    EXPECT_EQ(ready->exit_code, kError);
    EXPECT_THAT(ready->text, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    InvalidOptions,
    ::testing::Values(
        InvalidOptionsCase{"none", {}, "subcommand is required"},
        InvalidOptionsCase{"unknown", {"stream", "--steams", "3"}, "--steams"},
        InvalidOptionsCase{"both_loops", {"stream", "--streams", "3", "--rate", "5"}, "excludes"},
        InvalidOptionsCase{"duration",
                           {"stream", "--duration", "soon"},
                           "--duration: found \"soon\", expected a time"},
        InvalidOptionsCase{
            "no_time", {"stream", "--duration", "0"}, "--duration: expected 1ms to a day"},
        InvalidOptionsCase{
            "short_time", {"stream", "--duration", "1e-12s"}, "--duration: expected 1ms to a day"},
        InvalidOptionsCase{
            "long_time", {"stream", "--duration", "25h"}, "--duration: expected 1ms to a day"},
        InvalidOptionsCase{"short_limit",
                           {"stream", "--max-duration", "1us"},
                           "--max-duration: expected 1ms to a day"},
        InvalidOptionsCase{"long_limit",
                           {"stream", "--max-duration", "1e30s"},
                           "--max-duration: expected 1ms to a day"},
        InvalidOptionsCase{
            "long_drain", {"stream", "--drain", "1e30s"}, "--drain: expected 0s, or 1us to a day"},
        InvalidOptionsCase{"long_warm_up",
                           {"stream", "--warm-up", "1e30s"},
                           "--warm-up: expected 0s, or 1us to a day"},
        InvalidOptionsCase{"short_think_time",
                           {"stream", "--think-time", "1e-12s"},
                           "--think-time: expected 0s, or 1us to a day"},
        InvalidOptionsCase{"low_rate",
                           {"stream", "--rate", "1e-12/s"},
                           "--rate: found \"1e-12/s\", expected a rate from 0.00001/s"},
        InvalidOptionsCase{"high_sweep",
                           {"stream", "--sweep", "--sweep-to", "1e7"},
                           "--sweep-to: found \"1e7\", expected a rate from"},
        InvalidOptionsCase{"shape_with_unit",
                           {"stream", "--rate", "5", "--gamma", "2/s"},
                           "--gamma: expected a number from"},
        InvalidOptionsCase{
            "negative_cap", {"stream", "--rate", "5", "--max-in-flight", "-1"}, "--max-in-flight"},
        InvalidOptionsCase{
            "huge_limit_of_events", {"stream", "--max-events", "1e30"}, "--max-events"},
        InvalidOptionsCase{
            "share_in_percent", {"stream", "--fail-if", "failed_share > 5"}, "found 5, which"},
        InvalidOptionsCase{"negative_seed",
                           {"stream", "--seed", "-1"},
                           "--seed: found -1, expected a number from 0"},
        InvalidOptionsCase{"sweep_to_less",
                           {"stream", "--sweep", "--rate", "100", "--sweep-to", "30"},
                           "--sweep-to: expected at least the first load"},
        InvalidOptionsCase{
            "rate", {"stream", "--rate", "fast"}, "--rate: found \"fast\", expected a rate"},
        InvalidOptionsCase{"poisson_alone", {"stream", "--poisson"}, "--poisson: needs --rate"},
        InvalidOptionsCase{"gamma_alone", {"stream", "--gamma", "2"}, "--gamma: needs --rate"},
        InvalidOptionsCase{
            "shape", {"stream", "--rate", "5", "--gamma", "0"}, "--gamma: expected a number from"},
        InvalidOptionsCase{"stages", {"stream", "--stages", "5"}, "--stages: stage 1: found \"5\""},
        InvalidOptionsCase{
            "stages_and_rate", {"stream", "--stages", "5s:5", "--rate", "5"}, "excludes"},
        InvalidOptionsCase{
            "stages_and_sweep", {"stream", "--stages", "5s:5", "--sweep"}, "excludes"},
        InvalidOptionsCase{
            "cap_alone", {"stream", "--max-in-flight", "3"}, "--max-in-flight: needs --rate"},
        InvalidOptionsCase{
            "sweep_to_alone", {"stream", "--sweep-to", "30"}, "--sweep-to: needs --sweep"},
        InvalidOptionsCase{"shard",
                           {"stream", "--shard", "4/3"},
                           "--shard: found \"4/3\", expected I/N with I from 1 to N"},
        InvalidOptionsCase{
            "share", {"stream", "--json-sample", "200%"}, "--json-sample: found \"200%\""},
        InvalidOptionsCase{"gate", {"stream", "--fail-if", "ttfx_p99 > 1s"}, "--fail-if: "},
        InvalidOptionsCase{"junit_alone", {"stream", "--junit", "a.xml"}, "--fail-if"},
        InvalidOptionsCase{"goodput", {"stream", "--goodput", "ttft 5"}, "--goodput: "},
        InvalidOptionsCase{"body_and_input",
                           {"stream", "--body", "{}", "--input", "{}"},
                           "--body: is the whole request body"},
        InvalidOptionsCase{
            "input_and_inputs", {"stream", "--input", "{}", "--inputs", "f"}, "excludes"},
        InvalidOptionsCase{"think_time_of_rate",
                           {"stream", "--rate", "5", "--think-time", "1s"},
                           "--think-time: needs --streams"},
        InvalidOptionsCase{
            "sweep_of_threads", {"stream", "--sweep", "--thread"}, "not with --sweep"},
        InvalidOptionsCase{"turns_alone", {"stream", "--turns", "3"}, "--thread"},
        InvalidOptionsCase{"join_thread", {"stream", "--join", "--thread"}, "excludes"},
        InvalidOptionsCase{
            "join_inputs", {"stream", "--join", "--inputs", "f"}, "--join: has one run"},
        InvalidOptionsCase{"metrics_port", {"stream", "--metrics-port", "70000"}, "--metrics-port"},
        InvalidOptionsCase{"no_operation", {"rest"}, "operation is required"},
        InvalidOptionsCase{"no_file", {"compare", "a.json"}, "B is required"}),
    [](const auto& one) { return one.param.name; });

TEST(Options, ShowHelpAndVersion) {
    const LoadCommand help = parse({"--help"});
    EXPECT_EQ(std::get<CommandLineExit>(help).exit_code, kSuccess);
    EXPECT_THAT(std::get<CommandLineExit>(help).text, HasSubstr("stream"));
    EXPECT_EQ(std::get<CommandLineExit>(parse({"--version"})).text, "1.2.3\n");
}

}  // namespace
}  // namespace plumbline::load
