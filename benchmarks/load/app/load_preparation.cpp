#include "benchmarks/load/app/load_preparation.hpp"

#include "benchmarks/load/app/request_headers.hpp"
#include "benchmarks/load/app/usage_failure.hpp"
#include "conformance/host/host.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::load {
namespace {

/// Of the threads for the conversations of users, which may also be continued.
constexpr std::uint64_t kManyThreads = 1'000;
constexpr std::uint64_t kConversations = 8;  ///< of a user, on threads of their own

client::ClientOptions client_options(const DriveCommand& command) {
    client::ClientOptions options;
    options.connection = client::read_connection_settings(host::environment_value);
    if (!command.target.ca_file.empty())
        options.connection.ca_file = {command.target.ca_file, "--ca-file"};
    return options;
}

/// Returns what to do about a status of a request that creates something.
std::string hint_for(int status) {
    constexpr int kUnauthorized = 401;
    constexpr int kForbidden = 403;
    constexpr int kFirstServerError = 500;
    if (status == kUnauthorized || status == kForbidden)
        return "check the credentials for the target: PLUMBLINE_API_KEY, --api-key-env or --header";
    if (status >= kFirstServerError) return "find the cause in the log of the target";
    return "omit --thread and --join if the target has no such operation";
}

}  // namespace

Result<std::uint64_t> threads_per_level(const DriveCommand& command) {
    const bool is_open = command.streams == 0;
    // A request of an open loop waits for a free slot, and so for a free thread.
    const std::uint64_t least = is_open ? command.load.max_in_flight : command.streams;
    const auto levels = static_cast<std::uint64_t>(command.repetitions);
    if (least > kMaxThreads / levels) {
        const char* const option = is_open ? "--max-in-flight" : "--streams";
        return usage_failure(
            fmt::format("--thread: found {} {} and {} repetitions, each with new threads, "
                        "expected at most {} threads in all",
                        option,
                        least,
                        levels,
                        kMaxThreads),
            fmt::format("give a smaller {} or fewer --repetitions", option));
    }
    if (is_open || command.load.turns == 0) return least;
    // A multiple of the users: no two of them have the same thread.
    return least * std::clamp(kManyThreads / (least * levels), std::uint64_t{1}, kConversations);
}

LoadPreparation::LoadPreparation(const DriveCommand& command,
                                 const http::Url& base,
                                 http::Headers headers)
    : base_(base), headers_(std::move(headers)), client_(client_options(command), clock_) {
    headers_.set("Accept", "application/json");
    headers_.set("Content-Type", "application/json");
}

Result<std::string> LoadPreparation::create(const std::string& path,
                                            const std::string& body,
                                            const char* member) {
    client::HttpCall call;
    call.url = base_.to_text() + path;
    call.request = {"POST", "", headers_, body};
    const client::Send send = client::with_slash_redirects(
        [&](const client::HttpCall& sent) { return client_.perform(sent); });
    const client::Exchange exchange = send(call);
    if (exchange.failure) return fail(*exchange.failure);
    const http::Response& response = *exchange.response;
    const bool is_success = http::is_success(response.status);
    const auto json = parse_foreign_json(response.body);
    std::string id = is_success && json ? string_or(*json, member, "") : "";
    if (!id.empty()) return id;
    const std::string masked = client::mask_secrets(response.body, secrets_of(headers_));
    return fail(ErrorCode::kInvalid,
                fmt::format("POST {}, which prepares the load: found status {}, expected {}; the "
                            "body of the response is {}",
                            path,
                            response.status,
                            is_success ? fmt::format("a body with the member {}", member) : "2xx",
                            to_short_text(Json(masked))),
                {},
                {hint_for(response.status)});
}

Result<std::vector<std::string>> LoadPreparation::create_threads(const Operation& operation,
                                                                 std::uint64_t count) {
    std::vector<std::string> ids;
    while (ids.size() < count) {
        auto id = create(operation.path.text(), "{}", "thread_id");
        if (!id) return fail(id.error());
        ids.push_back(std::move(*id));
    }
    return ids;
}

}  // namespace plumbline::load
