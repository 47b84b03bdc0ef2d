// plumbline: checks that a service conforms to its contract.

#include "conformance/app/commands.hpp"
#include "spec/command_line/parse_arguments.hpp"

#include <csignal>
#include <iostream>
#include <unistd.h>

using namespace plumbline::app;  // NOLINT(google-build-using-namespace): this file is the program

namespace {

int execute(const PlumblineCommand& command) {
    if (const auto* ready = std::get_if<plumbline::CommandLineExit>(&command)) {
        (ready->exit_code == 0 ? std::cout : std::cerr) << ready->text;
        return ready->exit_code;
    }
    if (const auto* run = std::get_if<RunCommand>(&command))
        return run_command(*run, std::cout, std::cerr);
    if (const auto* check = std::get_if<CheckCommand>(&command))
        return check_command(*check, std::cout, std::cerr);
    if (const auto* init = std::get_if<InitCommand>(&command)) {
        const bool is_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
        return init_command(*init, is_terminal ? &std::cin : nullptr, std::cout, std::cerr);
    }
    if (const auto* lint = std::get_if<LintCommand>(&command))
        return lint_command(*lint, std::cout, std::cerr);
    if (const auto* generate = std::get_if<GenerateCommand>(&command))
        return generate_command(*generate, std::cout, std::cerr);
    if (const auto* suite = std::get_if<NewSuiteCommand>(&command))
        return new_suite_command(*suite, std::cout, std::cerr);
    if (const auto* cleanup = std::get_if<CleanupCommand>(&command))
        return cleanup_command(*cleanup, std::cout, std::cerr);
    if (const auto* deviations = std::get_if<DeviationsCommand>(&command))
        return deviations_command(*deviations, std::cout, std::cerr);
    if (const auto* report = std::get_if<RunReportCommand>(&command))
        return report_command(*report, std::cout, std::cerr);
    if (const auto* batch = std::get_if<BatchCommand>(&command))
        return batch_command(*batch, std::cin, std::cout, std::cerr);
    return list_command(std::get<ListCommand>(command), std::cout, std::cerr);
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(
        SIGPIPE,
        SIG_IGN);  // a mock that has ended is an error to report and must not end this program
    return plumbline::finish_output("plumbline", execute(parse_command_line(argc, argv)));
}
