// plumbline-mock: plays the API from the contract and fixtures.

#include "mock_server/app/run.hpp"
#include "spec/command_line/parse_arguments.hpp"

int main(int argc, char** argv) {
    const int code = plumbline::mock::run(argc, argv);
    return code == 0 ? plumbline::finish_output("plumbline-mock", code) : code;
}
