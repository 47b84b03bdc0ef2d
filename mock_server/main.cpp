// plumbline-mock: plays the API from the contract and fixtures.

#include "mock_server/app/run.hpp"
#include "spec/command_line/parse_arguments.hpp"

#include <csignal>

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);  // each client, and the reader of the output, may go at any time
    const int code = plumbline::mock::run(argc, argv);
    return code == 0 ? plumbline::finish_output("plumbline-mock", code) : code;
}
