#pragma once
// A small API document for tests of validation and rules.

#include "spec/base/testing.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <gmock/gmock.h>

#include <memory>

namespace plumbline::mock {

inline constexpr std::string_view kThingsDocument = R"(
openapi: '3.1.0'
info: { title: Things, version: '1' }
paths:
  /things/{id}:
    patch:
      operationId: patchThing
      x-violation-status:
        default: { values: [422], basis: assumed }
        immutable: { values: [400], basis: assumed }
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, format: uuid } }
        - { name: count, in: query, schema: { type: integer, minimum: 1 } }
        - { name: word, in: query, required: true, schema: { type: string } }
        - { name: any, in: query }
        - { name: share, in: query, schema: { type: number } }
        - { name: flag, in: query, schema: { type: boolean } }
        - { name: X-Other, in: header, required: true, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string, x-immutable: { basis: stated } }
                free: { type: object, additionalProperties: true }
                parts:
                  type: array
                  items: { type: object, properties: { size: { type: integer } } }
      responses: { '200': { description: ok } }
    post:
      operationId: maybeThing
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: ok } }
    get:
      operationId: getThing
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
)";

/// Returns the document above, loaded.
inline std::shared_ptr<const ApiDocument> things_api() {
    ApiOptions options;
    options.strictness = SchemaStrictness::kClosed;
    options.x_names = {"x-immutable"};
    auto api = ApiDocument::load("things", *parse_yaml(kThingsDocument, "things.yaml"), options);
    if (!api) ADD_FAILURE() << to_text(api.error());
    return *api;
}

}  // namespace plumbline::mock
