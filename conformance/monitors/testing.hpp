#pragma once
// An API that uses every kind of history rule, and exchanges with it, for tests.

#include "conformance/monitors/history_monitor.hpp"
#include "spec/contract/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::monitors {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

inline const char* kMonitoredApi = R"(
openapi: '3.1.0'
info: { title: things, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      x-operation-kind: create
      x-resource: { type: thing, id: /id, name: /name }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/ThingRequest' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    get:
      operationId: listThings
      x-operation-kind: list
      x-resource: { type: thing, id: /id, items: /items }
      x-history:
        - { is: complete, requirements: [T-HAS] }
        - { is: matches_write, requirements: [T-LIST] }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties: { items: { type: array, items: { $ref: '#/components/schemas/Thing' } } }
  /things/{thing_id}:
    parameters: [ { name: thing_id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: getThing
      x-operation-kind: read
      x-resource: { type: thing, id: /id }
      x-history: [{ is: matches_write, requirements: [T-SAME] }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    patch:
      operationId: patchThing
      x-operation-kind: patch
      x-resource: { type: thing, id: /id }
      x-history:
        - { is: matches_write, requirements: [T-READ] }
        - { is: names_path, requirements: [T-PATH] }
        - { is: keeps, field: /size, requirements: [T-KEEPS] }
        - { is: keeps, field: /tags, requirements: [T-KEEPS-TAGS] }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/ThingRequest' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    delete:
      operationId: deleteThing
      x-operation-kind: delete
      x-resource: { type: thing, id: /id }
      x-history: [{ is: deleted, field: /status, pattern: ^GOING$, requirements: [T-GONE] }]
      responses: { '204': { description: gone } }
  /things/{thing_id}/parts:
    parameters: [ { name: thing_id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: listParts
      x-operation-kind: list
      x-resource: { type: part, id: /id, parent: thing_id, items: /items }
      x-history:
        - { is: sorted, field: /made, order: descending, requirements: [T-ORDER] }
        - { is: complete, requirements: [T-GROW] }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties: { items: { type: array, items: { $ref: '#/components/schemas/Part' } } }
  /things/{thing_id}/parts/{part_id}:
    parameters:
      - { name: thing_id, in: path, required: true, schema: { type: string } }
      - { name: part_id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getPart
      x-operation-kind: read
      x-resource: { type: part, id: /id, parent: thing_id }
      x-history: [{ is: names_path, requirements: [T-PATH] }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } } }
  /reset:
    post:
      operationId: reset
      x-operation-kind: action
      x-history: [{ is: resets }]
      responses: { '204': { description: done } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
  schemas:
    ThingRequest:
      type: object
      properties:
        name: { type: string }
        color: { type: string, x-immutable: { requirements: [T-IMM] } }
        note: { type: string }
        tags: &tags
          type: array
          x-patch-mode: { value: replace, requirements: [T-REPLACE] }
          items: { type: object, properties: { name: { type: string }, value: { type: string } } }
        size:
          type: object
          properties:
            cpu: { type: number }
            limit: { type: number, x-default-from: { field: cpu, factor: 2, requirements: [T-DEFAULT] } }
        spec:
          type: object
          x-patch-mode: { value: replace, requirements: [T-WHOLE] }
          properties:
            cpu: { type: number, x-decimals: { value: 1 } }
            limit:
              type: number
              x-decimals: { value: 1 }
              x-default-from: { field: cpu, factor: 2, requirements: [T-LIMIT] }
            team: { type: string }
            labels: { type: object, additionalProperties: { type: string } }
            refs: { type: array, items: { type: string } }
    Thing:
      type: object
      properties:
        id:
          type: string
          x-history: [{ is: constant, requirements: [T-STABLE] }, { is: identity, requirements: [T-UNIQUE] }]
        name: { type: string, x-history: [{ is: matches_request, requirements: [T-ECHO] }] }
        color: { type: string }
        note: { type: string }
        tags: { type: array, x-history: [{ is: matches_request, requirements: [T-ECHO] }] }
        size: { type: object, properties: { cpu: { type: number }, limit: { type: number } } }
        spec:
          type: object
          properties:
            cpu: { type: number }
            limit: { type: number }
            team: { type: string }
            labels: { type: object, additionalProperties: { type: string } }
            refs: { type: array, items: { type: string } }
        made: { type: string, format: date-time, x-history: [{ is: constant, requirements: [T-STABLE] }] }
        owner: { type: string, format: uuid, x-history: [{ is: constant, requirements: [T-STABLE] }] }
        changed: { type: string, x-history: [{ is: monotonic, field: /made, requirements: [T-CHANGED] }] }
        count: { type: integer, x-history: [{ is: monotonic, requirements: [T-COUNT] }] }
        status: { type: string, x-history: [{ is: final, pattern: DEAD, requirements: [T-FINAL] }] }
        latest: { type: string, x-history: [{ is: newest_of, type: part, requirements: [T-FIRST] }] }
        active:
          type: string
          x-history: [{ is: references, type: part, field: /state, pattern: ^UP$, requirements: [T-ACTIVE] }]
    Part:
      type: object
      properties:
        id: { type: string, x-history: [{ is: identity, requirements: [T-UNIQUE] }] }
        made: { type: string }
        state: { type: string }
        config: { type: object, x-history: [{ is: constant, requirements: [T-CONFIG] }] }
)";

/// An exchange of a test. Times are in milliseconds; without times, each exchange follows the last
/// one.
struct TestExchange {
    std::string operation;
    std::string response{};
    Json path = Json::object();
    Json request{};
    int status = 200;
    std::optional<int> started{};
    std::optional<int> ended{};
    std::string query{};
    std::string key = "me";
    std::uint64_t owner = 1;
    std::optional<Error> failure{};
};

/// A history monitor and exchanges, one after the other.
class HistoryMonitorTest : public ::testing::Test {
  protected:
    void SetUp() override {
        auto loaded = load_api(api_text());
        ASSERT_THAT(loaded, IsOk());
        api_ = *loaded;
        restart();
    }

    [[nodiscard]] virtual std::string api_text() const { return kMonitoredApi; }

    void restart(Duration wait = {}, const TargetLimits& limits = {}) {
        monitor_ =
            std::make_unique<HistoryMonitor>(std::make_shared<HistoryRuleCache>(), wait, limits);
    }

    checks::CheckResult observe(const TestExchange& test_exchange) {
        const client::HttpCall wire = client_call(test_exchange);
        const MonitoredCall call = monitored_call(test_exchange, wire);
        monitor_->announce(call);
        return check(test_exchange);
    }

    /// Announces a call without ending it. Thread: any.
    void announce(const TestExchange& test_exchange) const {
        const client::HttpCall wire = client_call(test_exchange);
        monitor_->announce(monitored_call(test_exchange, wire));
    }

    checks::CheckResult check(const TestExchange& test_exchange) {
        const int started = test_exchange.started.value_or(now_ + 10);
        const int ended = test_exchange.ended.value_or(started + 5);
        now_ = std::max(now_, ended);
        return check(test_exchange, started, ended);
    }

    /// Checks an exchange at the given times. Thread: any.
    checks::CheckResult check(const TestExchange& test_exchange, int started, int ended) const {
        client::Exchange exchange;
        exchange.call = client_call(test_exchange);
        exchange.started = Instant{} + std::chrono::milliseconds(started);
        exchange.ended = Instant{} + std::chrono::milliseconds(ended);
        exchange.failure = test_exchange.failure;
        if (!test_exchange.failure)
            exchange.response = http::Response{test_exchange.status, {}, test_exchange.response};
        const auto response = test_exchange.response.empty()
                                  ? nullptr
                                  : std::make_shared<const Json>(json_of(test_exchange.response));
        return monitor_->check(monitored_call(test_exchange, exchange.call),
                               {exchange, response, {"suite.yaml", 3, 5}, "look"});
    }

    checks::CheckResult create(const std::string& response, Json request = Json::object()) {
        return observe({"createThing", response, Json::object(), std::move(request), 201});
    }
    checks::CheckResult get(const std::string& response, const std::string& id = "a") {
        return observe({"getThing", response, {{"thing_id", id}}});
    }
    checks::CheckResult patch(const std::string& response, Json request = Json::object()) {
        return observe({"patchThing", response, {{"thing_id", "a"}}, std::move(request)});
    }
    checks::CheckResult list(const std::string& response) {
        return observe({"listThings", response});
    }
    checks::CheckResult get_part(const std::string& response,
                                 const std::string& part,
                                 const std::string& thing = "a") {
        return observe({"getPart", response, {{"thing_id", thing}, {"part_id", part}}});
    }
    checks::CheckResult list_parts(const std::string& response, const std::string& thing = "a") {
        return observe({"listParts", response, {{"thing_id", thing}}});
    }
    checks::CheckResult remove() {
        return observe({"deleteThing", "", {{"thing_id", "a"}}, {}, 204});
    }

    static std::vector<std::string> broken_requirements(const checks::CheckResult& result) {
        std::vector<std::string> ids;
        for (const checks::CheckFinding& one : result.findings) {
            const auto& requirements = one.finding.requirements;
            ids.insert(ids.end(), requirements.begin(), requirements.end());
        }
        return ids;
    }

    std::shared_ptr<const ApiDocument> api_;
    std::unique_ptr<HistoryMonitor> monitor_;

  private:
    static client::HttpCall client_call(const TestExchange& test_exchange) {
        client::HttpCall call;
        call.base_url = "http://127.0.0.1:1";
        call.url = call.base_url + "/" + test_exchange.operation + test_exchange.query;
        call.request = {"GET", "", http::Headers{{"X-Api-Key", test_exchange.key}}, ""};
        return call;
    }

    MonitoredCall monitored_call(const TestExchange& test_exchange,
                                 const client::HttpCall& wire) const {
        return {*api_->find_operation(test_exchange.operation),
                *api_,
                wire,
                &test_exchange.path,
                &test_exchange.request,
                test_exchange.owner};
    }

    int now_ = 0;
};

}  // namespace plumbline::monitors
