#pragma once
// A small contract and vocabularies for it, for tests.

#include "spec/base/testing.hpp"
#include "spec/names/name_mapping.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>

namespace plumbline {

inline const char* kShopApi = R"(
openapi: '3.1.0'
info: { title: shop, version: '1' }
paths:
  /v1/orders:
    post:
      operationId: createOrder
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses:
        '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        4XX: { description: error }
    get:
      operationId: listOrders
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [gift, own] } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: X-Page, in: header, schema: { type: string } }
        - { name: X-Size, in: header, schema: { type: string } }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                properties:
                  orders: { type: array, items: { $ref: '#/components/schemas/Order' } }
  /v1/orders/{order}/lines/{line}:
    parameters:
      - { name: order, in: path, required: true, schema: { type: string } }
      - { name: line, in: path, required: true, schema: { type: string } }
    get: { operationId: getLine, responses: { '200': { description: ok } } }
  /v1/orders/latest:
    get: { operationId: latestOrder, responses: { '200': { description: ok } } }
components:
  schemas:
    Order:
      properties:
        kind: { type: [string, 'null'], enum: [gift, own, null] }
        title: { type: string }
        buyer:
          anyOf:
            - { $ref: '#/components/schemas/Person' }
            - { type: 'null' }
        parts: { type: array, items: { $ref: '#/components/schemas/Order' } }
        labels: { type: object, additionalProperties: true }
        prices: { type: object, additionalProperties: { properties: { amount: { type: number } } } }
        pair: { type: array, prefixItems: [ { type: string }, { properties: { note: { type: string } } } ] }
    Person:
      allOf:
        - properties: { name: { type: string }, title: { type: string } }
)";

/// Returns a contract with one document, `shop`; inserts `more_paths` before its own.
inline std::shared_ptr<const Contract> shop_contract(const std::string& more_paths = "") {
    std::string text = kShopApi;
    const std::string paths = "\npaths:";
    text.insert(text.find(paths) + paths.size(), more_paths);
    auto document = parse_yaml(text, "shop.openapi.yaml");
    EXPECT_THAT(document, IsOk());
    auto api = ApiDocument::load("shop", std::move(*document));
    EXPECT_THAT(api, IsOk());
    auto contract = std::make_shared<Contract>();
    contract->documents.push_back(std::move(*api));
    return contract;
}

/// Makes a mapping from a vocabulary in YAML.
inline Result<std::shared_ptr<const NameMapping>> mapping_of(
    const std::string& vocabulary, std::shared_ptr<const Contract> contract = shop_contract()) {
    auto document = parse_yaml(vocabulary, "names.yaml");
    if (!document) return fail(document.error());
    return NameMapping::make(std::move(*document), std::move(contract));
}

}  // namespace plumbline
