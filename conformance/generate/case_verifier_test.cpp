// Which cases pass verification and which do not.

#include "conformance/generate/case_verifier.hpp"

#include "conformance/generate/testing.hpp"
#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::generate {
namespace {

struct VerificationCase {
    const char* name;
    const char* valid;
    const char* body;
    const char* why;  ///< a part of the error; "" where the case is proven
    ExpectedOutcome expect = ExpectedOutcome::kRefused;
};

void PrintTo(const VerificationCase& one, std::ostream* out) {
    *out << one.name;
}

class Verification : public testing::TestWithParam<VerificationCase> {};

/// Verifies a case that intends to violate `maximum` at /p.
Result<void> verify_case(const VerificationCase& row) {
    const Contract contract =
        contract_of(things_with("{ type: integer, maximum: 8, enum: [1, 8, 9] }"));
    const ApiDocument& api = *contract.documents.front();
    const Operation& create = *api.find_operation("createThing");
    const Operation& patch = *api.find_operation("patchThing");
    const GeneratorExamples examples = examples_of_things();
    GeneratedCase one;
    one.base = "thing";
    one.pointer = "/p";
    one.outcome = row.expect;
    one.valid_body = to_shared(json_of(row.valid));
    one.body = to_shared(json_of(row.body));
    one.violated_keywords = {"maximum"};
    one.violation_pointer = "/p";
    return CaseVerifier(patch, create, api, examples).verify(one);
}

TEST_P(Verification, AcceptsOnlyTheIntendedViolation) {
    const auto result = verify_case(GetParam());
    if (std::string_view(GetParam().why).empty()) {
        EXPECT_THAT(result, IsOk());
    } else {
        ASSERT_FALSE(result);
        EXPECT_THAT(result.error().message, testing::HasSubstr(GetParam().why));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rows,
    Verification,
    testing::Values(
        VerificationCase{"OneValue", R"({"p": 8})", R"({"p": 9})", ""},
        VerificationCase{"NoViolation", R"({"p": 8})", R"({"p": 1})", "but violates nothing"},
        VerificationCase{"AnotherViolation", R"({"p": 8})", R"({"p": 10})", "enum at"},
        VerificationCase{"OtherViolation", R"({"p": 8})", R"({"p": 2})", "enum at"},
        VerificationCase{
            "ValidBodyViolates", R"({"p": 9})", R"({"p": 9})", "should violate nothing"},
        VerificationCase{"TwoValues", R"({"p": 8, "q": 1})", R"({"p": 9})", "in 2 values"},
        VerificationCase{"AcceptedAndValid", "{}", R"({"p": 8})", "", ExpectedOutcome::kAccepted},
        VerificationCase{"AcceptedButInvalid",
                         "{}",
                         R"({"p": 9})",
                         "should violate nothing",
                         ExpectedOutcome::kAccepted}),
    RowName());

TEST(Verifier, ReportsAnExpressionWithoutPlaceholder) {
    const Contract contract = contract_of(things_with("{ type: string }"));
    const ApiDocument& api = *contract.documents.front();
    const Operation& create = *api.find_operation("createThing");
    const GeneratorExamples examples = examples_of_things();
    CaseVerifier verifier(create, create, api, examples);
    const auto result = verifier.find_violations(json_of(R"({"name": "$inputs.unheard_of"})"),
                                                 examples.bases.front());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::kUnresolved);
}

}  // namespace
}  // namespace plumbline::generate
