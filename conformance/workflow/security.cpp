// The extension `x-security` of another runner: credentials by the security schemes of OpenAPI.

#include "conformance/workflow/reading.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

constexpr const char* kSecurityKey = "x-security";

/// What a security scheme of OpenAPI makes of which `values`.
struct SchemeRow {
    std::string_view type;
    std::string_view scheme;  ///< of type http
    CredentialForm form;
    const char* user;  ///< its key, "" for none
    const char* secret;
};
constexpr SchemeRow kSchemes[]{
    {"apiKey", "", CredentialForm::kAsIs, "", "apiKey"},
    {"http", "bearer", CredentialForm::kBearerToken, "", "token"},
    {"http", "basic", CredentialForm::kBasicPair, "username", "password"},
    {"oauth2", "", CredentialForm::kBearerToken, "", "accessToken"},
    {"openIdConnect", "", CredentialForm::kBearerToken, "", "accessToken"}};

struct CredentialPlaceName {
    std::string_view name;
    ParameterPlace place;
};
constexpr CredentialPlaceName kCredentialPlaces[]{{"header", ParameterPlace::kHeader},
                                                  {"query", ParameterPlace::kQuery},
                                                  {"cookie", ParameterPlace::kCookie}};

const SchemeRow* row_of(const Json& scheme) {
    const std::string type = string_or(scheme, "type", "");
    const std::string name = to_lower(string_or(scheme, "scheme", ""));
    const auto* const found =
        std::find_if(std::begin(kSchemes), std::end(kSchemes), [&](const SchemeRow& row) {
            return row.type == type && (row.scheme.empty() || row.scheme == name);
        });
    return found == std::end(kSchemes) ? nullptr : found;
}

/// Where a scheme that is named is looked for. The document is one of the sources', or null.
struct SchemePlace {
    const ApiDocument* document;
    std::string name;
};

std::vector<std::string> names_in(const Json* schemes) {
    std::vector<std::string> names;
    if (!schemes || !schemes->is_object()) return names;
    for (const auto& [name, scheme] : schemes->items()) names.push_back(name);
    return names;
}

/// Reads the entries of one list. `api` has the schemes that are named alone; null: none.
class SecurityReader {
  public:
    SecurityReader(const Reading& reading, const ApiDocument* api) : reading_(reading), api_(api) {}

    [[nodiscard]] std::optional<StepCredential> read(const Node& entry) const {
        const Json* scheme = scheme_of(entry);
        if (!scheme) return {};
        StepCredential credential;
        credential.where = reading_.where(entry);
        const SchemeRow* row = row_of(*scheme);
        if (!row) {
            credential.unsupported =
                Error{ErrorCode::kUnsupported,
                      fmt::format("this kind of x-security is not supported: type {} {}",
                                  string_or(*scheme, "type", "(none)"),
                                  string_or(*scheme, "scheme", "")),
                      credential.where,
                      {"there is: apiKey, http bearer, http basic, oauth2, openIdConnect"}};
            return credential;
        }
        credential.form = row->form;
        if (!read_place(entry, *scheme, credential)) return {};
        const auto user = value_of(entry, row->user);
        const auto secret = value_of(entry, row->secret);
        if (!secret || !user) return {};
        credential.user = *user;
        credential.secret = *secret;
        return credential;
    }

  private:
    void refuse(const Node& node, ErrorCode code, std::string message, std::string mend) const {
        reading_.problems.add(
            Severity::kError, code, node.pointer, std::move(message), std::move(mend));
    }

    [[nodiscard]] const Json* scheme_of(const Node& entry) const {
        const Json* inline_scheme = member(*entry.value, "scheme");
        const std::string name = text_at(entry, "schemeName");
        if (inline_scheme && name.empty() && inline_scheme->is_object()) return inline_scheme;
        if (!inline_scheme && !name.empty()) return named(entry, name);
        refuse(entry,
               ErrorCode::kInvalid,
               "x-security says not by which one scheme",
               "give either `schemeName:` or `scheme:` with a security scheme of OpenAPI");
        return nullptr;
    }

    /// Finds where `NAME` is looked for, in the document of the step's operation, and
    /// `$sourceDescriptions.SOURCE.NAME`, in that of a source.
    [[nodiscard]] SchemePlace place_of(const std::string& written) const {
        constexpr std::string_view kSources = "$sourceDescriptions.";
        if (!written.starts_with(kSources)) return {api_, written};
        const std::string rest = written.substr(kSources.size());
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        SchemePlace place{nullptr, rest.substr(std::min(dot + 1, rest.size()))};
        for (const Source& one : reading_.sources.all()) {
            if (one.name == rest.substr(0, dot)) place.document = one.api.get();
        }
        return place;
    }

