#include "conformance/runner/access/repeat_command.hpp"

#include "spec/json/access.hpp"

#include <string>
#include <utility>

namespace plumbline::runner {
namespace {

void add_variable(std::string name,
                  const Secret& value,
                  std::vector<client::SecretVariable>& variables) {
    if (!name.empty() && !value.empty()) variables.push_back({std::move(name), value});
}

void add_inputs(const GivenInputs& inputs, std::vector<client::SecretVariable>& variables) {
    for (const auto& [input, name] : inputs.variables)
        add_variable(name, Secret(string_or(*inputs.values, input, "")), variables);
}

/// Adds the variables that both a target and a workspace use.
void add_shared(const Target& target, std::vector<client::SecretVariable>& variables) {
    add_variable(target.control_token_variable, target.control_token, variables);
    for (const TargetHeader& header : target.headers)
        add_variable(header.variable, header.value, variables);
    add_inputs(target.inputs, variables);
}

}  // namespace

std::vector<client::SecretVariable> secret_variables(const Target& target) {
    std::vector<client::SecretVariable> variables;
    for (const TargetCredentials* one : {&target.credentials, &target.other_credentials})
        add_variable(one->api_key_variable, one->api_key, variables);
    add_shared(target, variables);
    return variables;
}

std::vector<client::SecretVariable> workspace_variables(const Target& target, const Json& inputs) {
    std::vector<client::SecretVariable> variables;
    for (const auto& [input, name] : {std::pair("api_key", "PLUMBLINE_API_KEY"),
                                      std::pair("other_api_key", "PLUMBLINE_OTHER_API_KEY")})
        add_variable(name, Secret(string_or(inputs, input, "")), variables);
    add_shared(target, variables);
    return variables;
}

client::CurlCommandOptions curl_options(const Target& target) {
    client::CurlCommandOptions options;
    options.tls_options = client::tls_options_of(
        target.tls.ca_file, target.tls.certificate_file, target.tls.key_file);
    options.proxies = target.connection.proxies;
    options.resolve = target.connection.resolve;
    return options;
}

}  // namespace plumbline::runner
