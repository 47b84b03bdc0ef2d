#include "benchmarks/load/app/load_requests.hpp"

#include "benchmarks/load/app/input_file.hpp"
#include "benchmarks/load/app/load_preparation.hpp"
#include "benchmarks/load/app/request_headers.hpp"
#include "benchmarks/load/app/usage_failure.hpp"
#include "conformance/client/client.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace plumbline::load {
namespace {

constexpr std::size_t kMaxShownBody = 2'000;
constexpr std::size_t kMaxRequestBytes = std::size_t{1024} * 1024U * 1024U;
constexpr const char* kFloodGraph = "flood";

/// Returns the JSON value of an option, written directly or as a file name (`@FILE`). Errors:
/// kUsage (inline text that is not JSON, unreadable file); kSyntax, kLimit (content of a file).
Result<Json> parse_json_option(const char* option, const std::string& text) {
    if (!text.starts_with('@')) {
        auto json = parse_json(text, option);
        if (!json) return usage_failure(to_text(json.error()), "write @FILE to read a file");
        return json;
    }
    const std::string path = text.substr(1);
    auto content = read_file(path);
    if (!content) return usage_failure(std::string(option) + ": " + to_text(content.error()));
    return parse_json(*content, path);
}

/// Returns the body of a request that starts a stream: `--body`, or one built from assistant, input
/// and modes, or their defaults.
Result<Json> stream_body(const DriveCommand& command) {
    if (!command.body.empty()) return parse_json_option("--body", command.body);
    const std::string assistant = command.assistant.empty() ? kFloodGraph : command.assistant;
    Json body{{"assistant_id", assistant}, {"input", Json::object()}};
    if (!command.input.empty()) {
        auto input = parse_json_option("--input", command.input);
        if (!input) return input;
        body["input"] = std::move(*input);
    } else if (assistant == kFloodGraph) {
        body["input"] = {{"tokens", 100}, {"pause_ms", 10}};  // 100 tokens in one second
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

/// Starts a run in the background and adds the request that joins it.
Result<void> add_join_request(const DriveCommand& command,
                              const http::Url& base,
                              http::Request request,
                              LoadRequests& requests) {
    const Contract& contract = *requests.contract;
    requests.operation = contract.find_operation("joinRunStream");
    LoadPreparation preparation(command, base, request.headers);
    const auto thread =
        preparation.create(contract.find_operation("createThread")->path.text(), "{}", "thread_id");
    if (!thread) return fail(thread.error());
    const auto runs = contract.find_operation("createRun")->path.fill({{"thread_id", *thread}});
    if (!runs) return fail(runs.error());
    const auto run = preparation.create(*runs, request.body, "run_id");
    if (!run) return fail(run.error());
    auto path = requests.operation->path.fill({{"thread_id", *thread}, {"run_id", *run}});
    if (!path) return fail(path.error());
    request.method = "GET";
    request.target = *path;
    request.body.clear();
    request.headers.remove("Content-Type");
    requests.serialized.push_back(serialize_request(base, std::move(request)));
    return {};
}

void set_body(Json body, http::Request& request, LoadRequests& requests) {
    request.body = plumbline::to_text(body);
    if (!request.headers.has("Content-Type"))
        request.headers.add("Content-Type", "application/json");
    requests.body = std::make_shared<const Json>(std::move(body));
}

/// Returns the bodies of a row of requests: one, or one for each input of --inputs. Sets weights
/// and the body that describes the workload. Errors: those of read_inputs.
Result<std::vector<std::string>> request_bodies(const DriveCommand& command,
                                                LoadRequests& requests) {
    if (command.inputs.empty()) return std::vector{plumbline::to_text(*requests.body)};
    const auto set = read_inputs(command.inputs);
    if (!set) return fail(set.error());
    Json body = *requests.body;
    std::vector<std::string> bodies;
    for (const SharedJson& input : set->inputs) {
        body["input"] = *input;
        bodies.push_back(plumbline::to_text(body));
    }
    requests.weights = set->weights;
    body["input"] = set->description;
    requests.workload.body = to_short_text(body, kMaxShownBody);
    return bodies;
}

/// Creates the threads of all levels, a set for each, and returns their ids.
Result<std::vector<std::string>> create_threads(const DriveCommand& command,
                                                const http::Url& base,
                                                const http::Headers& headers,
                                                LoadRequests& requests) {
    const auto count = threads_per_level(command);
    if (!count) return fail(count.error());
    requests.sets = static_cast<std::size_t>(command.repetitions);
    LoadPreparation preparation(command, base, headers);
    return preparation.create_threads(*requests.contract->find_operation("createThread"),
                                      *count * requests.sets);
}

Result<void> add_stream_requests(const DriveCommand& command,
                                 const http::Url& base,
                                 http::Request request,
                                 LoadRequests& requests) {
    auto body = stream_body(command);
    if (!body) return fail(body.error());
    set_body(std::move(*body), request, requests);
    requests.workload.modes = strings_or_empty(*requests.body, "stream_mode");
    const std::string only_mode = string_or(*requests.body, "stream_mode", "");
    if (!only_mode.empty()) requests.workload.modes = {only_mode};
    if (command.joins) return add_join_request(command, base, std::move(request), requests);
    const Contract& contract = *requests.contract;
    requests.operation =
        contract.find_operation(command.uses_threads ? "streamThreadRun" : "streamStatelessRun");
    // First what may be invalid: threads remain at the target.
    const auto bodies = request_bodies(command, requests);
    if (!bodies) return fail(bodies.error());
    std::vector<std::string> ids{""};
    if (command.uses_threads) {
        auto made = create_threads(command, base, request.headers, requests);
        if (!made) return fail(made.error());
        ids = std::move(*made);
    }
    std::size_t bytes = 0;
    for (const std::string& id : ids) {
        auto path = requests.operation->path.fill({{"thread_id", id}});
        if (!path) return fail(path.error());
        for (const std::string& one : *bodies) {
            request.target = *path;
            request.body = one;
            requests.serialized.push_back(serialize_request(base, request));
            bytes += 2 * requests.serialized.back().bytes.size();
            if (bytes > kMaxRequestBytes)
                return usage_failure("--inputs: the requests need more than 1 GB",
                                     "use fewer inputs, or omit --thread");
        }
    }
    return {};
}

/// Returns an operation by its id. Errors: kUsage (unknown; the note names the nearest operation,
/// or all if none is near).
Result<const Operation*> find_operation(const Contract& contract, const std::string& id) {
    if (const Operation* found = contract.find_operation(id)) return found;
    std::vector<std::string> names;
    for (const auto& document : contract.documents) {
        if (document->name() == kControlDocument) continue;
        for (const Operation& one : document->operations()) names.push_back(one.id);
    }
    const std::string nearest = nearest_name(id, names);
    return usage_failure("unknown operation " + id,
                         nearest.empty() ? "known operations: " + join(names, ", ")
                                         : "did you mean " + nearest + "?");
}

/// Sets the target from the path and query parameters (`NAME=VALUE`) and adds header parameters.
/// Errors: kUsage (no NAME=VALUE, unknown parameter, missing path or required query parameter).
Result<void> apply_parameters(const Operation& operation,
                              const std::vector<std::string>& parameters,
                              http::Request& request) {
    std::map<std::string, std::string> values;
    for (const std::string& text : parameters) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos)
            return usage_failure("--parameter " + text + ": expected NAME=VALUE");
        values[text.substr(0, equals)] = text.substr(equals + 1);
    }
    auto path = operation.path.fill(values);
    if (!path) return usage_failure(path.error().message, "add --parameter NAME=VALUE");
    request.target = *path;
    for (const std::string& name : operation.path.parameters()) values.erase(name);
    char separator = '?';
    std::vector<std::string> names;
    for (const Parameter& parameter : operation.parameters) {
        names.push_back(parameter.name);
        const bool is_query = parameter.location == ParameterLocation::kQuery;
        const auto found = values.find(parameter.name);
        if (found == values.end()) {
            if (!parameter.required || !is_query) continue;
            return usage_failure("the operation needs --parameter " + parameter.name + "=VALUE");
        }
        if (is_query) {
            request.target += separator + http::percent_encode(parameter.name) + '=' +
                              http::percent_encode(found->second);
            separator = '&';
        } else if (parameter.location == ParameterLocation::kHeader) {
            if (auto sendable = client::check_header(parameter.name, found->second); !sendable)
                return usage_failure("--parameter: " + sendable.error().message);
            request.headers.set(parameter.name, found->second);
        }
        values.erase(found);
    }
    if (values.empty()) return {};
    return usage_failure(
        operation.id + " has no parameter " + values.begin()->first,
        names.empty() ? "it has no parameters" : "its parameters: " + join(names, ", "));
}

Result<void> add_rest_request(const DriveCommand& command,
                              const http::Url& base,
                              bool is_own_mock,
                              http::Request request,
                              LoadRequests& requests) {
    const auto operation = find_operation(*requests.contract, command.operation);
    if (!operation) return fail(operation.error());
    requests.operation = *operation;
    request.method = (*operation)->method;
    if (!is_own_mock && !command.target.allow_writes && !http::is_safe_method(request.method))
        return usage_failure(command.operation + " changes the target with every request",
                             "add --allow-writes if this is intended");
    if ((*operation)->kind == "stream")
        return usage_failure(command.operation + " responds with a stream",
                             "use plumbline-load stream");
    if (!command.body.empty()) {
        auto body = parse_json_option("--body", command.body);
        if (!body) return fail(body.error());
        set_body(std::move(*body), request, requests);
    } else if ((*operation)->body && (*operation)->body->required) {
        return usage_failure(command.operation + " needs a body", "add --body");
    }
    if (auto applied = apply_parameters(**operation, command.parameters, request); !applied)
        return applied;
    requests.serialized.push_back(serialize_request(base, request));
    return {};
}

}  // namespace

std::span<const SerializedRequest> LoadRequests::of_level(std::size_t number) const {
    const std::size_t size = serialized.size() / sets;
    return std::span(serialized).subspan(number % sets * size, size);
}

Result<LoadRequests> make_requests(const DriveCommand& command,
                                   const http::Url& base,
                                   bool is_own_mock) {
    auto contract = load_contract();
    if (!contract) return fail(contract.error());
    const auto headers = request_headers(command, is_own_mock);
    if (!headers) return fail(headers.error());
    LoadRequests requests;
    requests.contract = *contract;
    const http::Request request{"POST", "", *headers, ""};
    const auto added = command.is_stream
                           ? add_stream_requests(command, base, request, requests)
                           : add_rest_request(command, base, is_own_mock, request, requests);
    if (!added) return fail(added.error());
    requests.api = requests.contract->find_document(requests.operation->source);
    requests.workload.kind = command.is_stream ? "stream" : "rest";
    requests.workload.operation = requests.operation->id;
    requests.workload.path = requests.operation->path.text();
    if (requests.body && requests.weights.empty())
        requests.workload.body = to_short_text(*requests.body, kMaxShownBody);
    return requests;
}

}  // namespace plumbline::load
