// `x-security`, an extension of another runner: credentials for the security schemes of OpenAPI.

#include "conformance/workflow/readers/readers.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

constexpr const char* kSecurityKey = "x-security";

/// The credential format and the keys of `values` for a security scheme of OpenAPI.
struct SecuritySchemeRow {
    std::string_view type;
    std::string_view scheme;  ///< of type http
    CredentialFormat format;
    const char* user;  ///< its key, "" for none
    const char* secret;
};
constexpr SecuritySchemeRow kSchemes[]{
    {"apiKey", "", CredentialFormat::kPlain, "", "apiKey"},
    {"http", "bearer", CredentialFormat::kBearerToken, "", "token"},
    {"http", "basic", CredentialFormat::kBasicPair, "username", "password"},
    {"oauth2", "", CredentialFormat::kBearerToken, "", "accessToken"},
    {"openIdConnect", "", CredentialFormat::kBearerToken, "", "accessToken"}};

struct CredentialLocationName {
    std::string_view name;
    ParameterLocation location;
};
constexpr CredentialLocationName kCredentialLocations[]{{"header", ParameterLocation::kHeader},
                                                        {"query", ParameterLocation::kQuery},
                                                        {"cookie", ParameterLocation::kCookie}};

const SecuritySchemeRow* find_scheme_row(const Json& scheme) {
    const std::string type = string_or(scheme, "type", "");
    const std::string name = to_lower(string_or(scheme, "scheme", ""));
    const auto* const found =
        std::find_if(std::begin(kSchemes), std::end(kSchemes), [&](const SecuritySchemeRow& row) {
            return row.type == type && (row.scheme.empty() || row.scheme == name);
        });
    return found == std::end(kSchemes) ? nullptr : found;
}

/// The document and the name of a referenced scheme. The document is that of a source, or null.
struct SchemeReference {
    const ApiDocument* document;
    std::string name;
};

std::vector<std::string> names_in(const Json* schemes) {
    std::vector<std::string> names;
    if (!schemes || !schemes->is_object()) return names;
    for (const auto& [name, scheme] : schemes->items()) names.push_back(name);
    return names;
}

/// Reads the entries of one list. `api` is the document of unqualified scheme names; null: none.
class SecurityReader {
  public:
    SecurityReader(const ReadingContext& reading, const ApiDocument* api)
        : reading_(reading), api_(api) {}

    [[nodiscard]] std::optional<StepCredential> read(const DocumentNode& entry) const {
        const Json* scheme = find_scheme(entry);
        if (!scheme) return {};
        StepCredential credential;
        credential.where = reading_.where(entry);
        const SecuritySchemeRow* row = find_scheme_row(*scheme);
        if (!row) {
            credential.unsupported =
                Error{ErrorCode::kUnsupported,
                      fmt::format("this kind of x-security is not supported: type {} {}",
                                  string_or(*scheme, "type", "(none)"),
                                  string_or(*scheme, "scheme", "")),
                      credential.where,
                      {"supported: apiKey, http bearer, http basic, oauth2, openIdConnect"}};
            return credential;
        }
        credential.format = row->format;
        if (!read_location(entry, *scheme, credential)) return {};
        const auto user = read_value(entry, row->user);
        const auto secret = read_value(entry, row->secret);
        if (!secret || !user) return {};
        credential.user = *user;
        credential.secret = *secret;
        return credential;
    }

  private:
    void report_error(const DocumentNode& node,
                      ErrorCode code,
                      std::string message,
                      std::string fix) const {
        reading_.problems.add(
            ProblemSeverity::kError, code, node.pointer, std::move(message), std::move(fix));
    }

    [[nodiscard]] const Json* find_scheme(const DocumentNode& entry) const {
        const Json* inline_scheme = member(*entry.value, "scheme");
        const std::string name = text_at(entry, "schemeName");
        if (inline_scheme && name.empty() && inline_scheme->is_object()) return inline_scheme;
        if (!inline_scheme && !name.empty()) return find_named_scheme(entry, name);
        report_error(entry,
                     ErrorCode::kInvalid,
                     "x-security does not name exactly one scheme",
                     "give either `schemeName:` or `scheme:` with a security scheme of OpenAPI");
        return nullptr;
    }

    /// Parses `NAME`, a scheme in the document of the step's operation, and
    /// `$sourceDescriptions.SOURCE.NAME`, one in the document of a source.
    [[nodiscard]] SchemeReference parse_scheme_reference(const std::string& written) const {
        constexpr std::string_view kSources = "$sourceDescriptions.";
        if (!written.starts_with(kSources)) return {api_, written};
        const std::string rest = written.substr(kSources.size());
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        SchemeReference reference{nullptr, rest.substr(std::min(dot + 1, rest.size()))};
        for (const Source& one : reading_.sources.all()) {
            if (one.name == rest.substr(0, dot)) reference.document = one.api.get();
        }
        return reference;
    }