    [[nodiscard]] const Json* named(const Node& entry, const std::string& written) const {
        const auto [document, name] = place_of(written);
        const std::string home = "/components/securitySchemes";
        const Json* schemes =
            document ? find(*document->document().root, std::string_view(home)) : nullptr;
        const reading::Place all{schemes, home};
        if (schemes && all.has(name)) return followed(entry, document->document(), all.child(name));
        refuse(entry,
               ErrorCode::kNotFound,
               fmt::format("there is no security scheme {} here", written),
               document ? suggestion(name, names_in(schemes))
                        : "write `$sourceDescriptions.SOURCE.NAME`, or give it as `scheme:`");
        return nullptr;
    }

    [[nodiscard]] const Json* followed(const Node& entry,
                                       const Document& document,
                                       const reading::Place& written) const {
        const auto found = reading::resolved_object(document, written);
        if (found) return found->node;
        refuse(entry,
               found.error().code,
               "the security scheme of x-security cannot be read",
               to_text(found.error()));
        return nullptr;
    }

    [[nodiscard]] bool read_place(const Node& entry,
                                  const Json& scheme,
                                  StepCredential& credential) const {
        credential.name = "Authorization";
        if (credential.form != CredentialForm::kAsIs) return true;
        credential.name = string_or(scheme, "name", "");
        const std::string in = string_or(scheme, "in", "");
        for (const CredentialPlaceName& row : kCredentialPlaces) {
            credential.place = row.place;
            if (row.name == in && !credential.name.empty()) return true;
        }
        refuse(entry,
               ErrorCode::kInvalid,
               "the apiKey of x-security has no place",
               "its scheme needs `name:`, and `in:` with header, query or cookie");
        return false;
    }

    /// Returns what a key of `values` gives; null of the key "".
    [[nodiscard]] std::optional<expressions::Template> value_of(const Node& entry,
                                                                const std::string& key) const {
        if (key.empty()) return expressions::Template();
        const Json* values = member(*entry.value, "values");
        const Json* value = values ? member(*values, key) : nullptr;
        if (!value) {
            refuse(entry,
                   ErrorCode::kInvalid,
                   fmt::format("x-security gives no {}", key),
                   fmt::format("add `values: {{{}: ...}}`", key));
            return {};
        }
        const Node node = entry.child("values", *values).child(key, *value);
        const bool is_fixed =
            !value->is_string() || as_string(*value).value_or("").find('$') == std::string::npos;
        if (is_fixed && key != "username") {
            reading_.problems.add(Severity::kAdvice,
                                  ErrorCode::kInvalid,
                                  node.pointer,
                                  fmt::format("the {} stands in the suite", key),
                                  "take it from an input: `$inputs.NAME`");
        }
        return read_template(reading_, node);
    }

    const Reading& reading_;
    const ApiDocument* api_;
};

bool same_place(const StepCredential& one, std::string_view name, ParameterPlace place) {
    if (one.place != place) return false;
    return place == ParameterPlace::kHeader ? equals_ignoring_case(one.name, name)
                                            : one.name == name;
}

/// Says whether the step itself says what goes where this credential would.
bool is_given(const Step& step, const StepCredential& credential) {
    return std::any_of(step.parameters.begin(),
                       step.parameters.end(),
                       [&](const ParameterValue& parameter) {
                           return parameter.place &&
                                  same_place(credential, parameter.name, *parameter.place);
                       }) ||
           std::any_of(
               step.credentials.begin(), step.credentials.end(), [&](const StepCredential& own) {
                   return same_place(own, credential.name, credential.place);
               });
}

void add_credential(Step& step, const StepCredential& credential) {
    if (credential.unsupported) {
        step.unsupported.push_back(*credential.unsupported);
    } else if (!is_given(step, credential)) {
        step.credentials.push_back(credential);
    }
}

}  // namespace

std::vector<StepCredential> read_security(const Reading& reading,
                                          const Node& owner,
                                          const ApiDocument* api) {
    std::vector<StepCredential> credentials;
    const SecurityReader reader(reading, api);
    for (const Node& entry : elements_at(owner, kSecurityKey)) {
        if (!entry.value->is_object()) continue;  // the shape check tells
        if (auto credential = reader.read(entry)) credentials.push_back(std::move(*credential));
    }
    return credentials;
}

void merge_security(const Reading& reading,
                    const Node& step_node,
                    Step& step,
                    const std::vector<StepCredential>& inherited) {
    const Json* own = member(*step_node.value, kSecurityKey);
    if (own && !step.workflow.empty()) {
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kInvalid,
                             step_node.child(kSecurityKey, *own).pointer,
                             "a step that calls a workflow sends no credentials",
                             "write x-security in that workflow");
    }
    if (!step.operation) return;
    for (const StepCredential& credential : read_security(reading, step_node, step.api.get()))
        add_credential(step, credential);
    for (const StepCredential& credential : inherited) add_credential(step, credential);
}

}  // namespace plumbline::workflow
