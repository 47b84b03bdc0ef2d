#pragma once
// For tests of mocks of users' documents.

#include "mock_server/engine/testing.hpp"
#include "mock_server/inference/inferred_fixtures.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/external_document.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace plumbline::mock {

inline constexpr std::string_view kBooks = R"(
openapi: 3.1.0
info: {title: Books, version: '1'}
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, default: 2}}
        - {name: cursor, in: query, schema: {type: string}}
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
        - {name: year, in: query, schema: {type: integer}}
        - {name: tags, in: query, schema: {type: array, items: {type: integer}}}
      responses:
        '200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}
    post:
      operationId: createBook
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: '#/components/schemas/Book'}}
          application/x-www-form-urlencoded: {}
      responses:
        '201':
          description: d
          headers: {X-Quota: {schema: {type: integer, minimum: 7}}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}
        '400': {description: d, content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      operationId: getBook
      responses:
        '200':
          description: d
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Book'}
              examples:
                short: {value: {id: 5, title: Emma}}
                long: {value: {id: 6, title: Middlemarch, year: 1871}}
        default: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
    put:
      operationId: putBook
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
    patch:
      operationId: patchBook
      requestBody:
        content:
          application/merge-patch+json: {schema: {type: object}}
          application/json-patch+json: {schema: {type: array}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
    delete: {operationId: deleteBook, responses: {'204': {description: d}}}
  /books/{id}/chapters:
    get: {operationId: listChapters, responses: {'200': {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Chapter'}}}}}}}
    post:
      operationId: createChapter
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {'201': {description: d, content: {application/json: {schema: {type: object, properties: {data: {$ref: '#/components/schemas/Chapter'}}}}}}}
  /books/{id}/chapters/{chapter_id}:
    get: {operationId: getChapter, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Chapter'}}}}}}
  /books/{id}/publish:
    post: {operationId: publish, responses: {'202': {description: d, content: {application/json: {schema: {type: object, required: [state], properties: {state: {enum: [queued]}}}}}}}}
  /shelves:
    post:
      operationId: createShelf
      security: [{key: []}]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
      responses: {'201': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}
  /shelves/{name}:
    get: {operationId: getShelf, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}}
  /chat:
    post: {operationId: chat, responses: {'200': {description: d, content: {text/event-stream: {x-stream: {schema: {$ref: '#/components/schemas/Error'}, end_markers: ['[DONE]']}}}}}}
  /kinds:
    post: {operationId: kinds, responses: {'200': {description: d, content: {text/event-stream: {x-stream: {kinds: {begin: {type: boolean}, token: {type: object, properties: {text: {type: string}}}}}}}}}}
  /text:
    get:
      operationId: text
      parameters: [{name: size, in: query, schema: {type: integer}}]
      responses: {'200': {description: d, content: {text/plain: {example: hello}}}, default: {description: d, content: {text/plain: {}}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Book:
      type: object
      required: [id, title]
      properties:
        id: {type: integer, readOnly: true}
        title: {type: string, minLength: 1}
        year: {type: integer}
        state: {type: string, default: draft}
        _links: {type: object}
        pin: {type: string, writeOnly: true}
        created_at: {type: string, format: date-time, readOnly: true}
        updated_at: {type: string, format: date-time, readOnly: true}
    Page:
      type: object
      required: [items, total, has_more]
      properties:
        items: {type: array, items: {$ref: '#/components/schemas/Book'}}
        total: {type: integer}
        has_more: {type: boolean}
        next_cursor: {type: [string, 'null']}
    Chapter: {type: object, required: [id, book_id, text], properties: {id: {type: string}, book_id: {type: integer}, text: {type: string}}}
    Shelf: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
    Error: {type: object, required: [error], properties: {error: {type: object, required: [message], properties: {message: {type: string}, status: {type: integer}}}}}
    Problem: {type: object, required: [type, title, status], additionalProperties: false, properties: {type: {type: string}, title: {type: string}, status: {type: integer}}}
)";

/// A mock of one document.
class UserMock {
  public:
    explicit UserMock(std::string_view text = kBooks, EngineOptions options = {}) {
        auto document = parse_external_document(text, "api.yaml");
        if (!document) ADD_FAILURE() << to_text(document.error());
        auto api = ApiDocument::load("api.yaml", std::move(*document));
        if (!api) ADD_FAILURE() << to_text(api.error());
        auto contract = std::make_shared<Contract>();
        contract->documents.push_back(*api);
        auto control = load_built_in_document(kControlDocument);
        if (!control) ADD_FAILURE() << to_text(control.error());
        contract->documents.push_back(*control);
        api_ = *api;
        options.contract = contract;
        options.world = kInferredWorld;
        auto engine = make_engine(options, clock_);
        if (!engine) ADD_FAILURE() << to_text(engine.error());
        if (engine) engine_ = std::move(*engine);
    }

    [[nodiscard]] TestClient client() const { return {*engine_, "", {}}; }
    [[nodiscard]] TestResponse send(const std::string& method,
                                    const std::string& path,
                                    const std::string& type,
                                    const std::string& body) const {
        http::Request request{method, path, {{"Content-Type", type}, {"Host", "mock.test"}}, body};
        return to_test_response(engine_->handle(request));
    }
    /// Returns whether the body of a response is valid for its status.
    [[nodiscard]] bool is_valid(const std::string& operation, const TestResponse& response) const {
        const DeclaredResponse* declared =
            api_->find_operation(operation)->response_for(response.status);
        if (!declared || declared->content.empty()) return false;
        const auto& schema = api_->schema(declared->content.front().schema_pointer);
        return schema && schema->accepts(response.body);
    }

  private:
    ManualClock clock_;
    std::shared_ptr<const ApiDocument> api_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace plumbline::mock
