// What is inferred from paths, methods and schemas; each kind of operation with what it is not.
#include "spec/resources/resources.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// An API document and what is inferred from it.
struct Inferred {
    std::shared_ptr<const ApiDocument> api;
    ResourceModel model;

    [[nodiscard]] const OperationRole& role(const std::string& id) const {
        for (const OperationRole& role : model.operations) {
            if (role.operation->id == id) return role;
        }
        ADD_FAILURE() << "no operation " << id;
        return model.operations.front();
    }
    [[nodiscard]] std::string kind(const std::string& id) const {
        return std::string(to_text(role(id).kind));
    }
    [[nodiscard]] const ResourceType& resource(const std::string& id) const {
        return *model.resource_of(role(id));
    }
};

Inferred infer(const std::string& paths, const std::string& schemas = "") {
    const std::string text = "openapi: '3.1.0'\ninfo: {title: T, version: '1'}\npaths:\n" + paths +
                             "components:\n  schemas:\n    Any: {}\n" + schemas;
    auto document = parse_yaml(text, "api.yaml");
    if (!document) ADD_FAILURE() << to_text(document.error());
    auto api = ApiDocument::load("api", std::move(*document));
    if (!api) ADD_FAILURE() << to_text(api.error());
    Inferred inferred{*api, {}};
    inferred.model = infer_resources(*inferred.api);
    return inferred;
}

/// A response with a JSON body of a component.
std::string responds(const std::string& status, const std::string& schema) {
    return "{'" + status + "': {description: d, content: {application/json: {schema: " + schema +
           "}}}}";
}

const std::string kBook = "{$ref: '#/components/schemas/Book'}";
const std::string kBookSchema =
    "    Book: {type: object, required: [id, title], properties: {id: {type: integer, readOnly: "
    "true}, title: {type: string}, year: {type: integer}}}\n";

const std::string kBooks =
    "  /books:\n"
    "    get: {operationId: listBooks, parameters: [{name: page_size, in: query, schema: {type: "
    "integer, default: 20}}, {name: offset, in: query}, {name: year, in: query}, {name: sort, in: "
    "query}, {name: q, in: query}], responses: " +
    responds("200", "{type: array, items: " + kBook + "}") +
    "}\n"
    "    post: {operationId: createBook, requestBody: {content: {application/json: {schema: " +
    kBook + "}}}, responses: " + responds("201", kBook) +
    "}\n"
    "  /books/{book_id}:\n"
    "    parameters: [{name: book_id, in: path, required: true, schema: {type: integer}}]\n"
    "    get: {operationId: getBook, responses: " +
    responds("200", kBook) +
    "}\n"
    "    put: {operationId: putBook, responses: " +
    responds("200", kBook) +
    "}\n"
    "    patch: {operationId: patchBook, responses: " +
    responds("200", kBook) +
    "}\n"
    "    delete: {operationId: deleteBook, responses: {'204': {description: d}}}\n";

TEST(InferResources, OfACollectionAndItsRecords) {
    const Inferred api = infer(kBooks, kBookSchema);
    EXPECT_EQ(api.kind("listBooks"), "list");
    EXPECT_EQ(api.kind("createBook"), "create");
    EXPECT_EQ(api.kind("getBook"), "read");
    EXPECT_EQ(api.kind("putBook"), "replace");
    EXPECT_EQ(api.kind("patchBook"), "patch");
    EXPECT_EQ(api.kind("deleteBook"), "delete");
    ASSERT_EQ(api.model.resources.size(), 1U);
    const ResourceType& book = api.model.resources.front();
    EXPECT_EQ(book.name, "book");
    EXPECT_EQ(book.collection, "books");
    EXPECT_EQ(book.path, "/books");
    EXPECT_EQ(book.parent, "");
    EXPECT_EQ(book.id_member, "id");
    EXPECT_THAT(book.id_schema, HasSubstr("/parameters/0/schema"));
    EXPECT_FALSE(book.client_chooses_id);
    EXPECT_EQ(api.role("getBook").id_parameter, "book_id");
    EXPECT_EQ(api.role("createBook").status, 201);
    EXPECT_EQ(api.role("deleteBook").status, 204);
    EXPECT_EQ(api.role("createBook").reason, "POST of /books, a collection");
    EXPECT_EQ(api.role("getBook").reason, "GET of a book, at {book_id}");
}

