#pragma once
// The command line of plumbline-mock.

#include "mock_server/engine/assemble.hpp"
#include "mock_server/transport/server_options.hpp"

#include <string>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// What the command line asks for.
struct Options {
    Assembly assembly;
    ServerOptions server;
    std::string vocabulary;  ///< a file of other names, "" for none
    bool lists_faults = false;
    bool exits_with_stdin = false;
    bool is_verbose = false;
};

/// The program ends here: it prints `text` (to standard error if `status` is not 0) and exits.
struct Exit {
    int status = 0;
    std::string text;
};

/// Reads the command line. Help, version and mistakes make an Exit: 0, 0 and 2.
[[nodiscard]] std::variant<Options, Exit> parse_options(const std::vector<std::string>& arguments,
                                                        const std::string& version);

/// Says whether a host is an address that only this machine reaches.
[[nodiscard]] bool is_loopback(const std::string& host);

}  // namespace plumbline::mock
