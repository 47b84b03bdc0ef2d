#include "benchmarks/soak/rest_calls.hpp"

#include "benchmarks/soak/connections.hpp"
#include "conformance/client/client.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::soak {
namespace {

constexpr Duration kInterval = std::chrono::milliseconds(10);
constexpr std::chrono::milliseconds kTimeout{30'000};
/// Each read moves the mock's clock; a deleted deployment is gone after fewer.
constexpr int kMaxPolls = 20;
constexpr int kOk = 200;
constexpr int kCreated = 201;
constexpr int kNoContent = 204;
constexpr int kNotFound = 404;
constexpr const char* kDeployment =
    R"({"name": "soak", "source": "internal_source", "source_config": {}, "secrets": [],
        "source_revision_config": {"graph_config_path": "graphs.json"}})";

/// Where requests go, and the key that they need.
struct WorkspaceAccess {
    std::string prefix{};  ///< "" for the default workspace
    std::string key = "plumbline-dev-key";
};

/// Sends a request and measures it.
client::Exchange send_request(client::Client& client,
                              const http::Url& mock,
                              const WorkspaceAccess& access,
                              const char* method,
                              const std::string& path,
                              std::string body) {
    client::HttpCall call;
    call.url = mock.origin() + access.prefix + path;
    call.timeout = kTimeout;
    call.request = {method, "", {{"X-Api-Key", access.key}}, std::move(body)};
    if (!call.request.body.empty()) call.request.headers.add("Content-Type", "application/json");
    return client.perform(call);
}

/// Returns why the response is not the expected one, "" if it is.
std::string failure_text(const client::Exchange& exchange, int expected) {
    if (exchange.response && exchange.response->status == expected) return {};
    return fmt::format(
        "{} {}: expected {}, got {}",
        exchange.call.request.method,
        exchange.call.url,
        expected,
        exchange.response ? fmt::format("{} {}", exchange.response->status, exchange.response->body)
                          : to_text(*exchange.failure));
}

class RestCycle {
  public:
    RestCycle(const http::Url& mock, Clock& clock)
        : mock_(mock), clock_(clock), client_({}, clock), due_(clock.now()) {}

    void play() {
        const auto workspace = call({}, "POST", "/_plumbline/workspaces", kCreated, "{}");
        if (!workspace) return;
        const WorkspaceAccess access{string_or(*workspace, "prefix", ""),
                                     string_or(*workspace, "api_key", "")};
        const LoopbackConnection stream(mock_.port);
        stream.send(stream_request(access.prefix + "/runs/stream", "gated", "{}"));
        play_deployment(access);
        play_deployment({});
        if (!call({},
                  "DELETE",
                  "/_plumbline/workspaces/" + string_or(*workspace, "id", ""),
                  kNoContent)) {
            return;
        }
        if (!stream.read_to_end()) add_failure("the stream of a deleted workspace did not end");
        ++figures_.workspaces;
    }
    [[nodiscard]] const RestFigures& figures() const { return figures_; }

  private:
    void play_deployment(const WorkspaceAccess& access) {
        const std::string all = "/v2/deployments";
        const auto created = call(access, "POST", all, kCreated, kDeployment);
        if (!created) return;
        const std::string path = all + '/' + string_or(*created, "id", "");
        if (!call(access, "GET", path, kOk) || !call(access, "GET", all, kOk) ||
            !call(access, "DELETE", path, kNoContent)) {
            return;
        }
        for (int poll = 0; poll < kMaxPolls; ++poll) {
            const client::Exchange exchange = measure(access, "GET", path, "");
            if (failure_text(exchange, kNotFound).empty()) {
                ++figures_.deployments;
                return;
            }
        }
        add_failure(fmt::format("GET {}: exists after its deletion and {} reads", path, kMaxPolls));
    }

    /// Sends a request, at most one in each interval.
    client::Exchange measure(const WorkspaceAccess& access,
                             const char* method,
                             const std::string& path,
                             std::string body) {
        if (const Instant now = clock_.now(); now < due_) clock_.wait(due_ - now);
        due_ = clock_.now() + kInterval;
        client::Exchange exchange =
            send_request(client_, mock_, access, method, path, std::move(body));
        figures_.latency.record((exchange.ended - exchange.started).count());
        return exchange;
    }

    /// Returns the JSON of the expected response (null if it has none); nothing after a failure.
    std::optional<Json> call(const WorkspaceAccess& access,
                             const char* method,
                             const std::string& path,
                             int expected,
                             std::string body = "") {
        const client::Exchange exchange = measure(access, method, path, std::move(body));
        if (std::string failure = failure_text(exchange, expected); !failure.empty()) {
            add_failure(std::move(failure));
            return std::nullopt;
        }
        return parse_foreign_json(exchange.response->body).value_or(Json());
    }

    void add_failure(std::string failure) {
        if (figures_.failed++ == 0) figures_.failure = std::move(failure);
    }

    const http::Url& mock_;
    Clock& clock_;
    client::Client client_;
    Instant due_;
    RestFigures figures_;
};

}  // namespace

Result<std::vector<std::string>> create_threads(const http::Url& mock,
                                                std::uint64_t count,
                                                const Clock& clock) {
    client::Client client({}, clock);
    std::vector<std::string> threads;
    while (threads.size() < count) {
        const client::Exchange exchange = send_request(client, mock, {}, "POST", "/threads", "{}");
        if (std::string failure = failure_text(exchange, kOk); !failure.empty())
            return fail(ErrorCode::kInvalid, std::move(failure));
        const auto thread = parse_foreign_json(exchange.response->body);
        if (!thread) return fail(thread.error());
        threads.push_back(string_or(*thread, "thread_id", ""));
    }
    return threads;
}

RestFigures repeat_rest_cycle(const http::Url& mock,
                              Instant until,
                              Clock& clock,
                              const std::atomic<bool>& stop) {
    RestCycle cycle(mock, clock);
    while (clock.now() < until && !stop.load()) cycle.play();
    return cycle.figures();
}

}  // namespace plumbline::soak
