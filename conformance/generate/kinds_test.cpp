// Which cases each keyword makes, on a small API.

#include "conformance/generate/testing.hpp"
#include "conformance/generate/workflows.hpp"
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
std::vector<std::string> described_cases(const std::string& document) {
    const auto all = all_cases(contract_of(document), examples_of_things());
    std::vector<std::string> texts;
    for (const OperationCases& one : all) {
        for (const Case& made : one.cases) {
            const char* word = made.expect == Expect::kRefused    ? " refused "
                               : made.expect == Expect::kAccepted ? " taken "
                                                                  : " no effect ";
            texts.push_back(name_of(*one.operation, made).substr(kFolder.size()) + word +
                            to_text(*made.body));
        }
    }
    return texts;
}

struct KindCase {
    const char* name;
    const char* property;
    std::vector<std::string> expected;
};

void PrintTo(const KindCase& one, std::ostream* out) {
    *out << one.name;
}

class Kinds : public testing::TestWithParam<KindCase> {};

TEST_P(Kinds, MakeBothSidesOfAKeyword) {
    EXPECT_THAT(described_cases(things_with(GetParam().property)),
                IsSupersetOf(GetParam().expected));
}

INSTANTIATE_TEST_SUITE_P(
    Rows,
    Kinds,
    testing::Values(
        KindCase{"Type",
                 "{ type: string }",
                 {R"(patchThing/p/type-wrong refused {"p":7})",
                  R"(patchThing/p/type-null refused {"p":null})",
                  R"(patchThing/p/type-right taken {"p":"plumbline"})",
                  R"(createThing/p/type-wrong refused {"name":"$inputs.name","p":7})",
                  R"(createThing/name/type-wrong refused {"name":7})"}},
        KindCase{"Integer",
                 "{ type: integer }",
                 {R"(patchThing/p/type-wrong refused {"p":"plumbline"})",
                  R"(patchThing/p/type-fraction refused {"p":1.5})",
                  R"(patchThing/p/type-right taken {"p":1})"}},
        KindCase{"Nullable",
                 "{ type: [boolean, 'null'] }",
                 {R"(patchThing/p/type-wrong refused {"p":"plumbline"})",
                  R"(patchThing/p/null taken {"p":null})",
                  R"(patchThing/p/type-right taken {"p":false})"}},
        KindCase{"Enum",
                 "{ type: string, enum: [a, b] }",
                 {R"(patchThing/p/enum-a taken {"p":"a"})",
                  R"(patchThing/p/enum-b taken {"p":"b"})",
                  R"(patchThing/p/enum-unknown refused {"p":"plumbline_unknown"})",
                  R"(createThing/p/enum-b taken {"name":"$inputs.name","p":"b"})"}},
        KindCase{"Format",
                 "{ type: string, format: uuid }",
                 {R"(patchThing/p/format-right taken {"p":"99999999-9999-4999-8999-999999999999"})",
                  R"(patchThing/p/format-wrong refused {"p":"plumbline"})"}},
        KindCase{"Pattern",
                 "{ type: string, pattern: '^[a-z]+$' }",
                 {R"(patchThing/p/pattern-plain taken {"p":"plumbline"})",
                  R"(patchThing/p/pattern-empty refused {"p":""})",
                  R"(patchThing/p/pattern-with-capital refused {"p":"Plumbline"})"}},
        KindCase{"Bounds",
                 "{ type: integer, minimum: 1, maximum: 8 }",
                 {R"(patchThing/p/minimum-inside taken {"p":1})",
                  R"(patchThing/p/minimum-outside refused {"p":0})",
                  R"(patchThing/p/maximum-inside taken {"p":8})",
                  R"(patchThing/p/maximum-outside refused {"p":9})"}},
        KindCase{"ExclusiveBounds",
                 "{ type: integer, exclusiveMinimum: 1, exclusiveMaximum: 8 }",
                 {R"(patchThing/p/exclusiveMinimum-inside taken {"p":2})",
                  R"(patchThing/p/exclusiveMinimum-outside refused {"p":1})",
                  R"(patchThing/p/exclusiveMaximum-inside taken {"p":7})",
                  R"(patchThing/p/exclusiveMaximum-outside refused {"p":8})"}},
        KindCase{"Decimals",
                 "{ type: number, minimum: 0.1, maximum: 8, x-decimals: { value: 1 } }",
                 {R"(patchThing/p/minimum-inside taken {"p":0.1})",
                  R"(patchThing/p/minimum-outside refused {"p":0})",
                  R"(patchThing/p/maximum-outside refused {"p":8.1})",
                  R"(patchThing/p/decimals-down taken {"p":1.24})",
                  R"(patchThing/p/decimals-up taken {"p":1.26})"}},
        KindCase{"Lengths",
                 "{ type: string, minLength: 2, maxLength: 3 }",
                 {R"(patchThing/p/minLength-inside taken {"p":"pl"})",
                  R"(patchThing/p/minLength-outside refused {"p":"p"})",
                  R"(patchThing/p/maxLength-inside taken {"p":"plu"})",
                  R"(patchThing/p/maxLength-outside refused {"p":"plum"})"}},
        KindCase{
            "Items",
            "{ type: array, minItems: 1, maxItems: 2, items: { type: string } }",
            {R"(patchThing/p/minItems-inside taken {"p":["plumbline"]})",
             R"(patchThing/p/minItems-outside refused {"p":[]})",
             R"(patchThing/p/maxItems-outside refused {"p":["plumbline","plumbline","plumbline"]})",
             R"(patchThing/p/0/type-wrong refused {"p":[7]})"}},
        KindCase{"Required",
                 "{ type: object, required: [q], properties: { q: { type: string } } }",
                 {R"(patchThing/p/q/required refused {"p":{}})",
                  R"(patchThing/p/q/type-wrong refused {"p":{"q":7}})",
                  R"(createThing/name/required refused {})"}},
        KindCase{"Map",
                 "{ type: object, additionalProperties: { type: string } }",
                 {R"(patchThing/p/plumbline/type-wrong refused {"p":{"plumbline":7}})",
                  R"(patchThing/p/plumbline/type-right taken {"p":{"plumbline":"plumbline"}})"}},
        KindCase{"ClosedObject",
                 "{ type: object, additionalProperties: false }",
                 {R"(patchThing/p/additional refused {"p":{"plumbline_unknown":1}})"}}),
    RowName());

