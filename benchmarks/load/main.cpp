// plumbline-load: measures a service's streams and calls under load.

#include "benchmarks/load/app/commands.hpp"
#include "spec/command_line/parse_arguments.hpp"

#include <sys/prctl.h>

#include <csignal>
#include <iostream>

using namespace plumbline::load;  // NOLINT(google-build-using-namespace): this file is the program

namespace {

int execute(const LoadCommand& command) {
    if (const auto* ready = std::get_if<plumbline::CommandLineExit>(&command)) {
        (ready->exit_code == 0 ? std::cout : std::cerr) << ready->text;
        return ready->exit_code;
    }
    if (const auto* drive = std::get_if<DriveCommand>(&command))
        return drive_command(*drive, std::cout, std::cerr);
    if (const auto* compare = std::get_if<CompareCommand>(&command))
        return compare_command(*compare, std::cout, std::cerr);
    if (const auto* merge = std::get_if<MergeCommand>(&command))
        return merge_command(*merge, std::cout, std::cerr);
    return report_command(std::get<ReportCommand>(command), std::cout, std::cerr);
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    // Requests are sent when they are due, not up to 50 us later. Threads inherit it.
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    return plumbline::finish_output(
        "plumbline-load", execute(parse_command_line({argv + 1, argv + argc}, PLUMBLINE_VERSION)));
}
