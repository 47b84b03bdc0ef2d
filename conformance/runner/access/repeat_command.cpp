#include "conformance/runner/access/repeat_command.hpp"

#include "spec/json/access.hpp"

#include <string>
#include <utility>

namespace plumbline::runner {
namespace {

constexpr const char* kTenantVariable = "PLUMBLINE_TENANT";
constexpr const char* kOtherTenantVariable = "PLUMBLINE_OTHER_TENANT";

void add_variable(std::string name,
                  const Secret& value,
                  std::vector<client::SecretVariable>& variables) {
    if (!name.empty() && !value.empty()) variables.push_back({std::move(name), value});
}

/// A tenant's id may come from an option or a profile: the user sets the variable.
void add_tenant(std::string name,
                const std::string& id,
                std::vector<client::SecretVariable>& variables) {
    if (!id.empty())
        variables.push_back({std::move(name), Secret(id), "set it to the id of the tenant"});
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
    add_tenant(kTenantVariable, target.credentials.tenant_id, variables);
    add_tenant(kOtherTenantVariable, target.other_credentials.tenant_id, variables);
    add_shared(target, variables);
    return variables;
}

std::vector<client::SecretVariable> workspace_variables(const Target& target, const Json& inputs) {
    std::vector<client::SecretVariable> variables;
    for (const auto& [input, name] : {std::pair("api_key", "PLUMBLINE_API_KEY"),
                                      std::pair("other_api_key", "PLUMBLINE_OTHER_API_KEY"),
                                      std::pair("tenant_id", kTenantVariable),
                                      std::pair("other_tenant_id", kOtherTenantVariable)})
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