/// Everything that is left out of the cases of things with that property.
std::vector<Error> left_out(const std::string& document) {
    std::vector<Error> errors;
    for (const OperationCases& one : all_cases(contract_of(document), examples_of_things()))
        errors.insert(errors.end(), one.left_out.begin(), one.left_out.end());
    return errors;
}

auto Says(const std::string& text) {
    return Field(&Error::message, HasSubstr(text));
}

TEST(AllCases, NameTheKeywordThatNoKindKnows) {
    const auto errors = left_out(things_with("{ type: integer, multipleOf: 2 }"));
    ASSERT_THAT(errors, Contains(Says("keyword \"multipleOf\"")));
    EXPECT_EQ(errors.front().code, ErrorCode::kUnsupported);
    EXPECT_GT(errors.front().where.line, 0);
}

TEST(AllCases, LeaveOutWhatCannotBeProvenAndSayWhy) {
    // No text that is tried fits this pattern, so nothing valid is known to differ from.
    const std::string document = things_with("{ type: string, pattern: '^[0-9]{9}$' }");
    EXPECT_THAT(left_out(document),
                Contains(AllOf(Says("no base proves the generated case patchThing/p/type-right"),
                               Field(&Error::where, Field(&SourceRef::line, Gt(0))))));
    EXPECT_THAT(described_cases(document),
                IsSupersetOf({R"(createThing/name/type-wrong refused {"name":7})"}));
}

TEST(AllCases, LeaveOutADefaultThatRestsOnNoNumber) {
    EXPECT_THAT(
        left_out(things_with("{ type: object, properties: { a: { type: string }, b: { type: "
                             "integer, x-default-from: { field: a, factor: 2 } } } }")),
        Contains(Says("default_from:/p/b: what it rests on takes no number")));
}

TEST(AllCases, EndWhereDefaultsRestOnOneAnother) {
    EXPECT_THAT(
        described_cases(things_with(
            "{ type: object, properties: { a: { type: integer, x-default-from: { field: b, "
            "factor: 2 } }, b: { type: integer, x-default-from: { field: a, factor: 2 } } } }")),
        Contains(HasSubstr("patchThing/p/a/default_from-given taken")));
}

TEST(AllCases, LeaveOutWhatWouldBeTooLong) {
    EXPECT_THAT(left_out(things_with("{ type: string, maxLength: 2147483647 }")),
                Contains(Says("the cases of maxLength at /p")));
    EXPECT_THAT(left_out(things_with("{ type: string, minLength: 2147483647 }")),
                Contains(Says("no base proves the generated case patchThing/p/type-right")));
}

TEST(AllCases, LeaveOutABaseThatTheContractRefuses) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("required: [name]"), 16, "required: [p, name]");
    EXPECT_THAT(left_out(document),
                Contains(Says("all cases of the base thing: its body breaks required")));
    EXPECT_THAT(described_cases(document), IsEmpty());
}

TEST(AllCases, LeaveOutAnOperationOfWhichNoRecordCanBeDeleted) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("kind: delete"), 12, "kind: action");
    EXPECT_THAT(left_out(document), Contains(Says("cannot be created, read and deleted")));
}

TEST(AllCases, PassOverAnOperationThatTheExamplesNameWithAReason) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("kind: delete"), 12, "kind: action");
    Examples examples = examples_of_things();
    examples.passed_over = {{"createThing", "why"}, {"patchThing", "why"}};
    EXPECT_THAT(all_cases(contract_of(document), examples), IsEmpty());
}

TEST(AllCases, PassOverAnOperationWhoseRecordsNoneMakes) {
    std::string document = things_with("{ type: string }");
    document.replace(document.find("kind: create"), 12, "kind: action");
    EXPECT_THAT(left_out(document), IsEmpty());
    EXPECT_THAT(described_cases(document), IsEmpty());
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
    EXPECT_THAT(left_out(things_with(GetParam().property)), IsEmpty());
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
