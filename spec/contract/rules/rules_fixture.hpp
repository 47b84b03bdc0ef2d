#pragma once
// A test API with a rule of each kind, for tests of the violations that rules report and of the
// changes that they make to a record.

#include "spec/base/testing.hpp"
#include "spec/contract/request_rules.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

inline const std::string kRulesApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      x-operation-kind: create
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Request' } } } }
      responses:
        '201':
          description: created
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
  /uploads: { post: { operationId: createUpload } }
components:
  schemas:
    Request:
      type: object
      x-rules:
        - id: tag-not-pushed
          scope: effective
          message: cannot build on push from a tag
          when: { properties: { ref: { pattern: '^refs/tags/' } }, required: [ref] }
          then: { properties: { push: { enum: [false, null] } } }
          basis: stated
          requirements: [T-TAG]
      properties:
        source: { type: string, x-only-for-hosting: { value: { git: [cloud], image: [self_hosted] } } }
        revision_source: { type: [string, 'null'] }
        name: { type: string, x-immutable: { basis: stated } }
        ref: { type: [string, 'null'], x-creates-revision: { basis: stated } }
        push: { type: [boolean, 'null'], x-only-for-sources: { value: [git] } }
        url: { type: [string, 'null'], x-settable-for-sources: { value: [image] } }
        path: { type: [string, 'null'], x-required-on-create-for-sources: { value: [git] } }
        tarball: { type: [string, 'null'], x-issued-by: { value: [createUpload] } }
        owner: { type: [string, 'null'], format: uuid, x-immutable: { basis: stated } }
        listener: { type: [string, 'null'] }
        namespace: { type: [string, 'null'], x-only-for-compute-kinds: { value: [cluster] } }
        source_config: { $ref: '#/components/schemas/Config' }
        source_revision_config:
          type: object
          properties: { image: { type: string, x-only-for-sources: { value: [image] } } }
    Config:
      type: object
      properties:
        note: { type: [string, 'null'] }
        keys: { type: array, items: { type: object, properties: { name: { type: string } } } }
        listener_id: { type: [string, 'null'] }
        spec:
          type: [object, 'null']
          x-patch-mode: { value: replace }
          properties:
            cpu: { type: [number, 'null'], x-decimals: { value: 1 } }
            cpu_limit: { type: [number, 'null'], x-default-from: { field: cpu, factor: 2 } }
            queue_cpu: { type: [number, 'null'], x-default-from: { field: cpu, factor: 1 } }
            queue_cpu_limit: { type: [number, 'null'], x-default-from: { field: queue_cpu, factor: 2 } }
            memory: { type: [integer, 'null'] }
            memory_limit: { type: [integer, 'null'], x-default-from: { field: memory, factor: 2 } }
            share: { type: [number, 'null'], x-decimals: { value: 1 } }
            share_limit: { type: [number, 'null'], x-default-from: { field: share, factor: 2 } }
            boxes:
              type: [array, 'null']
              items:
                type: object
                properties:
                  word: { type: [string, 'null'], x-default: { value: none } }
            labels: { type: [object, 'null'], additionalProperties: { type: string } }
            volumes:
              type: [array, 'null']
              x-unique-by: { value: name }
              items: { type: object, properties: { name: { type: string } } }
            mounts:
              type: [array, 'null']
              x-key-ref: { key: name, in: /source_config/spec/volumes, to: name }
              items: { type: object, properties: { name: { type: string } } }
    Thing:
      type: object
      properties:
        id: { type: string }
        name: { type: string }
        version: { type: [string, 'null'] }
        source_config: { $ref: '#/components/schemas/Config' }
)";

inline const std::vector<std::string> kRulesExtensions{"x-operation-kind",
                                                       "x-rules",
                                                       "x-only-for-hosting",
                                                       "x-immutable",
                                                       "x-creates-revision",
                                                       "x-only-for-sources",
                                                       "x-settable-for-sources",
                                                       "x-required-on-create-for-sources",
                                                       "x-issued-by",
                                                       "x-only-for-compute-kinds",
                                                       "x-patch-mode",
                                                       "x-decimals",
                                                       "x-default",
                                                       "x-default-from",
                                                       "x-unique-by",
                                                       "x-key-ref"};

class RequestRules : public ::testing::Test {
  protected:
    void SetUp() override {
        auto document = parse_yaml(kRulesApi, "rules.yaml");
        ASSERT_THAT(document, IsOk());
        auto api =
            ApiDocument::load("rules", *document, {SchemaStrictness::kClosed, kRulesExtensions});
        ASSERT_THAT(api, IsOk());
        api_ = *api;
        operation_ = api_->find_operation("createThing");
        context_.is_issued = [](std::string_view operation, std::string_view value) {
            return operation == "createUpload" && value == "known";
        };
        context_.compute_kind = [](std::string_view listener) {
            return std::string(listener == "L" ? "cluster" : "");
        };
    }

    /// Returns the ids of the rules that `request` violates.
    std::vector<std::string> broken_rules(const char* request,
                                          const char* current = nullptr) const {
        const Json held = current ? *parse_json(current) : Json();
        std::vector<std::string> ids;
        for (const RuleViolation& violation : check_request_rules(
                 *operation_, *api_, *parse_json(request), current ? &held : nullptr, context_)) {
            ids.push_back(violation.rule->id);
        }
        return ids;
    }

    Json complete(const char* record) const {
        Json json = *parse_json(record);
        complete_record(*operation_, json, context_);
        return json;
    }

    std::shared_ptr<const ApiDocument> api_;
    const Operation* operation_ = nullptr;
    RuleContext context_;
};

}  // namespace plumbline
