#include "benchmarks/load/app/workload.hpp"

#include "benchmarks/load/app/inspect.hpp"
#include "benchmarks/load/app/request_parts.hpp"
#include "conformance/client/client.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::load {
namespace {

constexpr std::uint64_t kMostThreads = 1'000;
constexpr std::uint64_t kThreadsOfAnOpenLoop = 256;

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
    auto placed = place_parameters(**operation, command.parameters, request);
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
