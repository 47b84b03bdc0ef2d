#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kForeign = R"(openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /a:
    get:
      operationId: getA
      responses: {200: {description: a, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}
  /b:
    get:
      operationId: getB
      responses: {default: {description: b, content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}}
  /d: {$ref: 'elsewhere.yaml#/paths/~1d'}
  /e/{a}{a}:
    get: {operationId: getE, responses: {200: {description: e}}}
  /c:
    get:
      operationId: getC
      responses: {200: {description: c, content: {application/json: {schema: {type: string}}}}}
  /f:
    get:
      operationId: getF
      responses:
        200:
          description: f
          content:
            application/xml: {schema: {$ref: '#/components/schemas/B'}}
            application/x-ndjson: {schema: {type: object}}
            image/png: {schema: {type: string, format: binary}}
            text/plain: {schema: {type: integer}}
            application/*: {schema: {type: object}}
            multipart/mixed: {}
  /g:
    get:
      operationId: getG
      responses:
        200:
          description: g
          content:
            application/json:
              schema: {properties: {a: {format: roman}, b: {format: roman}, c: {format: date}}}
        201: {description: g, content: {application/json: {schema: {format: roman}}}}
components:
  schemas:
    A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}
    B: {$recursiveRef: x}
    Unused: {pattern: '(?=a)b'}
)";

std::string suite_of(const std::vector<std::string>& operations) {
    std::string suite =
        "arazzo: 1.0.1\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n"
        "  - {name: api, type: openapi, url: foreign.yaml}\n"
        "workflows:\n  - workflowId: w\n    steps:\n";
    for (const std::string& operation : operations)
        suite += "      - {stepId: " + operation + ", operationId: " + operation + "}\n";
    return suite;
}

SuiteLoadResult load_foreign(const Document& suite) {
    return load_suite(suite, [](const std::string& name, const std::string&, const std::string&) {
        return ApiDocument::load(name, *parse_document(kForeign, "foreign.yaml"));
    });
}

SuiteLoadResult load_calls(const std::vector<std::string>& operations) {
    const auto document = parse_document(suite_of(operations), "test.arazzo.yaml");
    EXPECT_THAT(document, IsOk());
    return load_foreign(*document);
}

TEST(ResponseSchemas, ThatCannotBeUsedAreReportedOnceAndTheSuiteLoads) {
    const SuiteLoadResult loaded = load_calls({"getA", "getB"});
    ASSERT_THAT(loaded.diagnostics.errors, IsEmpty());
    ASSERT_THAT(loaded.diagnostics.warnings, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnostics.warnings.front()),
                testing::AllOf(HasSubstr("foreign.yaml:45:9: "),
                               HasSubstr("not judged by this part of the document"),
                               HasSubstr("\"$recursiveRef\" is not supported")));
    ASSERT_NE(loaded.suite, nullptr);
}

TEST(ResponseSchemas, OfBodiesThatAreNotReadAreReportedByTheirMediaType) {
    std::vector<std::string> texts;
    for (const Error& warning : load_calls({"getF"}).diagnostics.warnings)
        texts.push_back(to_text(warning));
    EXPECT_THAT(texts,
                ElementsAre(HasSubstr("bodies of application/xml of operation getF"),
                            HasSubstr("bodies of application/x-ndjson of operation getF")));
}

TEST(ResponseSchemas, OfUnknownFormatsAreReportedOnceForEachFormat) {
    std::vector<std::string> texts;
    for (const Error& warning : load_calls({"getG"}).diagnostics.warnings)
        texts.push_back(to_text(warning));
    EXPECT_THAT(texts, ElementsAre(HasSubstr("the format \"roman\" is unknown")));
}

TEST(ResponseSchemas, BesideThoseOfItemsAreReported) {
    constexpr const char* kItems = R"(
openapi: 3.2.0
info: { title: t, version: '1' }
paths:
  /p:
    get:
      operationId: getP
      responses:
        '200':
          description: ok
          content:
            application/x-ndjson: { schema: { type: array }, itemSchema: { type: object } }
            text/event-stream: { schema: { type: string }, itemSchema: { type: object } }
)";
    const auto loaded =
        load_suite(*parse_document(suite_of({"getP"}), "test.arazzo.yaml"),
                   [&](const std::string& name, const std::string&, const std::string&) {
                       return ApiDocument::load(name, *parse_document(kItems, "items.yaml"));
                   });
    std::vector<std::string> texts;
    for (const Error& warning : loaded.diagnostics.warnings) texts.push_back(to_text(warning));
    EXPECT_THAT(texts,
                ElementsAre(HasSubstr("whole bodies of application/x-ndjson of operation getP")));
}

TEST(ResponseSchemas, OfPartsAreReportedIfTheyAreNotJudged) {
    constexpr const char* kParts = R"(
openapi: 3.2.0
info: { title: t, version: '1' }
paths:
  /p:
    get:
      operationId: getP
      responses:
        '200':
          description: ok
          content:
            multipart/mixed:
              itemSchema: { type: object }
              prefixEncoding: []
              itemEncoding: { contentType: application/json, style: form, headers: {}, itemEncoding: {} }
            multipart/related:
              itemSchema: { type: object }
)";
    const auto loaded =
        load_suite(*parse_document(suite_of({"getP"}), "test.arazzo.yaml"),
                   [&](const std::string& name, const std::string&, const std::string&) {
                       return ApiDocument::load(name, *parse_document(kParts, "parts.yaml"));
                   });
    std::vector<std::string> texts;
    for (const Error& warning : loaded.diagnostics.warnings) texts.push_back(to_text(warning));
    EXPECT_THAT(
        texts,
        ElementsAre(HasSubstr("prefixEncoding of parts of multipart/mixed of operation getP"),
                    HasSubstr("headers of parts of multipart/mixed of operation getP"),
                    HasSubstr("itemEncoding of parts of multipart/mixed of operation getP"),
                    HasSubstr("items of multipart/related of operation getP")));
}

TEST(ResponseSchemas, ThatNoStepUsesAreNotCompiled) {
    EXPECT_THAT(load_calls({"getC"}).diagnostics.warnings, IsEmpty());
}

TEST(ForeignOperations, ThatCannotBeReadAreErrorsOnlyInSuitesThatNameThem) {
    const SuiteLoadResult loaded = load_calls({"getE"});
    ASSERT_THAT(loaded.diagnostics.errors, SizeIs(1));
    EXPECT_THAT(
        to_text(loaded.diagnostics.errors.front()),
        testing::AllOf(HasSubstr("no source description has an operation getE"),
                       HasSubstr("/e/{a}{a} of the document cannot be read: foreign.yaml:1")));
}

TEST(ForeignOperations, ThatMayBeOnAnUnreadPathAreReportedWithIt) {
    const SuiteLoadResult loaded = load_calls({"getD"});
    ASSERT_THAT(loaded.diagnostics.errors, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnostics.errors.front()),
                HasSubstr("/d of the document cannot be read: foreign.yaml:12:8"));
}

TEST(ForeignOperations, NamedByPathAreReportedWithTheReadError) {
    const auto document =
        parse_document(suite_of({}) +
                           "      - {stepId: s, operationPath: "
                           "'{$sourceDescriptions.api.url}#/paths/~1e~1{a}{a}/get'}\n",
                       "test.arazzo.yaml");
    const SuiteLoadResult loaded = load_foreign(*document);
    ASSERT_THAT(loaded.diagnostics.errors, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnostics.errors.front()), HasSubstr("names {a} twice"));
}

TEST(ResponseSchemas, OfASharedDocumentAreReportedOnce) {
    Diagnostics all;
    all.add(load_calls({"getA"}).diagnostics);
    all.add(load_calls({"getB", "getC"}).diagnostics);
    EXPECT_THAT(all.warnings, SizeIs(1));
}

}  // namespace
}  // namespace plumbline::workflow
