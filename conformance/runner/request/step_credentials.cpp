#include "conformance/runner/request/step_credentials.hpp"

#include "conformance/runner/access/secrets.hpp"
#include "spec/base/base64.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using workflow::CredentialFormat;
using workflow::StepCredential;

Result<std::string> text_of(const expressions::Template& written, const expressions::Scope& scope) {
    return written.evaluate(scope).map(
        [](const Json& value) { return value.is_null() ? "" : plain_text(value); });
}

/// Source: RFC 7617, section 2: the user name may not contain a colon.
Result<std::string> basic_pair(const StepCredential& credential, const expressions::Scope& scope) {
    const auto user = text_of(credential.user, scope);
    if (!user) return user;
    if (user->find(':') != std::string::npos) {
        return fail(ErrorCode::kInvalid,
                    "a username of x-security that contains a colon cannot be sent",
                    credential.where);
    }
    return text_of(credential.secret, scope).map([&](const std::string& password) {
        return to_base64(*user + ':' + password);
    });
}

Result<std::string> credential_value(const StepCredential& credential,
                                     const expressions::Scope& scope) {
    switch (credential.format) {
        case CredentialFormat::kPlain:
            return text_of(credential.secret, scope);
        case CredentialFormat::kBearerToken:
            return text_of(credential.secret, scope).map([](const std::string& token) {
                return "Bearer " + token;
            });
        case CredentialFormat::kBasicPair:
            return basic_pair(credential, scope).map([](const std::string& pair) {
                return "Basic " + pair;
            });
    }
    return "";
}

}  // namespace

Result<std::vector<SentCredential>> credentials_to_send(const workflow::Step& step,
                                                        const expressions::Scope& scope) {
    std::vector<SentCredential> sent;
    for (const StepCredential& credential : step.credentials) {
        auto value = credential_value(credential, scope);
        if (!value) return fail(value.error());
        sent.push_back({credential.location, credential.name, *std::move(value)});
    }
    return sent;
}

void add_step_credentials(const workflow::Step& step,
                          const expressions::Scope& scope,
                          std::vector<std::string>& secrets) {
    for (const StepCredential& credential : step.credentials) {
        if (const auto secret = text_of(credential.secret, scope)) add_secret(*secret, secrets);
        if (credential.format != CredentialFormat::kBasicPair) continue;
        if (const auto pair = basic_pair(credential, scope)) add_secret(*pair, secrets);
    }
}

}  // namespace plumbline::runner
