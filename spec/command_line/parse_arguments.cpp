#include "spec/command_line/parse_arguments.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace plumbline {
namespace {

constexpr int kUsageError = 2;

/// Returns `plumbline run`, the program and its parsed subcommands.
std::string command_of(const CLI::App& app) {
    std::string name = app.get_name();
    for (const CLI::App* used : app.get_subcommands()) name += ' ' + command_of(*used);
    return name;
}

std::vector<std::string> subcommand_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* one : app.get_subcommands(nullptr)) names.push_back(one->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

/// Returns the app that knows the options of the command line: the parsed subcommand, if any.
const CLI::App& innermost(const CLI::App& app) {
    const auto used = app.get_subcommands();
    return used.empty() ? app : innermost(*used.back());
}

CommandLineExit usage_error_of(const std::string& command, const std::string& message) {
    return {fmt::format("{}: {}\n`{} --help` prints all options\n", command, message, command),
            kUsageError};
}

CommandLineExit unknown_subcommand_error(const std::string& command,
                                         const std::string& word,
                                         const std::vector<std::string>& known) {
    return usage_error_of(command,
                          fmt::format("unknown subcommand '{}'{}; the subcommands are {}",
                                      word,
                                      name_hint(word, known),
                                      join(known, ", ")));
}

/// Reports the first argument that no option or positional argument takes.
CommandLineExit unknown_argument(const CLI::App& app, const std::string& argument) {
    const CLI::App& used = innermost(app);
    const std::string word = argument.substr(0, argument.find('='));
    if (word.starts_with('-')) {
        return usage_error(
            app, fmt::format("unknown option {}{}", word, name_hint(word, option_names(used))));
    }
    const std::vector<std::string> commands = subcommand_names(used);
    if (commands.empty()) return usage_error(app, fmt::format("unexpected argument '{}'", word));
    return unknown_subcommand_error(command_of(app), word, commands);
}

/// Returns the first argument that has to be a subcommand and is none.
std::optional<CommandLineExit> unknown_subcommand(const CLI::App& app,
                                                  const std::vector<std::string>& arguments,
                                                  const std::string& command) {
    const std::vector<std::string> known = subcommand_names(app);
    if (known.empty() || arguments.empty() || arguments.front().starts_with('-')) return {};
    const std::string& word = arguments.front();
    if (std::find(known.begin(), known.end(), word) == known.end())
        return unknown_subcommand_error(command, word, known);
    return unknown_subcommand(
        *app.get_subcommand(word), {arguments.begin() + 1, arguments.end()}, command + ' ' + word);
}

CommandLineExit empty_value_error(const CLI::App& app, const std::string& option) {
    return usage_error(
        app,
        fmt::format(
            "{} is empty; if its value comes from a variable, the variable is not set; give "
            "a value, or omit the option",
            option));
}

/// Returns the option of an argument such as `--url=`, for which CLI11 reports a missing value.
std::optional<std::string> option_with_empty_value(const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
        if (argument == "--") break;
        const bool is_empty =
            argument.starts_with("--") && argument.find('=') == argument.size() - 1;
        if (is_empty) return argument.substr(0, argument.size() - 1);
    }
    return std::nullopt;
}

std::optional<CommandLineExit> empty_value(const CLI::App& app) {
    for (const CLI::Option* option : innermost(app).get_options()) {
        for (const std::string& value : option->results()) {
            if (!value.empty() || option->get_items_expected_max() == 0) continue;
            return empty_value_error(app, option->get_name(false, true));
        }
    }
    return std::nullopt;
}

}  // namespace

CommandLineExit usage_error(const CLI::App& app, const std::string& message) {
    return usage_error_of(command_of(app), message);
}

std::optional<CommandLineExit> parse_arguments(CLI::App& app, std::vector<std::string> arguments) {
    const auto empty_option = option_with_empty_value(arguments);
    if (auto unknown = unknown_subcommand(app, arguments, app.get_name())) return unknown;
    try {
        std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the end
        app.parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
        return CommandLineExit{app.help(), 0};
    } catch (const CLI::CallForVersion&) {
        return CommandLineExit{app.version() + '\n', 0};
    } catch (const CLI::ExtrasError& error) {
        const std::vector<std::string> left = app.remaining(true);
        return left.empty() ? usage_error(app, error.what()) : unknown_argument(app, left.front());
    } catch (const CLI::ParseError& error) {
        if (empty_option) return empty_value_error(app, *empty_option);
        if (const auto empty = empty_value(app)) return empty;
        return usage_error(app, error.what());
    }
    return empty_value(app);
}

}  // namespace plumbline
