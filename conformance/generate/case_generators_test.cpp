// The cases that each keyword generates, on a small API.

#include "conformance/generate/suite_writer.hpp"
#include "conformance/generate/testing.hpp"
#include "spec/base/row_name.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::generate {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;

/// Describes a case: `createThing/p/minimum-inside taken {"name":...}`.
std::vector<std::string> describe_cases(const std::string& document) {
    const auto all = generate_cases(contract_of(document), examples_of_things());
    std::vector<std::string> texts;
    for (const OperationCases& one : all) {
        for (const GeneratedCase& one_case : one.cases) {
            const char* word = one_case.outcome == ExpectedOutcome::kRefused    ? " refused "
                               : one_case.outcome == ExpectedOutcome::kAccepted ? " taken "
                                                                                : " no effect ";
            texts.push_back(
                scenario_name(*one.operation, one_case).substr(kGeneratedFolder.size()) + word +
                to_text(*one_case.body));
        }
    }
    return texts;
}

struct KeywordCase {
    const char* name;
    const char* property;
    std::vector<std::string> expected;
};

void PrintTo(const KeywordCase& one, std::ostream* out) {
    *out << one.name;
}

class KeywordGenerators : public testing::TestWithParam<KeywordCase> {};

TEST_P(KeywordGenerators, CoverBothSidesOfAKeyword) {
    EXPECT_THAT(describe_cases(things_with(GetParam().property)),
                IsSupersetOf(GetParam().expected));
}

