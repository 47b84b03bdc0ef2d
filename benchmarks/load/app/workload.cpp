#include "benchmarks/load/app/workload.hpp"

#include "benchmarks/load/app/inspect.hpp"
#include "conformance/client/client.hpp"
#include "conformance/host/secret_variable.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace plumbline::load {
namespace {

constexpr const char* kMockKey =
    "plumbline-dev-key";  // of the workspace that is there from the start
constexpr const char* kMeasuringGraph = "flood";
constexpr std::uint64_t kMostThreads = 1'000;
constexpr std::uint64_t kThreadsOfAnOpenLoop = 256;

/// Returns the JSON that an option gives, itself or in a file.
Result<Json> json_of(const char* option, const std::string& text) {
    if (!text.starts_with('@')) {
        auto json = parse_json(text, option);
        if (!json)
            return fail(ErrorCode::kUsage, to_text(json.error()), {}, {"name a file as @FILE"});
        return json;
    }
    const std::string path = text.substr(1);
    auto content = read_file(path);
    if (!content)
        return fail(ErrorCode::kUsage, std::string(option) + ": " + to_text(content.error()));
    return parse_json(*content, path);
}

/// What the mock's graph for measuring says by default: 100 tokens of a second's length.
Json default_input(const std::string& assistant) {
    if (assistant != kMeasuringGraph) return Json::object();
    return {{"tokens", 100}, {"pause_ms", 10}};
}

Result<Json> stream_body(const DriveCommand& command) {
    if (!command.body.empty()) return json_of("--body", command.body);
    const std::string assistant = command.assistant.empty() ? kMeasuringGraph : command.assistant;
    Json body{{"assistant_id", assistant}, {"input", default_input(assistant)}};
    if (!command.input.empty()) {
        auto input = json_of("--input", command.input);
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

/// Returns the headers that every request has.
Result<http::Headers> headers_of(const DriveCommand& command, bool is_ours) {
    http::Headers headers;
    headers.add("Accept", command.is_stream ? "text/event-stream" : "application/json");
    const TargetOptions& target = command.target;
    Secret key;
    if (!target.api_key_env.empty()) {
        auto named = host::secret_in(target.api_key_env);
        if (!named) return fail(ErrorCode::kUsage, "--api-key-env: " + named.error().message);
        key = *named;
    } else {
        key = is_ours ? Secret(kMockKey) : host::secret_in("PLUMBLINE_API_KEY").value_or(Secret());
    }
    if (!key.empty()) headers.add("X-Api-Key", key.reveal());
    if (!target.tenant.empty()) headers.add("X-Tenant-Id", target.tenant);
    for (const std::string& line : target.headers) {
        const std::size_t colon = line.find(':');
        const bool is_sound = colon != std::string::npos && colon > 0 &&
                              line.find_first_of("\r\n") == std::string::npos;
        // What was found is not shown: it may be a credential.
        if (!is_sound)
            return fail(ErrorCode::kUsage, "--header: expected `Name: value`, in one line");
        headers.add(line.substr(0, colon),
                    std::string(trimmed(std::string_view(line).substr(colon + 1))));
    }
    return headers;
}

Result<const Operation*> operation_named(const Contract& contract, const std::string& id) {
    if (const Operation* found = contract.find_operation(id)) return found;
    std::vector<std::string> names;
    for (const auto& document : contract.documents) {
        if (document->name() == kControlDocument) continue;
        for (const Operation& one : document->operations()) names.push_back(one.id);
    }
    const std::string nearest = nearest_name(id, names);
    return fail(
        ErrorCode::kUsage,
        "there is no operation " + id,
        {},
        {nearest.empty() ? "there are: " + join(names, ", ") : "did you mean " + nearest + "?"});
}

Result<std::map<std::string, std::string>> values_of(const std::vector<std::string>& parameters) {
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

/// Puts the parameters where the operation has them.
Result<void> place_parameters(const Operation& operation,
                              std::map<std::string, std::string> values,
                              http::Request& request) {
    auto path = operation.path.fill(values);
    if (!path) {
        return fail(
            ErrorCode::kUsage, path.error().message, {}, {"give it with --parameter NAME=VALUE"});
    }
    request.target = *path;
    for (const auto& segment : operation.path.segments()) {
        if (segment.is_parameter) values.erase(segment.text);
    }
    char separator = '?';
    for (const Parameter& parameter : operation.parameters) {
        const auto found = values.find(parameter.name);
        if (found == values.end()) {
            const bool is_missing = parameter.required && parameter.place == ParameterPlace::kQuery;
            if (is_missing)
                return fail(ErrorCode::kUsage,
                            "the operation needs --parameter " + parameter.name + "=VALUE");
            continue;
        }
        if (parameter.place == ParameterPlace::kQuery) {
            request.target += separator + http::percent_encode(parameter.name) + '=' +
                              http::percent_encode(found->second);
            separator = '&';
        } else if (parameter.place == ParameterPlace::kHeader) {
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
                {names.empty() ? "it has none" : "it has " + join(names, ", ")});
}

/// Makes threads, one after the other, and returns their ids.
Result<std::vector<std::string>> make_threads(const Operation& operation,
                                              const http::Url& base,
                                              const http::Headers& headers,
                                              const std::string& ca_file,
                                              std::uint64_t count) {
    const SystemClock clock;
    client::ClientOptions options;
    options.ca_file = ca_file;
    client::Client client(options, clock);
    client::Call call;
    call.url = base.to_text() + operation.path.text();
    call.request = {operation.method, "", headers, "{}"};
    call.request.headers.set("Accept", "application/json");
    call.request.headers.set("Content-Type", "application/json");
    std::vector<std::string> ids;
    for (std::uint64_t i = 0; i < count; ++i) {
        const client::Exchange exchange = client.perform(call);
        if (exchange.failure) return fail(*exchange.failure);
        const auto body = parse_json(exchange.response->body);
        const std::string id = body ? string_or(*body, "thread_id", "") : "";
        if (id.empty()) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("POST {} made no thread: status {}, no thread_id in the answer",
                                    operation.path.text(),
                                    exchange.response->status),
                        {},
                        {"leave --thread away, or look at the target's credentials"});
        }
        ids.push_back(id);
    }
    return ids;
}

std::uint64_t threads_wanted(const DriveCommand& command) {
    if (command.is_sweep || command.streams == 0) return kThreadsOfAnOpenLoop;
    return std::min(command.streams, kMostThreads);
}

Result<Requests> make_stream_requests(const DriveCommand& command,
                                      const http::Url& base,
                                      Requests requests,
                                      http::Request request) {
    auto body = stream_body(command);
    if (!body) return fail(body.error());
    request.body = plumbline::to_text(*body);
    request.headers.add("Content-Type", "application/json");
    const char* name = command.on_threads ? "streamThreadRun" : "streamStatelessRun";
    requests.operation = requests.contract->find_operation(name);
    requests.body = std::make_shared<const Json>(std::move(*body));
    requests.workload.modes = strings_or_empty(*requests.body, "stream_mode");
    if (requests.workload.modes.empty()) {
        const std::string mode = string_or(*requests.body, "stream_mode", "");
        if (!mode.empty()) requests.workload.modes.push_back(mode);
    }
    std::vector<std::string> ids{""};
    if (command.on_threads) {
        auto made = make_threads(*requests.contract->find_operation("createThread"),
                                 base,
                                 request.headers,
                                 command.target.ca_file,
                                 threads_wanted(command));
        if (!made) return fail(made.error());
        ids = std::move(*made);
    }
    for (const std::string& id : ids) {
        auto path = requests.operation->path.fill({{"thread_id", id}});
        if (!path) return fail(path.error());
        request.target = *path;
        requests.prepared.push_back(prepare(base, request));
    }
    return requests;
}

Result<Requests> make_rest_requests(const DriveCommand& command,
                                    const http::Url& base,
                                    bool is_ours,
                                    Requests requests,
                                    http::Request request) {
    auto operation = operation_named(*requests.contract, command.operation);
    if (!operation) return fail(operation.error());
    requests.operation = *operation;
    request.method = (*operation)->method;
    if (!is_ours && !command.target.allow_writes && !http::only_reads(request.method)) {
        return fail(ErrorCode::kUsage,
                    fmt::format("{} changes the target, again and again", command.operation),
                    {},
                    {"say --allow-writes if that is meant"});
    }
    if ((*operation)->kind == "stream") {
        return fail(ErrorCode::kUsage,
                    command.operation + " answers with a stream",
                    {},
                    {"use plumbline-load stream"});
    }
    auto values = values_of(command.parameters);
    if (!values) return fail(values.error());
    if (!command.body.empty()) {
        auto body = json_of("--body", command.body);
        if (!body) return fail(body.error());
        request.body = plumbline::to_text(*body);
        request.headers.add("Content-Type", "application/json");
        requests.body = std::make_shared<const Json>(std::move(*body));
    } else if ((*operation)->body && (*operation)->body->required) {
        return fail(
            ErrorCode::kUsage, command.operation + " needs a body", {}, {"give it with --body"});
    }
    auto placed = place_parameters(**operation, *values, request);
    if (!placed) return fail(placed.error());
    requests.prepared.push_back(prepare(base, request));
    return requests;
}

}  // namespace

Result<Requests> make_requests(const DriveCommand& command, const http::Url& base, bool is_ours) {
    Requests requests;
    auto contract = load_contract();
    if (!contract) return fail(contract.error());
    requests.contract = *contract;
    auto headers = headers_of(command, is_ours);
    if (!headers) return fail(headers.error());
    http::Request request{"POST", "", *headers, ""};
    auto made =
        command.is_stream
            ? make_stream_requests(command, base, std::move(requests), std::move(request))
            : make_rest_requests(command, base, is_ours, std::move(requests), std::move(request));
    if (!made) return made;
    made->api = made->contract->find_document(made->operation->source);
    made->workload.kind = command.is_stream ? "stream" : "rest";
    made->workload.operation = made->operation->id;
    made->workload.path = made->operation->path.text();
    made->workload.body = made->body ? to_short_text(*made->body, 2'000) : "";
    return made;
}

std::function<std::unique_ptr<Inspector>()> Requests::inspector() const {
    return [operation = operation, api = api, body = body] {
        return make_inspector(*operation, *api, body);
    };
}

}  // namespace plumbline::load
