#pragma once
// An API of jobs and their runs, which progress by themselves and have no create or delete
// operation.

#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {

inline const char* kJobsApi = R"(
openapi: '3.1.0'
info: { title: jobs, version: '1' }
paths:
  /jobs:
    get:
      operationId: listJobs
      x-operation-kind: list
      x-resource: { type: job, id: /id }
      x-history:
        - { is: complete, requirements: [J-ALL] }
        - { is: matches_read, requirements: [J-SAME] }
        - { is: at_most, field: /status, pattern: ^RUNNING$, count: 3, requirements: [J-JOBS] }
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Job' } } } }
  /jobs/{job_id}:
    parameters: [ &job { name: job_id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: getJob
      x-operation-kind: read
      x-resource: { type: job, id: /id }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } } }
    patch:
      operationId: cancelJob
      x-operation-kind: patch
      x-resource: { type: job, id: /id }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } } }
  /jobs/{job_id}/runs:
    parameters: [ *job ]
    get:
      operationId: listRuns
      x-operation-kind: list
      x-resource: { type: run, id: /id, parent: job_id, items: /resources }
      x-history:
        - { is: at_most, field: /status, pattern: ^RUNNING$, count: 4, alternative_count: 2, requirements: [J-RUNS] }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                anyOf:
                  - { type: array, items: { $ref: '#/components/schemas/Run' } }
                  - type: object
                    properties: { resources: { type: array, items: { $ref: '#/components/schemas/Run' } } }
components:
  securitySchemes: { Key: { type: apiKey, in: header, name: X-Api-Key } }
  schemas:
    Job:
      type: object
      properties:
        id: { type: string, x-history: [{ is: identity, requirements: [J-UNIQUE] }] }
        made: { type: string, x-history: [{ is: constant, requirements: [J-STABLE] }] }
        status:
          type: string
          x-history:
            - { is: final, pattern: ^DONE$, requirements: [J-FINAL] }
            - { is: final, pattern: ^FAILED$, requirements: [J-FINAL] }
            - { is: none_of, type: run, when: ^NEW$, field: /status, pattern: ^RUNNING$, requirements: [J-NEW] }
            - { is: all_of, type: run, when: ^DONE$, field: /status, pattern: ^DONE$, requirements: [J-DONE] }
            - { is: some_of, type: run, when: ^FAILED$, field: /status, pattern: ^FAILED$, requirements: [J-FAILED] }
    Run:
      type: object
      properties:
        id: { type: string }
        status: { type: string }
        made: { type: string, x-history: [{ is: not_before_parent, field: /made, requirements: [J-YOUNGER] }] }
        rows:
          type: integer
          x-accepted-names: [row_count]
          x-requirements: [J-NAMES]
          x-history: [{ is: monotonic, requirements: [J-ROWS] }]
        errors:
          type: object
          x-history:
            - { is: numbered, pattern: '^try_([0-9]+)$', requirements: [J-KEYS] }
            - { is: numbered, pattern: '^try_([0-9]+)$', at_most: 2, tolerance: 1, limit_name: tries, requirements: [J-TRIES] }
            - { is: monotonic, requirements: [J-KEPT] }
        progress:
          type: object
          properties:
            rows: { type: integer, x-history: [{ is: equals, field: /rows, requirements: [J-EQUAL] }] }
            cursor: { x-history: [{ is: advances, field: /rows, requirements: [J-MOVES] }] }
            files:
              type: array
              items: { type: string }
              x-history: [{ is: monotonic, requirements: [J-FILES] }]
)";

/// A monitor of job `j` whose runs are observed one response after the other.
class JobsMonitorTest : public HistoryMonitorTest {
  protected:
    [[nodiscard]] std::string api_text() const override { return kJobsApi; }

    checks::CheckResult job(const std::string& status) {
        return observe({"getJob", R"({"id":"j","status":")" + status + "\"}", {{"job_id", "j"}}});
    }
    checks::CheckResult jobs(const std::string& response) {
        return observe({"listJobs", response});
    }
    checks::CheckResult runs(const std::string& response) {
        return observe({"listRuns", response, {{"job_id", "j"}}});
    }
    /// Observes one run `r` with these members.
    checks::CheckResult run(const std::string& members) {
        return runs(R"([{"id":"r",)" + members + "}]");
    }
    /// Observes runs with these states.
    checks::CheckResult runs_in(const std::vector<std::string>& states) {
        Json items = Json::array();
        for (const std::string& state : states)
            items.push_back({{"id", "r" + std::to_string(items.size())}, {"status", state}});
        return runs(items.dump());
    }
};

}  // namespace plumbline::monitors
