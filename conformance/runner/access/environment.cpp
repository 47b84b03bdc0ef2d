#include "conformance/runner/access/environment.hpp"

#include "conformance/runner/access/input_places.hpp"
#include "conformance/runner/access/message_secrets.hpp"
#include "conformance/runner/access/output_mask.hpp"
#include "conformance/runner/access/repeat_command.hpp"
#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/access_token.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

/// Returns the standard inputs from a description of the environment: the workspace's response or
/// the target's own.
Json standard_inputs(const Json& description) {
    Json inputs = Json::object();
    for (const char* name : {"tenant_id", "api_key", "hosting"}) {
        if (const Json* value = member(description, name)) inputs[name] = *value;
    }
    if (const Json* more = member(description, "inputs"); more && more->is_object())
        inputs.update(*more);
    if (const Json* other = member(description, "other_tenant"); other && other->is_object()) {
        inputs["other_tenant_id"] = string_or(*other, "tenant_id", "");
        inputs["other_api_key"] = string_or(*other, "api_key", "");
    }
    const Json* sources = member(description, "sources");
    if (!sources || !sources->is_object()) return inputs;
    // The members of the hosting's main source are also inputs under their own names, so that a
    // suite can write $inputs.repo_url and still run with defaults on other runners.
    const bool cloud = string_or(description, "hosting", "cloud") == "cloud";
    for (const auto& [source, values] : sources->items()) inputs[source] = values;
    if (const Json* main = member(*sources, cloud ? "git_host" : "external_container");
        main && main->is_object()) {
        for (const auto& [name, value] : main->items()) inputs[name] = value;
    }
    return inputs;
}

Json target_description(const Target& target) {
    Json description{{"hosting", target.hosting}};
    if (!target.credentials.tenant_id.empty())
        description["tenant_id"] = target.credentials.tenant_id;
    if (!target.credentials.api_key.empty())
        description["api_key"] = target.credentials.api_key.reveal();
    if (!target.other_credentials.api_key.empty()) {
        description["other_tenant"] = {{"tenant_id", target.other_credentials.tenant_id},
                                       {"api_key", target.other_credentials.api_key.reveal()}};
    }
    if (target.sources) description["sources"] = *target.sources;
    if (target.found_inputs) description["inputs"].update(*target.found_inputs);
    if (!target.exports.export_id.empty())
        description["inputs"]["export_id"] = target.exports.export_id;
    if (!target.exports.cancel_export_id.empty())
        description["inputs"]["cancel_export_id"] = target.exports.cancel_export_id;
    if (target.streaming) description["inputs"].update(*target.streaming);
    return description;
}

/// Returns how to fix that the control interface creates no workspace.
std::string fix_for(int status) {
    if (status == 401 || status == 403) {
        return "name the variable with the mock's token: --control-token-env NAME (in a profile: "
               "control.token_env)";
    }
    if (status == 429) {
        return "give the mock a larger --max-workspaces, or end the runs that use them";
    }
    return "is --control-url the address of a plumbline-mock?";
}

Error refusal_error(const Target& target, const http::Response& response) {
    std::string message = "the control interface at " + target.control_url + " answered " +
                          std::to_string(response.status) + " where 201 was expected";
    if (const auto body = parse_json(response.body)) {
        const std::string detail = string_or(*body, "detail", "");
        if (!detail.empty()) message += ": " + detail;
    }
    const bool used_up = response.status == 429;
    return {used_up ? ErrorCode::kLimit : ErrorCode::kInvalid,
            std::move(message),
            {},
            {fix_for(response.status)}};
}

Result<Json> create_workspace(const Target& target, const Send& send, const std::string& hosting) {
    Json order = Json::object();
    if (!hosting.empty()) order["hosting"] = hosting;
    client::HttpCall call;
    call.url = target.control_url + "/_plumbline/workspaces";
    call.request = {"POST", "", control_headers(target), to_text(order)};
    call.timeout = target.timeout;
    const client::Exchange exchange = send(call);
    if (exchange.failure) return fail(*exchange.failure);
    if (exchange.response->status != 201) return fail(refusal_error(target, *exchange.response));
    return parse_json(exchange.response->body, call.url);
}

/// The area that a hosting may serve under a separate path. Source: description, "Endpoints,
/// control plane".
constexpr const char* kBasePathArea = "control_plane";

bool ends_with_path(const std::string& url, const std::string& path) {
    return url.size() >= path.size() &&
           url.compare(url.size() - path.size(), path.size(), path) == 0;
}

/// Appends the workspace's prefix to the base URLs, followed by the path of its hosting unless the
/// URL contains it already.
void apply_workspace_prefix(Environment& environment,
                            const std::string& prefix,
                            const std::string& base_path) {
    for (auto* urls : {&environment.base_urls, &environment.server_urls}) {
        for (auto& [name, url] : *urls) {
            const bool needs_path = name == kBasePathArea && !ends_with_path(url, base_path);
            url += prefix + (needs_path ? base_path : "");
        }
    }
}

