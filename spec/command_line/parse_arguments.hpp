#pragma once
// Begins and ends all programs in the same way: parses a command line, checks the output. Only
// programs' options and this module use CLI11.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace plumbline {

/// A text to print before a program does anything (help, version, usage error), and its exit code.
struct CommandLineExit {
    std::string text;
    int exit_code = 0;
};

/// Environment variables as another way to give the options of some subcommands: `--max-rate` is
/// PREFIX and MAX_RATE. An option on the command line overrides its variable.
struct OptionVariables {
    std::string prefix;
    std::vector<std::string> subcommands;
    /// Returns the value of a variable, nothing if it is not set.
    std::function<std::optional<std::string>(const std::string& variable)> value;
};

/// Parses the arguments (without the program's name) into the variables that the options of `app`
/// name. Returns nothing if the program can go on. Else returns help or version (exit code 0), or a
/// usage error (exit code 2): an unknown subcommand or option with the nearest known one, an option
/// without its value, or with an empty one, which is most often an unset variable of a script. The
/// help of a subcommand with variables names them.
[[nodiscard]] std::optional<CommandLineExit> parse_arguments(CLI::App& app,
                                                             std::vector<std::string> arguments,
                                                             const OptionVariables& variables = {});

/// Returns the variables of the options of the subcommands that have some, sorted.
[[nodiscard]] std::vector<std::string> option_variables(const CLI::App& app,
                                                        const OptionVariables& variables);

/// Returns a usage error (exit code 2) that names the program with its parsed subcommand.
[[nodiscard]] CommandLineExit usage_error(const CLI::App& app, const std::string& message);

/// The exit code if standard output could not be written.
inline constexpr int kOutputFailed = 2;

/// Flushes standard output at the end of a program. Returns `code`; kOutputFailed, after an error
/// on standard error, if something could not be written: a script must not take a part of the
/// output for all of it. A reader that closes the pipe, as `head` does, wants no more: no error.
/// Requires that SIGPIPE is ignored.
[[nodiscard]] int finish_output(std::string_view program, int code);

}  // namespace plumbline
