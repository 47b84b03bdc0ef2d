#include "benchmarks/load/app/commands.hpp"
#include "conformance/host/host.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

namespace plumbline::load {
namespace {

/// Drives a load after an interrupt.
int interrupted_exit_code() {
    (void)host::watch_interrupts();
    (void)std::raise(SIGINT);
    DriveCommand command;
    command.target.url = "http://127.0.0.1:1";
    command.streams = 1;
    command.is_quiet = true;
    return drive_command(command, std::cout, std::cerr);
}

// In a process of its own, as an interrupt stays.
TEST(DriveCommandDeathTest, IsInterruptedBeforeTheFirstLevel) {
    EXPECT_EXIT(std::exit(interrupted_exit_code()), testing::ExitedWithCode(kInterruptedRun), "");
}

}  // namespace
}  // namespace plumbline::load
