#pragma once
// An API with everything that monitors watch, and exchanges with it, for tests.

#include "conformance/monitors/watch.hpp"
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

inline const char* kWatchedApi = R"(
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
        - { is: as_written, requirements: [T-LIST] }
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
      x-history: [{ is: as_written, requirements: [T-SAME] }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    patch:
      operationId: patchThing
      x-operation-kind: patch
      x-resource: { type: thing, id: /id }
      x-history: [{ is: as_written, requirements: [T-READ] }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/ThingRequest' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    delete:
      operationId: deleteThing
      x-operation-kind: delete
      x-resource: { type: thing, id: /id }
      x-history: [{ is: gone, field: /status, pattern: ^GOING$, requirements: [T-GONE] }]
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
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } } }
  /reset:
    post:
      operationId: reset
      x-operation-kind: action
      x-history: [{ is: forgets }]
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
        name: { type: string, x-history: [{ is: as_sent, requirements: [T-ECHO] }] }
        color: { type: string }
        note: { type: string }
        tags: { type: array, x-history: [{ is: as_sent, requirements: [T-ECHO] }] }
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
        changed: { type: string, x-history: [{ is: grows, field: /made, requirements: [T-CHANGED] }] }
        count: { type: integer, x-history: [{ is: grows, requirements: [T-COUNT] }] }
        status: { type: string, x-history: [{ is: final, pattern: DEAD, requirements: [T-FINAL] }] }
        latest: { type: string, x-history: [{ is: newest_of, type: part, requirements: [T-FIRST] }] }
        active:
          type: string
          x-history: [{ is: names, type: part, field: /state, pattern: ^UP$, requirements: [T-ACTIVE] }]
    Part:
      type: object
      properties:
        id: { type: string, x-history: [{ is: identity, requirements: [T-UNIQUE] }] }
        made: { type: string }
        state: { type: string }
        config: { type: object, x-history: [{ is: constant, requirements: [T-CONFIG] }] }
)";

/// An exchange of a test. Times are milliseconds; without them each exchange follows the last.
struct Told {
    std::string operation;
    std::string answer{};
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

/// A watch, and exchanges one after the other.
class Watching : public ::testing::Test {
  protected:
    void SetUp() override {
        auto loaded = load(api_text());
        ASSERT_THAT(loaded, IsOk());
        api_ = *loaded;
        restart();
    }

    [[nodiscard]] virtual std::string api_text() const { return kWatchedApi; }

    void restart(Duration wait = {}, const Limits& limits = {}) {
        watch_ = std::make_unique<Watch>(std::make_shared<Library>(), wait, limits);
    }

    checks::Judged see(const Told& told) {
        const client::Call wire = wire_of(told);
        const Call call = call_of(told, wire);
        watch_->announce(call);
        return judge(told);
    }

    /// Announces and does not end. Thread: any.
    void begin(const Told& told) const {
        const client::Call wire = wire_of(told);
        watch_->announce(call_of(told, wire));
    }

    checks::Judged judge(const Told& told) {
        const int started = told.started.value_or(now_ + 10);
        const int ended = told.ended.value_or(started + 5);
        now_ = std::max(now_, ended);
        return judge(told, started, ended);
    }

    /// The same at a given time. Thread: any.
    checks::Judged judge(const Told& told, int started, int ended) const {
        client::Exchange exchange;
        exchange.call = wire_of(told);
        exchange.started = Instant{} + std::chrono::milliseconds(started);
        exchange.ended = Instant{} + std::chrono::milliseconds(ended);
        exchange.failure = told.failure;
        if (!told.failure) exchange.response = http::Response{told.status, {}, told.answer};
        const auto answer =
            told.answer.empty() ? nullptr : std::make_shared<const Json>(json_of(told.answer));
        return watch_->judge(call_of(told, exchange.call),
                             {exchange, answer, {"suite.yaml", 3, 5}, "look"});
    }

    checks::Judged create(const std::string& answer, Json request = Json::object()) {
        return see({"createThing", answer, Json::object(), std::move(request), 201});
    }
    checks::Judged get(const std::string& answer, const std::string& id = "a") {
        return see({"getThing", answer, {{"thing_id", id}}});
    }
    checks::Judged patch(const std::string& answer, Json request = Json::object()) {
        return see({"patchThing", answer, {{"thing_id", "a"}}, std::move(request)});
    }
    checks::Judged list(const std::string& answer) { return see({"listThings", answer}); }
    checks::Judged get_part(const std::string& answer,
                            const std::string& part,
                            const std::string& thing = "a") {
        return see({"getPart", answer, {{"thing_id", thing}, {"part_id", part}}});
    }
    checks::Judged list_parts(const std::string& answer, const std::string& thing = "a") {
        return see({"listParts", answer, {{"thing_id", thing}}});
    }
    checks::Judged remove() { return see({"deleteThing", "", {{"thing_id", "a"}}, {}, 204}); }

    static std::vector<std::string> broken(const checks::Judged& judged) {
        std::vector<std::string> ids;
        for (const checks::Observation& one : judged.broken) {
            const auto& requirements = one.finding.requirements;
            ids.insert(ids.end(), requirements.begin(), requirements.end());
        }
        return ids;
    }

    std::shared_ptr<const ApiDocument> api_;
    std::unique_ptr<Watch> watch_;

  private:
    static client::Call wire_of(const Told& told) {
        client::Call call;
        call.base_url = "http://127.0.0.1:1";
        call.url = call.base_url + "/" + told.operation + told.query;
        call.request = {"GET", "", http::Headers{{"X-Api-Key", told.key}}, ""};
        return call;
    }

    Call call_of(const Told& told, const client::Call& wire) const {
        return {*api_->find_operation(told.operation),
                *api_,
                wire,
                &told.path,
                &told.request,
                told.owner};
    }

    int now_ = 0;
};

}  // namespace plumbline::monitors
