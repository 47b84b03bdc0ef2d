#include "conformance/app/variable_inputs.hpp"

#include "conformance/app/usage_error.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::app {
namespace {

constexpr std::string_view kPrefix = "PLUMBLINE_INPUT_";

/// Returns by name whether each declared input can be a text.
std::map<std::string, bool> declared_inputs(const runner::Suites& suites) {
    std::map<std::string, bool> declared;
    for (const auto& suite : suites) {
        for (const workflow::Suite* used : suite->with_sources()) {
            for (const workflow::Workflow& one : used->workflows) {
                for (const workflow::WorkflowInput& input : one.inputs) {
                    const auto [known, is_new] = declared.emplace(input.name, input.takes_text);
                    known->second = known->second || input.takes_text;
                }
            }
        }
    }
    return declared;
}

Result<Json> value_of_variable(const std::string& text, bool takes_text) {
    if (!takes_text) {
        if (auto json = parse_json(text)) return *std::move(json);
    }
    return external_value(text, "its value");
}

}  // namespace

std::string input_variable(const std::string& input) {
    std::string name(kPrefix);
    for (const char c : input) name += is_ascii_letter(c) || is_ascii_digit(c) ? c : '_';
    return name;
}

Result<VariableInputs> read_variable_inputs(const runner::Suites& suites,
                                            const std::map<std::string, std::string>& variables) {
    VariableInputs read;
    if (variables.empty()) return read;
    Json values = Json::object();
    std::map<std::string, std::string> unknown = variables;
    std::vector<std::string> known;
    for (const auto& [name, takes_text] : declared_inputs(suites)) {
        const std::string variable = input_variable(name);
        known.push_back(variable);
        const auto given = variables.find(variable);
        if (given == variables.end()) continue;
        unknown.erase(variable);
        if (given->second.empty())
            return usage_error("the environment variable " + variable +
                               " is empty; give it a value, or unset it");
        auto value = value_of_variable(given->second, takes_text);
        if (!value) return fail(error_about("the environment variable " + variable, value.error()));
        values[name] = *std::move(value);
        read.inputs.secret_names.insert(name);
        read.inputs.variables[name] = variable;
    }
    if (!values.empty()) read.inputs.values = std::make_shared<const Json>(std::move(values));
    for (const auto& [variable, value] : unknown) {
        read.warnings.push_back({ErrorCode::kUsage,
                                 "the environment variable " + variable +
                                     " is not used: no scenario declares such an input" +
                                     name_hint(variable, known),
                                 {},
                                 {}});
    }
    return read;
}

std::map<std::string, std::string> input_variables() {
    return host::environment_values(kPrefix);
}

}  // namespace plumbline::app
