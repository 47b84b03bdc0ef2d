#include "spec/command_line/parse_arguments.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/base/result.hpp"
#include "spec/base/text.hpp"
#include "spec/base/wrapped_text.hpp"
#include "spec/command_line/help_format.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace plumbline {
namespace {

constexpr int kUsageError = 2;

/// Returns `plumbline run`, the program and its parsed subcommands.
std::string command_of(const CLI::App& app) {
    std::string name = app.get_name();
    for (const CLI::App* used : app.get_subcommands()) name += ' ' + command_of(*used);
    return name;
}

/// Returns the names of the subcommands that the help lists.
std::vector<std::string> subcommand_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* one : app.get_subcommands(nullptr)) {
        if (!one->get_group().empty()) names.push_back(one->get_name());
    }
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
    std::string text = wrapped_lines(fmt::format("{}: {}", command, message), 4);
    return {text + fmt::format("`{} --help` prints all options\n", command), kUsageError};
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

/// Reports the first argument that is an option, and that none of `app` is.
std::optional<CommandLineExit> unknown_option(const CLI::App& app) {
    for (const std::string& argument : app.remaining(true)) {
        if (argument.starts_with("--")) return unknown_argument(app, argument);
    }
    return std::nullopt;
}

bool has_positional(const CLI::App& app) {
    return std::ranges::any_of(app.get_options(), &CLI::Option::get_positional);
}

/// Returns the first argument that has to be a subcommand and is none.
std::optional<CommandLineExit> unknown_subcommand(const CLI::App& app,
                                                  const std::vector<std::string>& arguments,
                                                  const std::string& command) {
    const std::vector<std::string> known = subcommand_names(app);
    if (known.empty() || arguments.empty() || arguments.front().starts_with('-')) return {};
    const std::string& word = arguments.front();
    const auto all = app.get_subcommands(nullptr);
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const CLI::App* one) { return one->get_name() == word; });
    if (found == all.end()) {
        // A program with positional arguments of its own takes a word that is no subcommand.
        if (has_positional(app)) return std::nullopt;
        return unknown_subcommand_error(command, word, known);
    }
    return unknown_subcommand(
        **found, {arguments.begin() + 1, arguments.end()}, command + ' ' + word);
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

/// The variables that give options, by the options' names.
using UsedVariables = std::map<std::string, std::string>;

std::string variable_of(const OptionVariables& variables, const std::string& option_name) {
    std::string name = variables.prefix;
    for (const char c : option_name)
        name += c == '-' ? '_' : (c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    return name;
}

/// Returns whether the arguments give the option.
bool is_given(const CLI::Option& option, const std::vector<std::string>& arguments) {
    return std::ranges::any_of(arguments, [&](const std::string& argument) {
        const bool is_short = argument.size() > 1 && argument[0] == '-' && argument[1] != '-';
        return is_short ? option.check_sname(argument.substr(1, 1))
                        : argument.starts_with("--") &&
                              option.check_lname(argument.substr(2, argument.find('=') - 2));
    });
}

/// Inserts the options of a subcommand that variables give and the arguments do not. Returns
/// their variables. Errors: kUsage, naming an empty variable.
Result<UsedVariables> insert_variables(CLI::App& app,
                                       const OptionVariables& variables,
                                       std::vector<std::string>& arguments) {
    UsedVariables used;
    if (arguments.empty() ||
        std::ranges::find(variables.subcommands, arguments.front()) == variables.subcommands.end())
        return used;
    std::vector<std::string> inserted;
    for (const CLI::Option* option : app.get_subcommand(arguments.front())->get_options()) {
        if (option->get_lnames().empty() || option->check_lname("help")) continue;
        const std::string& name = option->get_lnames().front();
        const std::string variable = variable_of(variables, name);
        const auto value = is_given(*option, arguments) ? std::nullopt : variables.value(variable);
        if (!value) continue;
        if (value->empty()) return fail(ErrorCode::kUsage, variable);
        inserted.push_back("--" + name + '=' + *value);
        used["--" + name] = variable;
    }
    arguments.insert(arguments.begin() + 1, inserted.begin(), inserted.end());
    return used;
}

/// Says in the help of the subcommands that their options have variables.
void describe_variables(CLI::App& app, const OptionVariables& variables) {
    for (const std::string& name : variables.subcommands) {
        CLI::App& command = *app.get_subcommand(name);
        const std::string footer = command.get_footer();
        command.footer(fmt::format(
            "Each option can also be given as an environment variable: --max-rate as {0}MAX_RATE, "
            "a "
            "flag with the value true. An option of the command line overrides its variable.{1}{2}",
            variables.prefix,
            footer.empty() ? "" : "\n",
            footer));
    }
}

/// Returns the message with the variables whose options it is about.
std::string with_variables(std::string message, const UsedVariables& used) {
    for (const auto& [option, variable] : used) {
        if (message.starts_with(option + ':') || message.starts_with(option + ' '))
            message += fmt::format(" ({} is the value of {})", option, variable);
    }
    return message;
}

}  // namespace

std::vector<std::string> option_variables(const CLI::App& app, const OptionVariables& variables) {
    std::set<std::string> names;
    for (const std::string& subcommand : variables.subcommands) {
        for (const CLI::Option* option : app.get_subcommand(subcommand)->get_options()) {
            if (!option->get_lnames().empty() && !option->check_lname("help"))
                names.insert(variable_of(variables, option->get_lnames().front()));
        }
    }
    return {names.begin(), names.end()};
}

CommandLineExit usage_error(const CLI::App& app, const std::string& message) {
    return usage_error_of(command_of(app), message);
}

std::optional<CommandLineExit> parse_arguments(CLI::App& app,
                                               std::vector<std::string> arguments,
                                               const OptionVariables& variables) {
    describe_variables(app, variables);
    wrap_help(app);
    if (auto unknown = unknown_subcommand(app, arguments, app.get_name())) return unknown;
    const auto used = insert_variables(app, variables, arguments);
    if (!used) {
        return usage_error_of(app.get_name() + ' ' + arguments.front(),
                              fmt::format("the environment variable {} is empty; give it a value, "
                                          "or unset it",
                                          used.error().message));
    }
    const auto empty_option = option_with_empty_value(arguments);
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
        // A misspelt option may be why a required one is missing.
        if (const auto unknown = unknown_option(app)) return unknown;
        if (empty_option) return empty_value_error(app, *empty_option);
        if (const auto empty = empty_value(app)) return empty;
        return usage_error(app, with_variables(error.what(), *used));
    }
    return empty_value(app);
}

}  // namespace plumbline
