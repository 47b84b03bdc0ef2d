#include "conformance/runner/access/target_mask.hpp"

#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/access_token.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

std::string without_secrets_of(const Target& target, const std::string& text) {
    std::vector<std::string> secrets;
    for (const TargetCredentials* one : {&target.credentials, &target.other_credentials})
        add_secret(one->api_key.reveal(), secrets);
    add_target_secrets(target, secrets);
    if (target.oauth2) add_secret(target.oauth2->client_secret.reveal(), secrets);
    if (target.tokens) {
        for (const std::string& token : target.tokens->secrets()) add_secret(token, secrets);
    }
    for (const std::string& name : target.inputs.secret_names) {
        if (target.inputs.values) add_texts(*target.inputs.values, name, secrets);
    }
    return OutputMask(secrets)(text);
}

Error without_secrets_of(const Target& target, Error error) {
    error.message = without_secrets_of(target, error.message);
    for (std::string& note : error.notes) note = without_secrets_of(target, note);
    return error;
}

}  // namespace plumbline::runner
