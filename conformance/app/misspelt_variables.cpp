#include "conformance/app/misspelt_variables.hpp"

#include "conformance/app/options.hpp"
#include "conformance/app/variable_inputs.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <string_view>

namespace plumbline::app {
namespace {

constexpr std::string_view kVariablePrefix = "PLUMBLINE_";
constexpr std::string_view kSecretPrefix = "PLUMBLINE_SECRET_";  ///< of `repeat` commands

/// Returns the variables that the target's profile and options name.
std::vector<std::string> variables_of(const runner::Target& target) {
    std::vector<std::string> names{target.credentials.api_key_variable,
                                   target.other_credentials.api_key_variable,
                                   target.control_token_variable,
                                   target.connection.proxies.credentials.name};
    for (const runner::TargetHeader& header : target.headers) names.push_back(header.variable);
    if (target.oauth2) {
        names.push_back(target.oauth2->client_id_variable);
        names.push_back(target.oauth2->client_secret_variable);
    }
    for (const auto& [input, name] : target.inputs.variables) names.push_back(name);
    return names;
}

}  // namespace

std::vector<Error> misspelt_variables(const std::vector<std::string>& given,
                                      const std::vector<std::string>& known) {
    // The common prefix is no sign of likeness.
    std::vector<std::string> ends;
    for (const std::string& name : known) {
        if (name.starts_with(kVariablePrefix)) ends.push_back(name.substr(kVariablePrefix.size()));
    }
    std::vector<Error> warnings;
    for (const std::string& name : given) {
        const bool is_known = std::ranges::find(known, name) != known.end() ||
                              name.starts_with(input_variable("")) ||
                              name.starts_with(kSecretPrefix);
        if (is_known || !name.starts_with(kVariablePrefix)) continue;
        const std::string nearest = nearest_name(name.substr(kVariablePrefix.size()), ends);
        if (nearest.empty()) continue;
        warnings.push_back({ErrorCode::kUsage,
                            "nothing reads the environment variable " + name + "; did you mean " +
                                std::string(kVariablePrefix) + nearest + '?',
                            {},
                            {}});
    }
    return warnings;
}

std::vector<Error> misspelt_variables(const runner::Target& target) {
    std::vector<std::string> given;
    for (const auto& [name, value] : host::environment_values(kVariablePrefix))
        given.push_back(name);
    if (given.empty()) return {};
    std::vector<std::string> known = option_variables();
    const std::vector<std::string> named = variables_of(target);
    known.insert(known.end(), named.begin(), named.end());
    for (const char* name : {"API_KEY", "OTHER_API_KEY", "TENANT", "OTHER_TENANT"})
        known.push_back(std::string(kVariablePrefix) + name);
    return misspelt_variables(given, known);
}

}  // namespace plumbline::app
