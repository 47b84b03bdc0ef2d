#pragma once
// The command line of plumbline-mock.

#include "mock_server/engine/mock_engine.hpp"
#include "mock_server/transport/server_options.hpp"
#include "spec/command_line/parse_arguments.hpp"

#include <string>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// What the program does.
enum class MockCommand {
    kServe,
    kInspect,  ///< prints what is inferred from the user's documents
    kEject,    ///< writes the inferred fixtures into a folder
};

/// The options of the command line.
struct MockOptions {
    EngineOptions assembly;
    ServerOptions server;
    std::string vocabulary;  ///< a file of other names, empty if there is none
    /// Origins of pages that may use the mock: see check_origins. Empty: none.
    std::vector<std::string> allowed_origins;
    bool lists_variants = false;
    MockCommand command = MockCommand::kServe;
    std::string eject_folder;  ///< kEject
    bool lists_faults = false;
    bool exits_with_stdin = false;
    bool is_verbose = false;
};

/// Parses the command line. Help, version and errors return a CommandLineExit.
[[nodiscard]] std::variant<MockOptions, CommandLineExit> parse_options(
    const std::vector<std::string>& arguments, const std::string& version);

/// Returns whether a host is an address that only this machine can reach.
[[nodiscard]] bool is_loopback(const std::string& host);

}  // namespace plumbline::mock
