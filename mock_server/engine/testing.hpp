#pragma once
// A mock without sockets, for tests: requests in, answers out.

#include "mock_server/engine/assemble.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// An answer as tests look at it.
struct Answer {
    int status = 0;
    http::Headers headers;
    Json body;
    std::string text;

    [[nodiscard]] std::string id() const { return body.value("id", ""); }
};

inline void PrintTo(const Answer& answer, std::ostream* out) {
    *out << answer.status << ' ' << answer.text;
}

inline Answer to_answer(const Reply& reply) {
    Answer answer;
    answer.status = status_of(reply);
    std::visit([&](const auto& one) { answer.headers = one.headers; }, reply);
    if (const auto* streamed = std::get_if<StreamReply>(&reply)) {
        StreamBuffer buffer(false);
        constexpr std::size_t kEnough = std::size_t{64} * 1024U;
        Flow flow{Flow::Next::kMore};
        while (flow.next == Flow::Next::kMore) {
            flow = streamed->stream->pull(buffer, kEnough, SteadyTime{} + std::chrono::hours(1));
            answer.text += buffer.bytes();
        }
    }
    if (const auto* json = std::get_if<JsonReply>(&reply)) {
        answer.text = *json->body;
        answer.body = parse_json(answer.text).value_or(Json("not JSON"));
    }
    return answer;
}

/// A caller: the paths it uses begin with `prefix`, its requests bear `headers`.
class Caller {
  public:
    Caller(const Engine& engine, std::string prefix, http::Headers headers)
        : engine_(&engine), prefix_(std::move(prefix)), headers_(std::move(headers)) {}

    [[nodiscard]] Answer send(std::string method,
                              const std::string& path,
                              std::string body = "") const {
        http::Request request{std::move(method), prefix_ + path, headers_, std::move(body)};
        if (!request.body.empty()) request.headers.set("Content-Type", "application/json");
        request.headers.set("Host", "mock.test");
        return to_answer(engine_->answer(request));
    }
    [[nodiscard]] Answer get(const std::string& path) const { return send("GET", path); }
    [[nodiscard]] Answer post(const std::string& path, const Json& body) const {
        return send("POST", path, body.dump());
    }
    [[nodiscard]] Answer patch(const std::string& path, const Json& body) const {
        return send("PATCH", path, body.dump());
    }
    [[nodiscard]] Answer remove(const std::string& path) const { return send("DELETE", path); }
    [[nodiscard]] Caller with(const std::string& name, const std::string& value) const {
        Caller other = *this;
        other.headers_.set(name, value);
        return other;
    }
    [[nodiscard]] Caller without(const std::string& name) const {
        Caller other = *this;
        other.headers_.remove(name);
        return other;
    }

  private:
    const Engine* engine_;
    std::string prefix_;
    http::Headers headers_;
};

/// Returns the built-in stock, which is loaded once: that takes longer than most tests.
inline std::shared_ptr<const Stock> built_in_stock() {
    static const auto stock = load_stock("", "");
    return stock.value_or(nullptr);
}

/// A mock on a clock that the test moves.
class Mock {
  public:
    explicit Mock(Assembly assembly = {}) {
        if (assembly.documents.empty() && assembly.fixtures.empty())
            assembly.stock = built_in_stock();
        auto engine = assemble(assembly, machine);
        if (!engine) ADD_FAILURE() << to_text(engine.error());
        if (engine) engine_ = std::move(*engine);
    }

    /// Calls the control interface.
    [[nodiscard]] Caller control() const { return {*engine_, "/_plumbline", {}}; }
    /// Makes a workspace and returns what the control interface answered.
    [[nodiscard]] Json make(const Json& order = Json::object()) const {
        const Answer made = control().post("/workspaces", order);
        EXPECT_EQ(made.status, 201) << made.text;
        return made.body;
    }
    /// Calls as the tenant of a workspace (or as its `other_tenant`, given that member).
    [[nodiscard]] Caller caller(const Json& workspace, const Json& identity) const {
        return {*engine_,
                workspace.value("prefix", ""),
                {{"X-Api-Key", identity.value("api_key", "")},
                 {"X-Tenant-Id", identity.value("tenant_id", "")}}};
    }
    [[nodiscard]] Caller caller(const Json& workspace) const {
        return caller(workspace, workspace);
    }
    /// Calls as the well-known tenant of the workspace that is there from the start.
    [[nodiscard]] Caller anyone() const {
        return {*engine_, "", {{"X-Api-Key", "plumbline-dev-key"}}};
    }
    [[nodiscard]] const Engine& engine() const { return *engine_; }

    ManualClock machine{Instant{std::chrono::hours(24 * 365 * 56)}};

  private:
    std::unique_ptr<Engine> engine_;
};

/// A workspace of its own, and a caller in it.
struct Place {
    explicit Place(const Json& order = Json::object(), const Assembly& assembly = {})
        : mock(assembly), workspace(mock.make(order)), api(mock.caller(workspace)) {}

    [[nodiscard]] Answer clock(const Json& request) const {
        return mock.control().post("/workspaces/" + workspace.value("id", "") + "/clock", request);
    }
    [[nodiscard]] Json state() const {
        return mock.control().get("/workspaces/" + workspace.value("id", "") + "/state").body;
    }

    Mock mock;
    Json workspace;
    Caller api;
};

/// Bodies of valid creates.
inline Json git_host_body(const Json& workspace) {
    const Json& inputs = workspace["sources"]["git_host"];
    return {
        {"name", "agent"},
        {"source", "git_host"},
        {"source_config",
         {{"integration_id", inputs["integration_id"]}, {"repo_url", inputs["repo_url"]}}},
        {"source_revision_config",
         {{"repo_ref", inputs["repo_ref"]}, {"graph_config_path", inputs["graph_config_path"]}}},
        {"secrets", Json::array({{{"name", "TOKEN"}, {"value", "t"}}})}};
}
inline Json external_body(const Json& workspace) {
    const Json& inputs = workspace["sources"]["external_container"];
    return {{"name", "agent"},
            {"source", "external_container"},
            {"source_config", {{"listener_id", inputs["listener_id"]}}},
            {"source_revision_config", {{"image_uri", inputs["image_uri"]}}},
            {"secrets", Json::array()}};
}

MATCHER_P(HasStatus, status, "") {
    return arg.status == status;
}

/// Matches a 422 with a problem at `loc`, given as JSON text.
MATCHER_P(HasProblemAt, loc, std::string("has a problem at ") + loc) {
    if (arg.status != 422 || !arg.body["detail"].is_array()) return false;
    for (const Json& problem : arg.body["detail"]) {
        if (problem["loc"] == *parse_json(loc))
            return problem["msg"].is_string() && problem["type"].is_string();
    }
    return false;
}

/// Matches a `{"detail": text}` answer whose text contains `part`.
MATCHER_P2(HasDetail, status, part, "") {
    return arg.status == status && arg.body["detail"].is_string() &&
           arg.body["detail"].template get<std::string>().find(part) != std::string::npos;
}

}  // namespace plumbline::mock
