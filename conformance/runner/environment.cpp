#include "conformance/runner/environment.hpp"

#include "conformance/runner/secrets.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

/// The standard inputs, from a description of the place: the workspace's answer or the target's
/// own.
Json standard_inputs(const Json& place) {
    Json inputs = Json::object();
    for (const char* name : {"tenant_id", "api_key", "hosting"}) {
        if (const Json* value = member(place, name)) inputs[name] = *value;
    }
    if (const Json* more = member(place, "inputs"); more && more->is_object()) inputs.update(*more);
    if (const Json* other = member(place, "other_tenant"); other && other->is_object()) {
        inputs["other_tenant_id"] = string_or(*other, "tenant_id", "");
        inputs["other_api_key"] = string_or(*other, "api_key", "");
    }
    const Json* sources = member(place, "sources");
    if (!sources || !sources->is_object()) return inputs;
    // The members of the hosting's main source stand under their own names as well, so that a suite
    // can write $inputs.repo_url and still run elsewhere with a default.
    const bool cloud = string_or(place, "hosting", "cloud") == "cloud";
    for (const auto& [source, values] : sources->items()) inputs[source] = values;
    if (const Json* main = member(*sources, cloud ? "git_host" : "external_container");
        main && main->is_object()) {
        for (const auto& [name, value] : main->items()) inputs[name] = value;
    }
    return inputs;
}

Json own_place(const Target& target) {
    Json place{{"hosting", target.hosting}};
    if (!target.credentials.tenant_id.empty()) place["tenant_id"] = target.credentials.tenant_id;
    if (!target.credentials.api_key.empty()) place["api_key"] = target.credentials.api_key.reveal();
    if (!target.other.api_key.empty()) {
        place["other_tenant"] = {{"tenant_id", target.other.tenant_id},
                                 {"api_key", target.other.api_key.reveal()}};
    }
    if (target.sources) place["sources"] = *target.sources;
    if (!target.exports.export_id.empty()) place["inputs"]["export_id"] = target.exports.export_id;
    if (!target.exports.cancel_export_id.empty())
        place["inputs"]["cancel_export_id"] = target.exports.cancel_export_id;
    if (target.streaming) place["inputs"].update(*target.streaming);
    return place;
}

/// Says how to mend that the control interface makes no workspace.
std::string mend_for(int status) {
    if (status == 401 || status == 403) {
        return "name the variable with the mock's token: --control-token-env NAME (in a profile: "
               "control.token_env)";
    }
    if (status == 429) {
        return "give the mock a larger --max-workspaces, or end what holds them";
    }
    return "is --control-url the address of a plumbline-mock?";
}

Error refusal(const Target& target, const http::Response& response) {
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
            {mend_for(response.status)}};
}

Result<Json> create_workspace(const Target& target, const Send& send, const std::string& hosting) {
    Json order = Json::object();
    if (!hosting.empty()) order["hosting"] = hosting;
    client::Call call;
    call.url = target.control_url + "/_plumbline/workspaces";
    call.request = {"POST", "", control_headers(target), to_text(order)};
    call.timeout = target.timeout;
    const client::Exchange exchange = send(call);
    if (exchange.failure) return fail(*exchange.failure);
    if (exchange.response->status != 201) return fail(refusal(target, *exchange.response));
    return parse_json(exchange.response->body, call.url);
}

/// What a hosting serves under a path of its own. Source: description, "Endpoints, control plane".
constexpr const char* kUnderBasePath = "control_plane";

bool ends_with_path(const std::string& url, const std::string& path) {
    return url.size() >= path.size() &&
           url.compare(url.size() - path.size(), path.size(), path) == 0;
}

/// Puts the workspace's prefix behind the base URLs, and behind it the path of its hosting where
/// the URL does not have it already.
void move_into(Environment& environment, const std::string& prefix, const std::string& base_path) {
    for (auto* urls : {&environment.base_urls, &environment.server_urls}) {
        for (auto& [name, url] : *urls) {
            const bool needs_path = name == kUnderBasePath && !ends_with_path(url, base_path);
            url += prefix + (needs_path ? base_path : "");
        }
    }
}

/// Judges inputs by the schema the workflow gives them. One that the place supplies and that does
/// not fit (another hosting, say) makes the workflow none for this place; one that the user gave is
/// a mistake.
Result<Json> fitting(const workflow::Workflow& workflow, Json inputs, const Json& given) {
    if (!workflow.inputs_schema) return inputs;
    const auto violations = workflow.inputs_schema->judge(inputs);
    if (violations.empty()) return inputs;
    const Violation& first = violations.front();
    const auto pointer = JsonPointer::parse(first.instance_pointer);
    const std::string name = pointer && !pointer->empty() ? pointer->tokens().front().text() : "";
    const bool is_given = name.empty() || member(given, name);
    return fail(
        is_given ? ErrorCode::kInvalid : ErrorCode::kUnsupported,
        (is_given ? "the input " : "not for this target: its ") + name + ": " + first.message,
        workflow.where);
}

}  // namespace

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
    Json place = own_place(target);
    if (target.has_control()) {
        auto workspace = create_workspace(target, send, hosting);
        if (!workspace) return fail(workspace.error());
        auto id = string_member(*workspace, "id");
        auto prefix = string_member(*workspace, "prefix");
        if (!id || !prefix) return fail((id ? prefix : id).error());
        move_into(environment, *prefix, string_or(*workspace, "base_path", ""));
        environment.base_urls["mock_control"] = target.control_url;
        environment.workspace_url =
            target.control_url + "/_plumbline/workspaces/" + http::percent_encode(*id);
        place = std::move(*workspace);
    }
    Json inputs = standard_inputs(place);
    if (const Json* id = member(place, "id")) inputs["workspace_id"] = *id;
    add_credentials(inputs, environment.secrets);
    environment.inputs = std::make_shared<const Json>(std::move(inputs));
    return environment;
}

std::string base_url_of(const Environment& environment,
                        const std::string& source,
                        const ApiDocument& api,
                        const std::string& of_suite) {
    const auto own = environment.server_urls.find(source);
    if (own != environment.server_urls.end()) return own->second;
    const auto area = environment.base_urls.find(api.name());
    if (area != environment.base_urls.end()) return area->second;
    if (!of_suite.empty()) return of_suite;
    const auto declared = http::parse_url(api.server_url());
    return declared ? declared->to_text() : "";
}

void close_environment(const Environment& environment, const Target& target, const Send& send) {
    if (environment.workspace_url.empty()) return;
    client::Call call;
    call.url = environment.workspace_url;
    call.request = {"DELETE", "", control_headers(target), ""};
    call.timeout = target.timeout;
    (void)send(call);
}

Result<Json> inputs_for(const workflow::Workflow& workflow,
                        const Environment& environment,
                        const Json& given) {
    Json inputs = Json::object();
    for (const workflow::Input& input : workflow.inputs) {
        if (const Json* value = member(given, input.name)) {
            inputs[input.name] = *value;
        } else if (const Json* standard = member(*environment.inputs, input.name)) {
            inputs[input.name] = *standard;
        } else if (input.default_value) {
            inputs[input.name] = *input.default_value;
        } else if (input.required) {
            return fail(ErrorCode::kNotFound,
                        "needs the input \"" + input.name + '"',
                        workflow.where,
                        {"give it with --input " + input.name + "=VALUE or in the target profile"});
        }
    }
    return fitting(workflow, std::move(inputs), given);
}

}  // namespace plumbline::runner
