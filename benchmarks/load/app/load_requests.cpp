#include "benchmarks/load/app/load_requests.hpp"

#include "benchmarks/load/app/contract_inspector.hpp"
#include "benchmarks/load/app/request_builder.hpp"
#include "conformance/client/client.hpp"
#include "conformance/host/host.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::load {
namespace {

constexpr std::uint64_t kMaxThreads = 1'000;
constexpr std::uint64_t kOpenLoopThreads = 256;

/// Creates threads, one after the other, and returns their ids.
Result<std::vector<std::string>> create_threads(const Operation& operation,
                                                const http::Url& base,
                                                const http::Headers& headers,
                                                const std::string& ca_file,
                                                std::uint64_t count) {
    const SystemClock clock;
    client::ClientOptions options;
    options.connection = client::read_connection_settings(host::environment_value);
    if (!ca_file.empty()) options.connection.ca_file = {ca_file, "--ca-file"};
    client::Client client(options, clock);
    client::HttpCall call;
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
            return fail(
                ErrorCode::kInvalid,
                fmt::format("POST {} created no thread: status {}, no thread_id in the response",
                            operation.path.text(),
                            exchange.response->status),
                {},
                {"omit --thread, or check the credentials for the target"});
        }
        ids.push_back(id);
    }
    return ids;
}

std::uint64_t thread_count(const DriveCommand& command) {
    if (command.is_sweep || command.streams == 0) return kOpenLoopThreads;
    return std::min(command.streams, kMaxThreads);
}

Result<LoadRequests> make_stream_requests(const DriveCommand& command,
                                          const http::Url& base,
                                          LoadRequests requests,
                                          http::Request request) {
    auto body = stream_body(command);
    if (!body) return fail(body.error());
    request.body = plumbline::to_text(*body);
    request.headers.add("Content-Type", "application/json");
    const char* name = command.uses_threads ? "streamThreadRun" : "streamStatelessRun";
    requests.operation = requests.contract->find_operation(name);
    requests.body = std::make_shared<const Json>(std::move(*body));
    requests.workload.modes = strings_or_empty(*requests.body, "stream_mode");
    if (requests.workload.modes.empty()) {
        const std::string mode = string_or(*requests.body, "stream_mode", "");
        if (!mode.empty()) requests.workload.modes.push_back(mode);
    }
    std::vector<std::string> ids{""};
    if (command.uses_threads) {
        auto made = create_threads(*requests.contract->find_operation("createThread"),
                                   base,
                                   request.headers,
                                   command.target.ca_file,
                                   thread_count(command));
        if (!made) return fail(made.error());
        ids = std::move(*made);
    }
    for (const std::string& id : ids) {
        auto path = requests.operation->path.fill({{"thread_id", id}});
        if (!path) return fail(path.error());
        request.target = *path;
        requests.serialized.push_back(serialize_request(base, request));
    }
    return requests;
}

Result<LoadRequests> make_rest_requests(const DriveCommand& command,
                                        const http::Url& base,
                                        bool is_own_mock,
                                        LoadRequests requests,
                                        http::Request request) {
    auto operation = find_operation(*requests.contract, command.operation);
    if (!operation) return fail(operation.error());
    requests.operation = *operation;
    request.method = (*operation)->method;
    if (!is_own_mock && !command.target.allow_writes && !http::is_safe_method(request.method)) {
        return fail(ErrorCode::kUsage,
                    fmt::format("{} changes the target with every request", command.operation),
                    {},
                    {"add --allow-writes if this is intended"});
    }
    if ((*operation)->kind == "stream") {
        return fail(ErrorCode::kUsage,
                    command.operation + " responds with a stream",
                    {},
                    {"use plumbline-load stream"});
    }
    if (!command.body.empty()) {
        auto body = parse_json_option("--body", command.body);
        if (!body) return fail(body.error());
        request.body = plumbline::to_text(*body);
        request.headers.add("Content-Type", "application/json");
        requests.body = std::make_shared<const Json>(std::move(*body));
    } else if ((*operation)->body && (*operation)->body->required) {
        return fail(ErrorCode::kUsage, command.operation + " needs a body", {}, {"add --body"});
    }
    auto placed = apply_parameters(**operation, command.parameters, request);
    if (!placed) return fail(placed.error());
    requests.serialized.push_back(serialize_request(base, request));
    return requests;
}

}  // namespace

Result<LoadRequests> make_requests(const DriveCommand& command,
                                   const http::Url& base,
                                   bool is_own_mock) {
    LoadRequests requests;
    auto contract = load_contract();
    if (!contract) return fail(contract.error());
    requests.contract = *contract;
    auto headers = request_headers(command, is_own_mock);
    if (!headers) return fail(headers.error());
    http::Request request{"POST", "", *headers, ""};
    auto made = command.is_stream
                    ? make_stream_requests(command, base, std::move(requests), std::move(request))
                    : make_rest_requests(
                          command, base, is_own_mock, std::move(requests), std::move(request));
    if (!made) return made;
    made->api = made->contract->find_document(made->operation->source);
    made->workload.kind = command.is_stream ? "stream" : "rest";
    made->workload.operation = made->operation->id;
    made->workload.path = made->operation->path.text();
    made->workload.body = made->body ? to_short_text(*made->body, 2'000) : "";
    return made;
}

std::function<std::unique_ptr<Inspector>()> LoadRequests::inspector_factory() const {
    return [operation = operation, api = api, body = body] {
        return make_inspector(*operation, *api, body);
    };
}

}  // namespace plumbline::load
