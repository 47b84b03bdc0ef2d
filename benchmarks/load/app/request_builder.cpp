#include "benchmarks/load/app/request_builder.hpp"

#include "conformance/host/host.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace plumbline::load {
namespace {

constexpr const char* kMockKey =
    "plumbline-dev-key";  // of the workspace that exists from the start
constexpr const char* kFloodGraph = "flood";

/// Returns the default input of the mock's graph for measurements: 100 tokens in one second.
Json default_input(const std::string& assistant) {
    if (assistant != kFloodGraph) return Json::object();
    return {{"tokens", 100}, {"pause_ms", 10}};
}

Result<std::map<std::string, std::string>> parse_parameters(
    const std::vector<std::string>& parameters) {
    std::map<std::string, std::string> values;
    for (const std::string& text : parameters) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return fail(ErrorCode::kUsage, "--parameter " + text + ": expected NAME=VALUE");
        }
        values[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return values;
}

}  // namespace

Result<Json> parse_json_option(const char* option, const std::string& text) {
    if (!text.starts_with('@')) {
        auto json = parse_json(text, option);
        if (!json)
            return fail(
                ErrorCode::kUsage, to_text(json.error()), {}, {"write @FILE to read a file"});
        return json;
    }
    const std::string path = text.substr(1);
    auto content = read_file(path);
    if (!content)
        return fail(ErrorCode::kUsage, std::string(option) + ": " + to_text(content.error()));
    return parse_json(*content, path);
}

Result<Json> stream_body(const DriveCommand& command) {
    if (!command.body.empty()) return parse_json_option("--body", command.body);
    const std::string assistant = command.assistant.empty() ? kFloodGraph : command.assistant;
    Json body{{"assistant_id", assistant}, {"input", default_input(assistant)}};
    if (!command.input.empty()) {
        auto input = parse_json_option("--input", command.input);
        if (!input) return input;
        body["input"] = std::move(*input);
    }
    std::vector<std::string> modes = command.modes;
    if (modes.empty()) modes.emplace_back("messages-tuple");
    if (modes.size() == 1) {
        body["stream_mode"] = modes.front();
    } else {
        body["stream_mode"] = modes;
    }
    return body;
}

Result<http::Headers> request_headers(const DriveCommand& command, bool is_own_mock) {
    http::Headers headers;
    headers.add("Accept", command.is_stream ? "text/event-stream" : "application/json");
    const TargetOptions& target = command.target;
    Secret key;
    if (!target.api_key_env.empty()) {
        auto named = host::read_secret(target.api_key_env);
        if (!named) return fail(ErrorCode::kUsage, "--api-key-env: " + named.error().message);
        key = *named;
    } else {
        key = is_own_mock ? Secret(kMockKey)
                          : host::read_secret("PLUMBLINE_API_KEY").value_or(Secret());
    }
    if (!key.empty()) headers.add("X-Api-Key", key.reveal());
    if (!target.tenant.empty()) headers.add("X-Tenant-Id", target.tenant);
    for (const std::string& line : target.headers) {
        const std::size_t colon = line.find(':');
        const bool is_valid = colon != std::string::npos && colon > 0 &&
                              line.find_first_of("\r\n") == std::string::npos;
        // The message does not quote the text: it may be a credential.
        if (!is_valid)
            return fail(ErrorCode::kUsage, "--header: expected `Name: value` on one line");
        headers.add(line.substr(0, colon),
                    std::string(trimmed(std::string_view(line).substr(colon + 1))));
    }
    return headers;
}

Result<const Operation*> find_operation(const Contract& contract, const std::string& id) {
    if (const Operation* found = contract.find_operation(id)) return found;
    std::vector<std::string> names;
    for (const auto& document : contract.documents) {
        if (document->name() == kControlDocument) continue;
        for (const Operation& one : document->operations()) names.push_back(one.id);
    }
    const std::string nearest = nearest_name(id, names);
    return fail(ErrorCode::kUsage,
                "unknown operation " + id,
                {},
                {nearest.empty() ? "known operations: " + join(names, ", ")
                                 : "did you mean " + nearest + "?"});
}

Result<void> apply_parameters(const Operation& operation,
                              const std::vector<std::string>& parameters,
                              http::Request& request) {
    auto given = parse_parameters(parameters);
    if (!given) return fail(given.error());
    std::map<std::string, std::string> values = std::move(*given);
    auto path = operation.path.fill(values);
    if (!path) {
        return fail(ErrorCode::kUsage, path.error().message, {}, {"add --parameter NAME=VALUE"});
    }
    request.target = *path;
    for (const auto& segment : operation.path.segments()) {
        if (segment.is_parameter) values.erase(segment.text);
    }
    char separator = '?';
    for (const Parameter& parameter : operation.parameters) {
        const auto found = values.find(parameter.name);
        if (found == values.end()) {
            const bool is_missing =
                parameter.required && parameter.location == ParameterLocation::kQuery;
            if (is_missing)
                return fail(ErrorCode::kUsage,
                            "the operation needs --parameter " + parameter.name + "=VALUE");
            continue;
        }
        if (parameter.location == ParameterLocation::kQuery) {
            request.target += separator + http::percent_encode(parameter.name) + '=' +
                              http::percent_encode(found->second);
            separator = '&';
        } else if (parameter.location == ParameterLocation::kHeader) {
            request.headers.set(parameter.name, found->second);
        }
        values.erase(found);
    }
    if (values.empty()) return {};
    std::vector<std::string> names;
    for (const Parameter& parameter : operation.parameters) names.push_back(parameter.name);
    return fail(ErrorCode::kUsage,
                operation.id + " has no parameter " + values.begin()->first,
                {},
                {names.empty() ? "it has no parameters" : "its parameters: " + join(names, ", ")});
}

}  // namespace plumbline::load