/// Checks inputs against the schema of the workflow. If an input of the environment does not
/// conform (for example, for another hosting), the workflow cannot be played there; if an input of
/// the user does not conform, that is an error.
Result<Json> checked_inputs(const workflow::Workflow& workflow,
                            Json inputs,
                            const Json& overrides) {
    if (!workflow.inputs_schema) return inputs;
    const auto violations = workflow.inputs_schema->evaluate(inputs);
    if (violations.empty()) return inputs;
    const Violation& first = violations.front();
    const auto pointer = JsonPointer::parse(first.instance_pointer);
    const std::string name = pointer && !pointer->empty() ? pointer->tokens().front() : "";
    const bool is_given = name.empty() || member(overrides, name);
    return fail(
        is_given ? ErrorCode::kInvalid : ErrorCode::kUnsupported,
        (is_given ? "the input " : "not for this target: the input ") + name + ": " + first.message,
        workflow.where);
}

}  // namespace

std::string base_url_of(const BaseUrls& urls,
                        const std::string& source,
                        const ApiDocument& api,
                        const std::string& suite_url) {
    const auto own = urls.by_source.find(source);
    if (own != urls.by_source.end()) return own->second;
    const auto area = urls.by_area.find(api.name());
    if (area != urls.by_area.end()) return area->second;
    if (!suite_url.empty()) return suite_url;
    // The servers of the contract's own documents are examples: none of them is a target.
    if (!api.is_foreign()) return "";
    const auto declared = http::parse_url(api.server_url());
    return declared ? declared->to_text() : "";
}

std::vector<std::string> current_secrets(const Environment& environment) {
    std::vector<std::string> secrets = environment.secrets;
    if (!environment.tokens) return secrets;
    for (std::string& one : environment.tokens->secrets()) secrets.push_back(std::move(one));
    return secrets;
}

std::vector<client::SecretVariable> current_variables(const Environment& environment) {
    std::vector<client::SecretVariable> variables = environment.variables;
    if (!environment.tokens) return variables;
    for (client::SecretVariable& one : environment.tokens->variables())
        variables.push_back(std::move(one));
    return variables;
}

OutputMask output_mask(const Environment& environment) {
    return OutputMask(
        current_secrets(environment),
        environment.message_secrets ? environment.message_secrets->values() : nullptr);
}

http::Headers control_headers(const Target& target) {
    http::Headers headers{{"Content-Type", "application/json"}};
    if (!target.control_token.empty()) {
        headers.add(kControlTokenHeader, target.control_token.reveal());
    }
    return headers;
}

Result<Environment> open_environment(const Target& target,
                                     const Send& send,
                                     const std::string& hosting) {
    Environment environment;
    environment.base_urls = target.base_urls;
    environment.server_urls = target.server_urls;
    Json description = target_description(target);
    if (target.has_control()) {
        auto workspace = create_workspace(target, send, hosting);
        if (!workspace) return fail(workspace.error());
        auto id = string_member(*workspace, "id");
        auto prefix = string_member(*workspace, "prefix");
        if (!id || !prefix) return fail((id ? prefix : id).error());
        apply_workspace_prefix(environment, *prefix, string_or(*workspace, "base_path", ""));
        environment.base_urls[std::string(kControlDocument)] = target.control_url;
        environment.workspace_url =
            target.control_url + "/_plumbline/workspaces/" + http::percent_encode(*id);
        description = std::move(*workspace);
    }
    Json inputs = standard_inputs(description);
    if (const Json* id = member(description, "id")) inputs["workspace_id"] = *id;
    add_credentials(inputs, environment.secrets);
    environment.tokens = target.tokens;
    environment.variables =
        target.has_control() ? workspace_variables(target, inputs) : secret_variables(target);
    environment.inputs = std::make_shared<const Json>(std::move(inputs));
    return environment;
}

void close_environment(const Environment& environment, const Target& target, const Send& send) {
    if (environment.workspace_url.empty()) return;
    client::HttpCall call;
    call.url = environment.workspace_url;
    call.request = {"DELETE", "", control_headers(target), ""};
    call.timeout = target.timeout;
    (void)send(call);
}

const Json* find_input(std::string_view name,
                       const Environment& environment,
                       const Json& overrides) {
    const auto given = [&](std::string_view one) {
        const Json* value = member(overrides, one);
        return value ? value : member(*environment.inputs, one);
    };
    if (const Json* value = given(name)) return value;
    if (name == "slow_assistant_id") return given("assistant_id");
    return name == "slow_input" && !given("slow_assistant_id") ? given("input") : nullptr;
}

Result<Json> inputs_for(const workflow::Workflow& workflow,
                        const Environment& environment,
                        const Json& overrides) {
    Json inputs = Json::object();
    const std::string hosting = string_or(*environment.inputs, "hosting", "cloud");
    for (const workflow::WorkflowInput& input : workflow.inputs) {
        if (const Json* value = find_input(input.name, environment, overrides)) {
            inputs[input.name] = *value;
        } else if (input.default_value) {
            inputs[input.name] = *input.default_value;
        } else if (input.required) {
            return fail(
                ErrorCode::kNotFound,
                "needs the input \"" + input.name + "\": give " + how_to_give(input.name, hosting),
                workflow.where);
        }
    }
    return checked_inputs(workflow, std::move(inputs), overrides);
}

}  // namespace plumbline::runner
