#include "conformance/runner/step_credentials.hpp"

#include "conformance/runner/secrets.hpp"
#include "spec/base/base64.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using workflow::CredentialForm;
using workflow::StepCredential;

Result<std::string> text_of(const expressions::Template& written, const expressions::Scope& scope) {
    return written.evaluate(scope).map(
        [](const Json& value) { return value.is_null() ? "" : expressions::plain_text(value); });
}

/// Source: RFC 7617, section 2: the name may not hold a colon.
Result<std::string> pair_of(const StepCredential& credential, const expressions::Scope& scope) {
    const auto user = text_of(credential.user, scope);
    if (!user) return user;
    if (user->find(':') != std::string::npos) {
        return fail(ErrorCode::kInvalid,
                    "a username of x-security with a colon in it cannot be sent",
                    credential.where);
    }
    return text_of(credential.secret, scope).map([&](const std::string& password) {
        return to_base64(*user + ':' + password);
    });
}

Result<std::string> value_of(const StepCredential& credential, const expressions::Scope& scope) {
    switch (credential.form) {
        case CredentialForm::kAsIs:
            return text_of(credential.secret, scope);
        case CredentialForm::kBearerToken:
            return text_of(credential.secret, scope).map([](const std::string& token) {
                return "Bearer " + token;
            });
        case CredentialForm::kBasicPair:
            return pair_of(credential, scope).map([](const std::string& pair) {
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
        auto value = value_of(credential, scope);
        if (!value) return fail(value.error());
        sent.push_back({credential.place, credential.name, *std::move(value)});
    }
    return sent;
}

void learn_credentials(const workflow::Step& step,
                       const expressions::Scope& scope,
                       std::vector<std::string>& secrets) {
    for (const StepCredential& credential : step.credentials) {
        if (const auto secret = text_of(credential.secret, scope)) add_secret(*secret, secrets);
        if (credential.form != CredentialForm::kBasicPair) continue;
        if (const auto pair = pair_of(credential, scope)) add_secret(*pair, secrets);
    }
}

}  // namespace plumbline::runner
