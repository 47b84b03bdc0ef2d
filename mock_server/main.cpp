// plumbline-mock: plays the API from the contract and fixtures.

#include "mock_server/app/run.hpp"

int main(int argc, char** argv) {
    return plumbline::mock::run(argc, argv);
}
