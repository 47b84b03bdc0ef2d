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

constexpr DocumentKeyword<ParameterLocation> kCredentialLocations[]{
    {"header", ParameterLocation::kHeader},
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

const Json* resolve_scheme(const DocumentNode& entry,
                           const Document& document,
                           const reading::OpenApiNode& written) {
    const auto found = reading::resolve_object(document, written);
    if (found) return found->value;
    entry.error("the security scheme of x-security cannot be read",
                to_text(found.error()),
                found.error().code);
    return nullptr;
}

/// Finds `NAME`, a scheme in the document `api` of the step's operation, or
/// `$sourceDescriptions.SOURCE.NAME`, one in the document of a source (the form in which workflows
/// of other documents are named).
const Json* find_named_scheme(const std::vector<Source>& sources,
                              const DocumentNode& entry,
                              const ApiDocument* api) {
    const std::string written = entry.text("schemeName");
    std::string name = written;
    if (const auto reference = parse_foreign_workflow(written)) {
        name = reference->id;
        const auto source = std::find_if(sources.begin(), sources.end(), [&](const Source& one) {
            return one.name == reference->source;
        });
        api = source == sources.end() ? nullptr : source->api.get();
    }
    const std::string pointer = "/components/securitySchemes";
    const Json* schemes = api ? find(*api->document().root, std::string_view(pointer)) : nullptr;
    const reading::OpenApiNode all{schemes, pointer};
    if (schemes && all.has(name)) return resolve_scheme(entry, api->document(), all.child(name));
    std::vector<std::string> known;
    if (schemes && schemes->is_object()) {
        for (const auto& [other, scheme] : schemes->items()) known.push_back(other);
    }
    entry.error(fmt::format("there is no security scheme {}", written),
                api ? suggestion(name, known)
                    : "write `$sourceDescriptions.SOURCE.NAME`, or give it as `scheme:`",
                ErrorCode::kNotFound);
    return nullptr;
}

const Json* find_scheme(const std::vector<Source>& sources,
                        const DocumentNode& entry,
                        const ApiDocument* api) {
    const DocumentNode inline_scheme = entry["scheme"];
    const bool is_named = !entry.text("schemeName").empty();
    if (!is_named && inline_scheme.value->is_object()) return inline_scheme.value;
    if (is_named && !inline_scheme.exists()) return find_named_scheme(sources, entry, api);
    entry.error("x-security does not name exactly one scheme",
                "give either `schemeName:` or `scheme:` with a security scheme of OpenAPI");
    return nullptr;
}

/// Reads where an API key is sent; returns false if its scheme does not say.
bool read_key_location(const DocumentNode& entry, const Json& scheme, StepCredential& credential) {
    credential.name = string_or(scheme, "name", "");
    const auto* const location = find_keyword(kCredentialLocations, string_or(scheme, "in", ""));
    if (location && !credential.name.empty()) {
        credential.location = location->value;
        return true;
    }
    entry.error("the apiKey of x-security has no location",
                "its scheme needs `name:`, and `in:` with header, query or cookie");
    return false;
}

/// Returns the value of a key of `values`; the null template for the key "".
std::optional<expressions::Template> read_value(const DocumentNode& entry, const std::string& key) {
    if (key.empty()) return expressions::Template();
    const DocumentNode node = entry["values"][key];
    if (!node.exists()) {
        entry.error(fmt::format("x-security has no value for {}", key),
                    fmt::format("add `values: {{{}: ...}}`", key));
        return {};
    }
    if (node.text().find('$') == std::string::npos && key != "username")
        node.suggest(fmt::format("the {} is written in the suite", key),
                     "take it from an input: `$inputs.NAME`");
    return read_template(node);
}

std::optional<StepCredential> read_credential(const std::vector<Source>& sources,
                                              const DocumentNode& entry,
                                              const ApiDocument* api) {
    const Json* scheme = find_scheme(sources, entry, api);
    if (!scheme) return {};
    StepCredential credential;
    credential.where = entry.where();
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
    credential.name = "Authorization";
    if (row->format == CredentialFormat::kPlain && !read_key_location(entry, *scheme, credential))
        return {};
    auto user = read_value(entry, row->user);
    auto secret = read_value(entry, row->secret);
    if (!secret || !user) return {};
    credential.user = *std::move(user);
    credential.secret = *std::move(secret);
    return credential;
}

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
                                          const DocumentNode& list,
                                          const ApiDocument* api) {
    std::vector<StepCredential> credentials;
    for (const DocumentNode& entry : list.elements()) {
        if (!entry.value->is_object()) continue;  // reported by the structure check
        if (auto credential = read_credential(reading.sources, entry, api))
            credentials.push_back(std::move(*credential));
    }
    return credentials;
}

void merge_security(const ReadingContext& reading,
                    const DocumentNode& step_node,
                    Step& step,
                    const std::vector<StepCredential>& inherited) {
    const DocumentNode own = step_node["x-security"];
    if (own.exists() && !step.workflow.empty())
        own.warning("a step that calls a workflow sends no credentials",
                    "write x-security in that workflow");
    if (!step.operation) return;
    for (const StepCredential& credential : read_security(reading, own, step.api.get()))
        add_credential(step, credential);
    for (const StepCredential& credential : inherited) add_credential(step, credential);
}

}  // namespace plumbline::workflow