TEST(InferResources, TheParametersOfAList) {
    const Inferred api = infer(kBooks, kBookSchema);
    const ListConventions& list = api.role("listBooks").list;
    EXPECT_EQ(list.limit, "page_size");
    EXPECT_EQ(list.default_limit, 20U);
    EXPECT_EQ(list.offset, "offset");
    EXPECT_EQ(list.order, "sort");
    EXPECT_EQ(list.search, "q");
    EXPECT_EQ(list.page, "");
    ASSERT_EQ(list.filters.size(), 1U);
    EXPECT_EQ(list.filters.front().parameter, "year");
    EXPECT_EQ(list.filters.front().member, "year");
}

TEST(InferResources, PagesFromZeroAndCursors) {
    const auto list_of = [](const std::string& parameters) {
        return infer(
                   "  /books:\n    post: {operationId: c, responses: {}}\n"
                   "    get: {operationId: list, parameters: [" +
                       parameters + "], responses: " +
                       responds("200", "{type: array, items: " + kBook + "}") + "}\n",
                   kBookSchema)
            .role("list")
            .list;
    };
    EXPECT_EQ(list_of("{name: pageNumber, in: query}").page, "pageNumber");
    EXPECT_EQ(list_of("{name: page, in: query}").first_page, 1U);
    EXPECT_EQ(list_of("{name: page, in: query, schema: {minimum: 0}}").first_page, 0U);
    EXPECT_EQ(list_of("{name: page_token, in: query}").cursor, "page_token");
    EXPECT_EQ(list_of("{name: limit, in: header}").limit, "");
}

TEST(InferResources, ChildrenOfRecords) {
    const Inferred api =
        infer("  /authors/{author}:\n    get: {operationId: getAuthor, responses: " +
                  responds("200", kBook) + "}\n" +
                  "  /authors/{author}/books:\n    get: {operationId: listBooks, responses: " +
                  responds("200", "{type: array, items: " + kBook + "}") + "}\n" +
                  "  /authors/{author}/books/{id}:\n    get: {operationId: getBook, responses: " +
                  responds("200", kBook) + "}\n" +
                  "  /shelves/{shelf}/books/{id}:\n    get: {operationId: getShelved, responses: " +
                  responds("200", kBook) + "}\n",
              kBookSchema);
    EXPECT_EQ(api.resource("listBooks").collection, "authors/books");
    EXPECT_EQ(api.resource("listBooks").parent, "authors");
    EXPECT_EQ(api.role("listBooks").parent_parameter, "author");
    EXPECT_EQ(api.role("getBook").parent_parameter, "author");
    EXPECT_EQ(api.role("getBook").id_parameter, "id");
    // No operation is about a shelf, so it has no records.
    EXPECT_EQ(api.resource("getShelved").collection, "shelves/books");
    EXPECT_EQ(api.resource("getShelved").parent, "");
    EXPECT_EQ(api.role("getShelved").parent_parameter, "");
}

TEST(InferResources, BodiesAroundRecordsAndLists) {
    const std::string page =
        "{type: object, properties: {total: {type: integer}, tags: {type: "
        "array, items: {type: string}}, books: {type: array, items: " +
        kBook + "}}}";
    const Inferred api = infer(
        "  /books:\n    get: {operationId: list, responses: " + responds("200", page) +
            "}\n    post: {operationId: create, responses: " +
            responds("201", "{type: object, properties: {data: " + kBook + "}}") +
            "}\n  /books/{id}:\n    get: {operationId: get, responses: " + responds("200", kBook) +
            "}\n",
        kBookSchema);
    EXPECT_EQ(api.role("list").body_pointer, "/books");
    EXPECT_EQ(api.role("list").list.total_member, "total");
    EXPECT_EQ(api.role("list").list.next_member, "");
    EXPECT_EQ(api.role("create").body_pointer, "/data");
    EXPECT_EQ(api.role("get").body_pointer, "");
}