    [[nodiscard]] const Json* find_named_scheme(const DocumentNode& entry,
                                                const std::string& written) const {
        const auto [document, name] = parse_scheme_reference(written);
        const std::string pointer = "/components/securitySchemes";
        const Json* schemes =
            document ? find(*document->document().root, std::string_view(pointer)) : nullptr;
        const reading::OpenApiNode all{schemes, pointer};
        if (schemes && all.has(name))
            return resolve_scheme(entry, document->document(), all.child(name));
        report_error(entry,
                     ErrorCode::kNotFound,
                     fmt::format("there is no security scheme {}", written),
                     document ? suggestion(name, names_in(schemes))
                              : "write `$sourceDescriptions.SOURCE.NAME`, or give it as `scheme:`");
        return nullptr;
    }

    [[nodiscard]] const Json* resolve_scheme(const DocumentNode& entry,
                                             const Document& document,
                                             const reading::OpenApiNode& written) const {
        const auto found = reading::resolve_object(document, written);
        if (found) return found->value;
        report_error(entry,
                     found.error().code,
                     "the security scheme of x-security cannot be read",
                     to_text(found.error()));
        return nullptr;
    }

    [[nodiscard]] bool read_location(const DocumentNode& entry,
                                     const Json& scheme,
                                     StepCredential& credential) const {
        credential.name = "Authorization";
        if (credential.format != CredentialFormat::kPlain) return true;
        credential.name = string_or(scheme, "name", "");
        const std::string in = string_or(scheme, "in", "");
        for (const CredentialLocationName& row : kCredentialLocations) {
            credential.location = row.location;
            if (row.name == in && !credential.name.empty()) return true;
        }
        report_error(entry,
                     ErrorCode::kInvalid,
                     "the apiKey of x-security has no location",
                     "its scheme needs `name:`, and `in:` with header, query or cookie");
        return false;
    }

    /// Returns the value of a key of `values`; the null template for the key "".
    [[nodiscard]] std::optional<expressions::Template> read_value(const DocumentNode& entry,
                                                                  const std::string& key) const {
        if (key.empty()) return expressions::Template();
        const Json* values = member(*entry.value, "values");
        const Json* value = values ? member(*values, key) : nullptr;
        if (!value) {
            report_error(entry,
                         ErrorCode::kInvalid,
                         fmt::format("x-security has no value for {}", key),
                         fmt::format("add `values: {{{}: ...}}`", key));
            return {};
        }
        const DocumentNode node = entry.child("values", *values).child(key, *value);
        const bool is_fixed =
            !value->is_string() || as_string(*value).value_or("").find('$') == std::string::npos;
        if (is_fixed && key != "username") {
            reading_.problems.add(ProblemSeverity::kSuggestion,
                                  ErrorCode::kInvalid,
                                  node.pointer,
                                  fmt::format("the {} is written in the suite", key),
                                  "take it from an input: `$inputs.NAME`");
        }
        return read_template(reading_, node);
    }

    const ReadingContext& reading_;
    const ApiDocument* api_;
};

bool is_at(const StepCredential& one, std::string_view name, ParameterLocation location) {
    if (one.location != location) return false;
    return location == ParameterLocation::kHeader ? equals_ignoring_case(one.name, name)
                                                  : one.name == name;
}

/// Returns whether the step itself sets the header, query parameter or cookie of this credential.
bool is_overridden(const Step& step, const StepCredential& credential) {
    return std::any_of(step.parameters.begin(),
                       step.parameters.end(),
                       [&](const ParameterValue& parameter) {
                           return parameter.location &&
                                  is_at(credential, parameter.name, *parameter.location);
                       }) ||
           std::any_of(
               step.credentials.begin(), step.credentials.end(), [&](const StepCredential& own) {
                   return is_at(own, credential.name, credential.location);
               });
}

void add_credential(Step& step, const StepCredential& credential) {
    if (credential.unsupported) {
        step.unsupported.push_back(*credential.unsupported);
    } else if (!is_overridden(step, credential)) {
        step.credentials.push_back(credential);
    }
}

}  // namespace

std::vector<StepCredential> read_security(const ReadingContext& reading,
                                          const DocumentNode& owner,
                                          const ApiDocument* api) {
    std::vector<StepCredential> credentials;
    const SecurityReader reader(reading, api);
    for (const DocumentNode& entry : elements_at(owner, kSecurityKey)) {
        if (!entry.value->is_object()) continue;  // reported by the structure check
        if (auto credential = reader.read(entry)) credentials.push_back(std::move(*credential));
    }
    return credentials;
}

void merge_security(const ReadingContext& reading,
                    const DocumentNode& step_node,
                    Step& step,
                    const std::vector<StepCredential>& inherited) {
    const Json* own = member(*step_node.value, kSecurityKey);
    if (own && !step.workflow.empty()) {
        reading.problems.add(ProblemSeverity::kWarning,
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