INSTANTIATE_TEST_SUITE_P(
    Rows,
    KeywordGenerators,
    testing::Values(
        KeywordCase{"Type",
                    "{ type: string }",
                    {R"(patchThing/p/type-wrong refused {"p":7})",
                     R"(patchThing/p/type-null refused {"p":null})",
                     R"(patchThing/p/type-right taken {"p":"plumbline"})",
                     R"(createThing/p/type-wrong refused {"name":"$inputs.name","p":7})",
                     R"(createThing/name/type-wrong refused {"name":7})"}},
        KeywordCase{"Integer",
                    "{ type: integer }",
                    {R"(patchThing/p/type-wrong refused {"p":"plumbline"})",
                     R"(patchThing/p/type-fraction refused {"p":1.5})",
                     R"(patchThing/p/type-right taken {"p":1})"}},
        KeywordCase{"Nullable",
                    "{ type: [boolean, 'null'] }",
                    {R"(patchThing/p/type-wrong refused {"p":"plumbline"})",
                     R"(patchThing/p/null taken {"p":null})",
                     R"(patchThing/p/type-right taken {"p":false})"}},
        KeywordCase{"Enum",
                    "{ type: string, enum: [a, b] }",
                    {R"(patchThing/p/enum-a taken {"p":"a"})",
                     R"(patchThing/p/enum-b taken {"p":"b"})",
                     R"(patchThing/p/enum-unknown refused {"p":"plumbline_unknown"})",
                     R"(createThing/p/enum-b taken {"name":"$inputs.name","p":"b"})"}},
        KeywordCase{
            "Format",
            "{ type: string, format: uuid }",
            {R"(patchThing/p/format-right taken {"p":"99999999-9999-4999-8999-999999999999"})",
             R"(patchThing/p/format-wrong refused {"p":"plumbline"})"}},
        KeywordCase{"Pattern",
                    "{ type: string, pattern: '^[a-z]+$' }",
                    {R"(patchThing/p/pattern-plain taken {"p":"plumbline"})",
                     R"(patchThing/p/pattern-empty refused {"p":""})",
                     R"(patchThing/p/pattern-with-capital refused {"p":"Plumbline"})"}},
        KeywordCase{"Bounds",
                    "{ type: integer, minimum: 1, maximum: 8 }",
                    {R"(patchThing/p/minimum-inside taken {"p":1})",
                     R"(patchThing/p/minimum-outside refused {"p":0})",
                     R"(patchThing/p/maximum-inside taken {"p":8})",
                     R"(patchThing/p/maximum-outside refused {"p":9})"}},
        KeywordCase{"ExclusiveBounds",
                    "{ type: integer, exclusiveMinimum: 1, exclusiveMaximum: 8 }",
                    {R"(patchThing/p/exclusiveMinimum-inside taken {"p":2})",
                     R"(patchThing/p/exclusiveMinimum-outside refused {"p":1})",
                     R"(patchThing/p/exclusiveMaximum-inside taken {"p":7})",
                     R"(patchThing/p/exclusiveMaximum-outside refused {"p":8})"}},
        KeywordCase{"Decimals",
                    "{ type: number, minimum: 0.1, maximum: 8, x-decimals: { value: 1 } }",
                    {R"(patchThing/p/minimum-inside taken {"p":0.1})",
                     R"(patchThing/p/minimum-outside refused {"p":0})",
                     R"(patchThing/p/maximum-outside refused {"p":8.1})",
                     R"(patchThing/p/decimals-down taken {"p":1.24})",
                     R"(patchThing/p/decimals-up taken {"p":1.26})"}},
        KeywordCase{"Lengths",
                    "{ type: string, minLength: 2, maxLength: 3 }",
                    {R"(patchThing/p/minLength-inside taken {"p":"pl"})",
                     R"(patchThing/p/minLength-outside refused {"p":"p"})",
                     R"(patchThing/p/maxLength-inside taken {"p":"plu"})",
                     R"(patchThing/p/maxLength-outside refused {"p":"plum"})"}},
        KeywordCase{
            "Items",
            "{ type: array, minItems: 1, maxItems: 2, items: { type: string } }",
            {R"(patchThing/p/minItems-inside taken {"p":["plumbline"]})",
             R"(patchThing/p/minItems-outside refused {"p":[]})",
             R"(patchThing/p/maxItems-outside refused {"p":["plumbline","plumbline","plumbline"]})",
             R"(patchThing/p/0/type-wrong refused {"p":[7]})"}},
        KeywordCase{"Required",
                    "{ type: object, required: [q], properties: { q: { type: string } } }",
                    {R"(patchThing/p/q/required refused {"p":{}})",
                     R"(patchThing/p/q/type-wrong refused {"p":{"q":7}})",
                     R"(createThing/name/required refused {})"}},
        KeywordCase{"Map",
                    "{ type: object, additionalProperties: { type: string } }",
                    {R"(patchThing/p/plumbline/type-wrong refused {"p":{"plumbline":7}})",
                     R"(patchThing/p/plumbline/type-right taken {"p":{"plumbline":"plumbline"}})"}},
        KeywordCase{"ClosedObject",
                    "{ type: object, additionalProperties: false }",
                    {R"(patchThing/p/additional refused {"p":{"plumbline_unknown":1}})"}}),
    RowName());

/// Returns all omissions from the cases of a document.
std::vector<Error> omissions_of(const std::string& document) {
    std::vector<Error> errors;
    for (const OperationCases& one : generate_cases(contract_of(document), examples_of_things()))
        errors.insert(errors.end(), one.omissions.begin(), one.omissions.end());
    return errors;
}

auto Says(const std::string& text) {
    return Field(&Error::message, HasSubstr(text));
}

TEST(GenerateCases, ReportsAKeywordWithoutGenerator) {
    const auto errors = omissions_of(things_with("{ type: integer, multipleOf: 2 }"));
    ASSERT_THAT(errors, Contains(Says("keyword \"multipleOf\"")));
    EXPECT_EQ(errors.front().code, ErrorCode::kUnsupported);
    EXPECT_GT(errors.front().where.line, 0);
}

TEST(GenerateCases, ReportsCasesThatCannotBeVerified) {
    // No sample string matches this pattern, so there is no valid body to compare with.
    const std::string document = things_with("{ type: string, pattern: '^[0-9]{9}$' }");
    EXPECT_THAT(
        omissions_of(document),
        Contains(AllOf(Says("no base is valid for the generated case patchThing/p/type-right"),
                       Field(&Error::where, Field(&SourceRef::line, Gt(0))))));
    EXPECT_THAT(describe_cases(document),
                IsSupersetOf({R"(createThing/name/type-wrong refused {"name":7})"}));
}

