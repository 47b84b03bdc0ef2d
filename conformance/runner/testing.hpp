#pragma once
// A target with canned responses, and suites from text, for the runner's tests.

#include "conformance/runner/run.hpp"
#include "conformance/workflow/read_suites.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::runner {

/// A clock that sets a flag as soon as a thread waits on it.
class InterruptingClock final : public Clock {
  public:
    [[nodiscard]] Instant now() const override { return clock_.now(); }
    [[nodiscard]] Instant at(std::chrono::steady_clock::time_point steady) const override {
        return clock_.at(steady);
    }
    void wait(Duration time) override {
        clock_.wait(time);
        interrupted = true;
    }

    std::atomic<bool> interrupted{false};

  private:
    ManualClock clock_;
};

/// Responds to calls by `METHOD path`: with the given responses in turn, then with the last one
/// forever. Stores the calls. Thread: send() from any thread; everything else after the run.
class FakeTarget {
  public:
    struct FakeResponse {
        int status = 200;
        std::string body{};
        http::Headers headers{{"Content-Type", "application/json"}};
        std::optional<Error> failure{};  ///< instead of a response
    };

    void on(const std::string& request, std::vector<FakeResponse> responses) {
        responses_[request] = std::deque<FakeResponse>(responses.begin(), responses.end());
    }

    Send send() {
        return [this](const client::HttpCall& call) { return respond(call); };
    }

    /// Returns `METHOD path` of every call so far.
    [[nodiscard]] std::vector<std::string> calls() const {
        std::vector<std::string> names;
        for (const client::HttpCall& call : sent) names.push_back(name_of(call));
        return names;
    }

    std::vector<client::HttpCall> sent;
    const Clock* clock = nullptr;  ///< sets the times of exchanges; null: not set

  private:
    static std::string name_of(const client::HttpCall& call) {
        const std::string path = call.url.substr(call.url.find('/', 8));
        return call.request.method + ' ' + path;
    }

    client::Exchange respond(const client::HttpCall& call) {
        const std::lock_guard lock(*mutex_);
        sent.push_back(call);
        client::Exchange exchange;
        exchange.call = call;
        if (clock) exchange.started = exchange.ended = clock->now();
        const auto found = responses_.find(name_of(call));
        if (found == responses_.end()) {
            exchange.failure =
                Error{ErrorCode::kUnreachable, "nothing answers at " + call.url, {}, {}};
            return exchange;
        }
        std::deque<FakeResponse>& responses = found->second;
        const FakeResponse next = responses.front();
        if (responses.size() > 1) responses.pop_front();
        if (next.failure) {
            exchange.failure = next.failure;
            return exchange;
        }
        exchange.response = http::Response{next.status, next.headers, next.body};
        return exchange;
    }

    std::map<std::string, std::deque<FakeResponse>> responses_;
    /// Guards responses_ and sent while jobs play. A pointer, so that a target can be moved.
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

inline const char* kThingsApi = R"(
openapi: '3.1.0'
info: { title: things, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      responses: { '200': { description: ok, x-requirements: [T-200], content: { application/json: {} } } }
    post:
      operationId: createThing
      x-operation-kind: create
      x-resource: { type: thing, id: /id, name: /name }
      requestBody: { content: { application/json: { schema: { type: object, properties: { secrets: { $ref: '#/components/schemas/Secrets' } } } } } }
      responses:
        '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
        4XX: { description: error }
  /things/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: getThing
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
        4XX: { description: error }
    delete:
      operationId: deleteThing
      x-operation-kind: delete
      x-resource: { type: thing, id: /id }
      responses: { '204': { description: gone }, 4XX: { description: error } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
    own: { type: apiKey, in: header, name: X-Own-Token }
    tenant: { type: apiKey, in: header, name: X-Tenant-Id }
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: { type: string }
        status: { type: string, enum: [NEW, DONE, FAILED] }
        kind: { type: string, enum: [plain] }
        secrets: { $ref: '#/components/schemas/Secrets' }
    Secrets:
      type: array
      items: { type: object, properties: { name: { type: string }, value: { type: string, format: password } } }
)";

/// Loads a suite whose source `things` is kThingsApi, as a document of the contract or (kTolerant)
/// as an external one.
inline std::shared_ptr<const workflow::Suite> suite_of(
    const std::string& workflows, SchemaStrictness strictness = SchemaStrictness::kClosed) {
    const std::string text =
        "arazzo: 1.1.0\ninfo: { title: t, version: '1' }\nsourceDescriptions:\n"
        "  - { name: things, type: openapi, url: things.openapi.yaml }\nworkflows:\n" +
        workflows;
    auto document = parse_yaml(text, "things.arazzo.yaml");
    EXPECT_THAT(document, IsOk());
    if (!document) return nullptr;
    auto loaded =
        workflow::load_suite(*document,
                             [&](const std::string&,
                                 const std::string&,
                                 const std::string&) -> Result<std::shared_ptr<const ApiDocument>> {
                                 auto api = parse_yaml(kThingsApi, "things.openapi.yaml");
                                 if (!api) return fail(api.error());
                                 ApiOptions options;
                                 options.strictness = strictness;
                                 return ApiDocument::load("things", *api, std::move(options));
                             });
    for (const Error& error : loaded.diagnostics.errors) ADD_FAILURE() << to_text(error);
    return loaded.suite;
}

inline Target things_target() {
    Target target;
    target.title = "fake";
    target.base_urls["things"] = "http://127.0.0.1:1";
    target.allow_writes = true;
    return target;
}

/// Plays a suite from text against a fake and returns the result.
inline reports::RunResult play(const std::string& workflows,
                               FakeTarget& fake,
                               const RunOptions& options = {},
                               const Ledger& ledger = {},
                               Target target = things_target()) {
    ManualClock clock;
    fake.clock = &clock;
    auto result = run_suites(
        target, {suite_of(workflows)}, ledger, options, [&fake] { return fake.send(); }, clock, {});
    fake.clock = nullptr;
    return result;
}

/// Returns the codes of all findings of a scenario, `step/code`.
inline std::vector<std::string> finding_codes(const reports::ScenarioResult& scenario) {
    std::vector<std::string> codes;
    for (const reports::StepResult& step : scenario.steps) {
        for (const reports::Finding& finding : step.findings)
            codes.push_back(step.id + '/' + finding.code);
    }
    return codes;
}

/// Returns the ids of the steps played, in order.
inline std::vector<std::string> step_ids(const reports::ScenarioResult& scenario) {
    std::vector<std::string> ids;
    for (const reports::StepResult& step : scenario.steps) ids.push_back(step.id);
    return ids;
}

}  // namespace plumbline::runner