TEST(InferResources, IdsOfEveryKind) {
    const auto id_of = [](const std::string& path, const std::string& properties) {
        const Inferred api =
            infer("  " + path + ":\n    get: {operationId: get, responses: " +
                      responds("200", "{$ref: '#/components/schemas/Thing'}") + "}\n",
                  "    Thing: {type: object, properties: {" + properties + "}}\n");
        return api.resource("get").id_member;
    };
    EXPECT_EQ(id_of("/things/{isbn}", "isbn: {type: string}, id: {type: string}"), "isbn");
    EXPECT_EQ(id_of("/things/{id}", "thingId: {type: string}, name: {type: string}"), "thingId");
    EXPECT_EQ(id_of("/things/{thing}", "name: {type: string}"), "name");
    EXPECT_EQ(id_of("/things/{thing}", "id: {type: object}, uuid: {type: string}"), "uuid");
    EXPECT_EQ(id_of("/things/{thing}", "size: {type: integer}"), "");
}

TEST(InferResources, AnIdThatTheClientChooses) {
    const Inferred api = infer(
        "  /repos:\n    post: {operationId: create, requestBody: {content: "
        "{application/json: {schema: {type: object, required: [name], properties: {name: "
        "{type: string}}}}}}, responses: {}}\n  /repos/{name}:\n    get: {operationId: get, "
        "responses: " +
        responds("200", "{type: object, properties: {name: {type: string}}}") + "}\n");
    EXPECT_TRUE(api.resource("create").client_chooses_id);
}

TEST(InferResources, WhatIsNoResource) {
    const Inferred api = infer(
        "  /health:\n    get: {operationId: health, responses: " + responds("200", "{}") +
        "}\n  /search:\n    post: {operationId: search, responses: " + responds("200", "{}") +
        "}\n  /chat:\n    post: {operationId: chat, responses: {'200': {description: d, content: "
        "{text/event-stream: {}}}}}\n  /:\n    get: {operationId: root, responses: {}}\n");
    EXPECT_EQ(api.kind("health"), "example");
    EXPECT_EQ(api.kind("search"), "example");
    EXPECT_EQ(api.kind("chat"), "stream");
    EXPECT_EQ(api.kind("root"), "example");
    EXPECT_TRUE(api.model.resources.empty());
    EXPECT_THAT(api.role("health").reason, HasSubstr("no path of records"));
}

TEST(InferResources, WhatIsBelowARecord) {
    const Inferred api =
        infer("  /books/{id}:\n    get: {operationId: get, responses: " + responds("200", kBook) +
                  "}\n  /books/{id}/publish:\n    post: {operationId: publish, responses: {}}\n",
              kBookSchema);
    EXPECT_EQ(api.kind("publish"), "example");
    EXPECT_EQ(api.role("publish").id_parameter, "id");
    EXPECT_EQ(api.resource("publish").collection, "books");
    EXPECT_EQ(api.role("publish").reason, "below a book, at {id}");
}

TEST(InferResources, ExtensionsTakePrecedence) {
    const Inferred api = infer(
        "  /make-book:\n    post: {operationId: make, x-operation-kind: create, x-resource: {type: "
        "book, id: /id}, responses: " +
            responds("200", kBook) +
            "}\n  /books:\n    post: {operationId: search, x-operation-kind: action, responses: {}}"
            "\n  /books/{id}:\n    get: {operationId: get, responses: " +
            responds("200", kBook) + "}\n",
        kBookSchema);
    EXPECT_EQ(api.kind("make"), "create");
    EXPECT_EQ(api.resource("make").collection, "books");
    EXPECT_EQ(api.kind("search"), "example");
    EXPECT_EQ(api.role("search").reason, "x-operation-kind");
}

TEST(InferResources, NamesOfRecords) {
    const auto name_of = [](const std::string& collection) {
        return infer("  /" + collection + "/{id}:\n    get: {operationId: get, responses: " +
                     responds("200", "{type: object, properties: {id: {}}}") + "}\n")
            .resource("get")
            .name;
    };
    EXPECT_EQ(name_of("categories"), "category");
    EXPECT_EQ(name_of("boxes"), "box");
    EXPECT_EQ(name_of("classes"), "class");
    EXPECT_EQ(name_of("status"), "status");
    EXPECT_EQ(name_of("news"), "new");
    EXPECT_EQ(name_of("staff"), "staff");
}

}  // namespace
}  // namespace plumbline