TEST(GenerateCases, ReportsADefaultThatDoesNotDependOnANumber) {
    EXPECT_THAT(
        omissions_of(things_with("{ type: object, properties: { a: { type: string }, b: { type: "
                                 "integer, x-default-from: { field: a, factor: 2 } } } }")),
        Contains(Says("default_from:/p/b: the field that it depends on is not a number")));
}

TEST(GenerateCases, HandlesDefaultsThatDependOnOneAnother) {
    EXPECT_THAT(
        describe_cases(things_with(
            "{ type: object, properties: { a: { type: integer, x-default-from: { field: b, "
            "factor: 2 } }, b: { type: integer, x-default-from: { field: a, factor: 2 } } } }")),
        Contains(HasSubstr("patchThing/p/a/default_from-given taken")));
}

TEST(GenerateCases, ReportsValuesThatWouldBeTooLong) {
    EXPECT_THAT(omissions_of(things_with("{ type: string, maxLength: 2147483647 }")),
                Contains(Says("the cases of maxLength at /p")));
    EXPECT_THAT(omissions_of(things_with("{ type: string, minLength: 2147483647 }")),
                Contains(Says("no base is valid for the generated case patchThing/p/type-right")));
}

TEST(GenerateCases, ReportsABaseThatTheContractRefuses) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("required: [name]"), 16, "required: [p, name]");
    EXPECT_THAT(omissions_of(document),
                Contains(Says("all cases of the base thing: its body violates required")));
    EXPECT_THAT(describe_cases(document), IsEmpty());
}

TEST(GenerateCases, ReportsAnOperationWhoseRecordsCannotBeDeleted) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("kind: delete"), 12, "kind: action");
    EXPECT_THAT(omissions_of(document), Contains(Says("cannot be created, read and deleted")));
}

TEST(GenerateCases, SkipsAnOperationThatTheExamplesName) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("kind: delete"), 12, "kind: action");
    GeneratorExamples examples = examples_of_things();
    examples.skipped_operations = {{"createThing", "why"}, {"patchThing", "why"}};
    EXPECT_THAT(generate_cases(contract_of(document), examples), IsEmpty());
}

TEST(GenerateCases, SkipsAnOperationWithoutCreateOperation) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("kind: create"), 12, "kind: action");
    EXPECT_THAT(omissions_of(document), IsEmpty());
    EXPECT_THAT(describe_cases(document), IsEmpty());
}

struct OrdinarySchema {
    const char* name;
    const char* property;
};

void PrintTo(const OrdinarySchema& one, std::ostream* out) {
    *out << one.name;
}

class OrdinarySchemas : public testing::TestWithParam<OrdinarySchema> {};

TEST_P(OrdinarySchemas, HaveAllTheirCases) {
    EXPECT_THAT(omissions_of(things_with(GetParam().property)), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Rows,
    OrdinarySchemas,
    testing::Values(
        OrdinarySchema{"PatternAndLength", "{ type: string, minLength: 1, pattern: '^[a-z-]*$' }"},
        OrdinarySchema{"FormatWithoutExample", "{ type: integer, format: int64 }"},
        OrdinarySchema{"Annotations", "{ type: string, examples: [a], $comment: why }"},
        OrdinarySchema{"NumbersOfAList", "{ type: integer, enum: [1, 2] }"},
        OrdinarySchema{
            "ArrayOfTexts",
            "{ type: array, x-patch-mode: { value: replace }, items: { type: string } }"},
        OrdinarySchema{
            "ShortKeys",
            "{ type: array, x-unique-by: { value: name }, items: { type: object, "
            "required: [name], properties: { name: { type: string, maxLength: 5 } } } }"}),
    RowName());

}  // namespace
}  // namespace plumbline::generate
