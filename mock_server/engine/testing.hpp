#pragma once
// A mock without sockets, for tests: accepts requests, returns responses.

#include "mock_server/engine/make_engine.hpp"
#include "mock_server/response/engine_response.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// A response, parsed for tests.
struct TestResponse {
    int status = 0;
    http::Headers headers;
    Json body;
    std::string text;

    [[nodiscard]] std::string id() const { return body.value("id", ""); }
};

inline void PrintTo(const TestResponse& result, std::ostream* out) {
    *out << result.status << ' ' << result.text;
}

inline TestResponse to_test_response(const EngineResponse& response) {
    TestResponse result;
    result.status = response.status;
    result.headers = response.headers;
    if (response.stream) {
        StreamBuffer buffer(false);
        constexpr std::size_t kEnough = std::size_t{64} * 1024U;
        PullResult pulled{PullResult::StreamNext::kMore};
        while (pulled.next == PullResult::StreamNext::kMore) {
            pulled = response.stream->pull(buffer, kEnough, SteadyTime{} + std::chrono::hours(1));
            result.text += buffer.bytes();
        }
    }
    if (response.body) {
        result.text = *response.body;
        result.body = parse_json(result.text).value_or(Json("not JSON"));
    }
    return result;
}

/// A client: its paths begin with `prefix`, its requests have `headers`.
class TestClient {
  public:
    TestClient(const Engine& engine, std::string prefix, http::Headers headers)
        : engine_(&engine), prefix_(std::move(prefix)), headers_(std::move(headers)) {}

    [[nodiscard]] TestResponse send(std::string method,
                                    const std::string& path,
                                    std::string body = "") const {
        http::Request request{std::move(method), prefix_ + path, headers_, std::move(body)};
        if (!request.body.empty()) request.headers.set("Content-Type", "application/json");
        request.headers.set("Host", "mock.test");
        return to_test_response(engine_->handle(request));
    }
    [[nodiscard]] TestResponse get(const std::string& path) const { return send("GET", path); }
    [[nodiscard]] TestResponse post(const std::string& path, const Json& body) const {
        return send("POST", path, body.dump());
    }
    [[nodiscard]] TestResponse patch(const std::string& path, const Json& body) const {
        return send("PATCH", path, body.dump());
    }
    [[nodiscard]] TestResponse remove(const std::string& path) const {
        return send("DELETE", path);
    }
    [[nodiscard]] TestClient with(const std::string& name, const std::string& value) const {
        TestClient other = *this;
        other.headers_.set(name, value);
        return other;
    }
    [[nodiscard]] TestClient without(const std::string& name) const {
        TestClient other = *this;
        other.headers_.remove(name);
        return other;
    }

  private:
    const Engine* engine_;
    std::string prefix_;
    http::Headers headers_;
};

/// Returns the built-in contract. It is loaded once, as loading takes longer than most tests.
inline std::shared_ptr<const Contract> built_in_contract() {
    static const auto contract = load_contract();
    return contract.value_or(nullptr);
}

/// Returns the built-in definitions, loaded once.
inline std::shared_ptr<const EngineDefinitions> built_in_definitions() {
    static const auto definitions = load_definitions(built_in_contract(), "");
    return definitions.value_or(nullptr);
}

/// Makes an engine that shares what the options do not replace.
inline Result<std::unique_ptr<Engine>> make_test_engine(EngineOptions options, const Clock& clock) {
    if (options.documents.empty()) options.contract = built_in_contract();
    if (options.contract && options.fixtures.empty()) options.definitions = built_in_definitions();
    return make_engine(options, clock);
}

/// A mock whose clock the test advances.
class TestMock {
  public:
    explicit TestMock(const EngineOptions& options = {}) {
        auto engine = make_test_engine(options, host_clock);
        if (!engine) ADD_FAILURE() << to_text(engine.error());
        if (engine) engine_ = std::move(*engine);
    }

    /// Returns a client of the control interface.
    [[nodiscard]] TestClient control() const { return {*engine_, "/_plumbline", {}}; }
    /// Creates a workspace and returns the response of the control interface.
    [[nodiscard]] Json make_workspace(const Json& request = Json::object()) const {
        const TestResponse response = control().post("/workspaces", request);
        EXPECT_EQ(response.status, 201) << response.text;
        return response.body;
    }
    /// Returns a client with an identity of a workspace: the workspace itself or its
    /// `other_tenant`.
    [[nodiscard]] TestClient client(const Json& workspace, const Json& identity) const {
        return {*engine_,
                workspace.value("prefix", ""),
                {{"X-Api-Key", identity.value("api_key", "")},
                 {"X-Tenant-Id", identity.value("tenant_id", "")}}};
    }
    [[nodiscard]] TestClient client(const Json& workspace) const {
        return client(workspace, workspace);
    }
    /// Returns a client of the default workspace.
    [[nodiscard]] TestClient default_client() const {
        return {*engine_, "", {{"X-Api-Key", "plumbline-dev-key"}}};
    }
    [[nodiscard]] const Engine& engine() const { return *engine_; }

    ManualClock host_clock{Instant{std::chrono::hours(24 * 365 * 56)}};

  private:
    std::unique_ptr<Engine> engine_;
};

/// A mock with one workspace, and a client of it.
struct TestWorkspace {
    explicit TestWorkspace(const Json& request = Json::object(), const EngineOptions& options = {})
        : mock(options), workspace(mock.make_workspace(request)), api(mock.client(workspace)) {}

    [[nodiscard]] TestResponse set_clock(const Json& request) const {
        return mock.control().post("/workspaces/" + workspace.value("id", "") + "/clock", request);
    }
    [[nodiscard]] Json state() const {
        return mock.control().get("/workspaces/" + workspace.value("id", "") + "/state").body;
    }

    TestMock mock;
    Json workspace;
    TestClient api;
};

/// Returns the records of a list that are newer than the history of the built-in worlds.
inline Json new_records(const Json& list) {
    Json records = Json::array();
    for (const Json& record : list) {
        if (record.value("created_at", "") >= "2026-01-05T09:00") records.push_back(record);
    }
    return records;
}

/// Returns the body of a valid create.
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

/// Matches a `{"detail": text}` response whose text contains `part`.
MATCHER_P2(HasDetail, status, part, "") {
    return arg.status == status && arg.body["detail"].is_string() &&
           arg.body["detail"].template get<std::string>().find(part) != std::string::npos;
}

}  // namespace plumbline::mock
