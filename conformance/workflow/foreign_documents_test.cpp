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
  /e:
    get: {operationId: getE, responses: {20O: {description: e}}}
  /c:
    get:
      operationId: getC
      responses: {200: {description: c, content: {application/json: {schema: {type: string}}}}}
components:
  schemas:
    A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}
    B: {unevaluatedProperties: false}
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

Loaded load_foreign(const Document& suite) {
    return load_suite(suite, [](const std::string& name, const std::string&, const std::string&) {
        return ApiDocument::load(name, *parse_document(kForeign, "foreign.yaml"));
    });
}

Loaded load_calls(const std::vector<std::string>& operations) {
    const auto document = parse_document(suite_of(operations), "test.arazzo.yaml");
    EXPECT_THAT(document, IsOk());
    return load_foreign(*document);
}

TEST(AnswerSchemas, ThatCannotBeUsedAreToldOfOnceAndTheSuiteIsPlayed) {
    const Loaded loaded = load_calls({"getA", "getB"});
    ASSERT_THAT(loaded.diagnosis.errors, IsEmpty());
    ASSERT_THAT(loaded.diagnosis.warnings, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnosis.warnings.front()),
                testing::AllOf(HasSubstr("foreign.yaml:22:9: "),
                               HasSubstr("not judged by the schemas that reach this"),
                               HasSubstr("\"unevaluatedProperties\" cannot be judged")));
    ASSERT_NE(loaded.suite, nullptr);
}

TEST(AnswerSchemas, ThatNoStepMeetsAreNotLookedAt) {
    EXPECT_THAT(load_calls({"getC"}).diagnosis.warnings, IsEmpty());
}

TEST(ForeignOperations, ThatCannotBeReadAreMissedOnlyBySuitesThatNameThem) {
    const Loaded loaded = load_calls({"getE"});
    ASSERT_THAT(loaded.diagnosis.errors, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnosis.errors.front()),
                testing::AllOf(HasSubstr("no source description has an operation getE"),
                               HasSubstr("/e of its document cannot be read: foreign.yaml:14:")));
}

TEST(ForeignOperations, ThatMayBeOnAPathThatCannotBeReadAreToldSo) {
    const Loaded loaded = load_calls({"getD"});
    ASSERT_THAT(loaded.diagnosis.errors, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnosis.errors.front()),
                HasSubstr("/d of its document cannot be read: foreign.yaml:12:8"));
}

TEST(ForeignOperations, AreNamedByTheirPathsWithTheReasonThatTheyAreNotThere) {
    const auto document = parse_document(
        suite_of({}) +
            "      - {stepId: s, operationPath: '{$sourceDescriptions.api.url}#/paths/~1e/get'}\n",
        "test.arazzo.yaml");
    const Loaded loaded = load_foreign(*document);
    ASSERT_THAT(loaded.diagnosis.errors, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnosis.errors.front()),
                HasSubstr("a response is for a status (200)"));
}

TEST(AnswerSchemas, OfADocumentThatSuitesShareAreToldOfOnceTogether) {
    Diagnosis all;
    all.add(load_calls({"getA"}).diagnosis);
    all.add(load_calls({"getB", "getC"}).diagnosis);
    EXPECT_THAT(all.warnings, SizeIs(1));
}

}  // namespace
}  // namespace plumbline::workflow
