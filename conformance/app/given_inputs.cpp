#include "conformance/app/given_inputs.hpp"

#include "conformance/app/input_values.hpp"
#include "spec/base/file.hpp"
#include "spec/command_line/option_group.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::app {
namespace {

constexpr std::string_view kFile = "@";
constexpr std::string_view kVariable = "env:";

bool is_reference(std::string_view value) {
    return value.starts_with(kFile) || value.starts_with(kVariable);
}

/// Returns whether backslashes before a reference make it a text.
bool is_escaped(const std::string& value) {
    const std::size_t rest = value.find_first_not_of('\\');
    return rest != 0 && rest != std::string::npos &&
           is_reference(std::string_view(value).substr(rest));
}

Result<Json> value_of(const std::string& text) {
    if (text.starts_with(kFile)) return input_from_file(text.substr(kFile.size()));
    if (text.starts_with(kVariable)) return input_from_variable(text.substr(kVariable.size()));
    if (is_escaped(text)) return Json(text.substr(1));
    auto json = parse_json(text);
    return json ? std::move(*json) : Json(text);
}

tl::unexpected<Error> with_option(const std::string& option, Error error) {
    error.message = option + ": " + error.message;
    return fail(std::move(error));
}

/// Rejects an input without name. It may be a value, so only its first word is printed.
tl::unexpected<Error> without_name(const std::string& input) {
    const std::size_t word =
        input.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    const std::string shown = word == std::string::npos ? input : input.substr(0, word) + "...";
    return fail(ErrorCode::kUsage,
                "--input " + shown +
                    ": found no name with a value, expected name=value, "
                    "name=@FILE or name=env:VARIABLE");
}

Result<runner::GivenInputs> inputs_of_options(const std::vector<std::string>& inputs) {
    Json values = Json::object();
    runner::GivenInputs given;
    for (const std::string& input : inputs) {
        const std::size_t equals = input.find('=');
        if (equals == 0 || equals == std::string::npos) return without_name(input);
        const std::string name = input.substr(0, equals);
        const std::string text = input.substr(equals + 1);
        auto value = value_of(text);
        if (!value) return with_option("--input " + name, value.error());
        values[name] = std::move(*value);
        given.secret_names.erase(name);
        given.variables.erase(name);
        if (is_reference(text)) given.secret_names.insert(name);
        if (text.starts_with(kVariable)) given.variables[name] = text.substr(kVariable.size());
    }
    given.values = std::make_shared<const Json>(std::move(values));
    return given;
}

Result<runner::GivenInputs> inputs_in_file(const std::string& path) {
    return read_file(path, kMaxInputFile)
        .and_then([&](const std::string& text) { return parse_document(text, path); })
        .and_then([](const Document& document) { return read_given_inputs(document, ""); });
}

}  // namespace

void add_input_options(OptionGroup& group, RunCommand& run) {
    group.list("--input",
               run.inputs,
               "an input of the scenarios: name=value (JSON or text), name=@FILE, "
               "name=env:VARIABLE; \\@ and \\env: begin a text");
    group.list("--inputs",
               run.input_files,
               "a YAML or JSON file with inputs by name; {env: VARIABLE} and {file: PATH} are "
               "replaced; --input overrides it");
}

Result<CommandInputs> read_inputs(const RunCommand& command) {
    CommandInputs all;
    for (const std::string& path : command.input_files) {
        auto given = inputs_in_file(path);
        if (!given) return with_option("--inputs", given.error());
        all.of_files = merged(all.of_files, *given);
    }
    auto given = inputs_of_options(command.inputs);
    if (!given) return fail(given.error());
    all.of_options = std::move(*given);
    return all;
}

runner::GivenInputs merged(const runner::GivenInputs& given,
                           const runner::GivenInputs& overriding) {
    if (!overriding.values) return given;
    Json values = given.values ? *given.values : Json::object();
    runner::GivenInputs both{nullptr, given.secret_names, given.variables};
    for (const auto& [name, value] : overriding.values->items()) {
        values[name] = value;
        both.secret_names.erase(name);
        both.variables.erase(name);
        if (overriding.secret_names.contains(name)) both.secret_names.insert(name);
    }
    both.variables.insert(overriding.variables.begin(), overriding.variables.end());
    both.values = std::make_shared<const Json>(std::move(values));
    return both;
}

}  // namespace plumbline::app
