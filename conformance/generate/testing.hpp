#pragma once
// A small API with one type of record, to which tests add one property.

#include "conformance/generate/generate.hpp"
#include "spec/contract/testing.hpp"
#include "spec/json/testing.hpp"

#include <string>

namespace plumbline::generate {

/// Returns the document of things that can be created, read, changed and deleted; `property` is the
/// schema of their member `p` (a YAML flow mapping), in creates and patches. Creates require
/// `name`.
inline std::string things_with(const std::string& property, const std::string& patch_schema = "") {
    const std::string patch = patch_schema.empty()
                                  ? "{ type: object, properties: { p: " + property + " } }"
                                  : patch_schema;
    return R"(
openapi: '3.1.0'
info: { title: Things, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      x-operation-kind: create
      x-resource: { type: thing, id: /id }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name],
          properties: { name: { type: string }, p: )" +
           property + R"( } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
  /things/{thing_id}:
    parameters: [ { name: thing_id, in: path, required: true, schema: { type: string, format: uuid } } ]
    get:
      operationId: getThing
      x-operation-kind: read
      x-resource: { type: thing, id: /id }
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
    patch:
      operationId: patchThing
      x-operation-kind: patch
      x-resource: { type: thing, id: /id }
      requestBody: { required: true, content: { application/json: { schema: )" +
           patch + R"( } } }
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
    delete:
      operationId: deleteThing
      x-operation-kind: delete
      x-resource: { type: thing, id: /id }
      responses: { '204': { description: gone } }
components:
  schemas:
    Thing: { type: object, required: [id, name], properties:
      { id: { type: string, readOnly: true }, name: { type: string }, p: {} } }
)";
}

/// Returns the examples for them, with one base.
inline GeneratorExamples examples_of_things() {
    const auto examples = GeneratorExamples::load(yaml_document(R"(
parameters: []
inputs: { name: { type: string } }
wait_step: { stepId: settled, operationId: getThing, parameters: [ { name: thing_id, in: path, value: id } ] }
revision: /revision
bases:
  - { base: thing, hosting: [cloud], required_inputs: {}, body: { name: $inputs.name } }
placeholders: { name: a-name }
compute_kinds: {}
existing: {}
skipped_operations: {}
rule_examples: []
requirements: {}
)"));
    EXPECT_THAT(examples, IsOk());
    return examples ? *examples : GeneratorExamples{};
}

/// Returns the contract of one document.
inline Contract contract_of(const std::string& text) {
    std::vector<std::string> names = kTestExtensions;
    names.insert(names.end(), {"x-decimals", "x-additional"});
    auto api = ApiDocument::load("api", yaml_document(text), {SchemaStrictness::kClosed, names});
    EXPECT_THAT(api, IsOk());
    Contract contract;
    if (api) contract.documents.push_back(*api);
    return contract;
}

}  // namespace plumbline::generate
