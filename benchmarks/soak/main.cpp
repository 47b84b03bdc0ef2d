// soak: loads a mock for a minute or longer and checks that it loses nothing and does not grow.

#include "benchmarks/soak/soak.hpp"
#include "spec/command_line/option_group.hpp"
#include "spec/command_line/parse_arguments.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    plumbline::soak::SoakOptions options;
    CLI::App app("Loads a mock of its own and checks that it loses nothing and does not grow.",
                 "soak");
    plumbline::OptionGroup group(app);
    group.value("--seconds", options.seconds, "Duration").check(CLI::Range(2, 3'600));
    group.value("--streams", options.streams, "Streams at the same time")
        .check(CLI::Range(2, 20'000));
    group.value("--connects", options.connects, "Connections opened and closed per second")
        .check(CLI::Range(1, 20'000));
    group.value("--silent", options.silent, "Clients that do not read").check(CLI::Range(0, 1'000));
    group.value("--pause-ms", options.pause_ms, "Time between two events of a stream")
        .check(CLI::Range(1, 10'000));
    group.value("--rest-p99-ms", options.rest_p99_ms, "Limit of the 99th percentile of REST calls")
        .check(CLI::Range(1, 60'000));
    group.file("--mock", options.mock, "Program of the mock");
    group.list("--mock-option", options.mock_options, "An option of the mock; may be repeated");
    if (const auto exit = plumbline::parse_arguments(app, {argv + 1, argv + argc})) {
        (exit->exit_code == 0 ? std::cout : std::cerr) << exit->text;
        return exit->exit_code;
    }
    return plumbline::finish_output("soak", run_soak(options, std::cout, std::cerr));
}
