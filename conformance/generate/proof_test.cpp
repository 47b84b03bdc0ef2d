// What the proof lets pass, and what it does not.

#include "conformance/generate/proof.hpp"

#include "conformance/generate/testing.hpp"
#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::generate {
namespace {

struct ProofCase {
    const char* name;
    const char* valid;
    const char* body;
    const char* why;  ///< a part of the error; "" where the case is proven
    Expect expect = Expect::kRefused;
};

void PrintTo(const ProofCase& one, std::ostream* out) {
    *out << one.name;
}

class Proof : public testing::TestWithParam<ProofCase> {};

/// Proves a case that means to break `maximum` at /p.
Result<void> proven(const ProofCase& row) {
    const Contract contract =
        contract_of(things_with("{ type: integer, maximum: 8, enum: [1, 8, 9] }"));
    const ApiDocument& api = *contract.documents.front();
    const Operation& create = *api.find_operation("createThing");
    const Operation& patch = *api.find_operation("patchThing");
    const Examples examples = examples_of_things();
    Case one;
    one.base = "thing";
    one.place = "/p";
    one.expect = row.expect;
    one.valid = shared(json_of(row.valid));
    one.body = shared(json_of(row.body));
    one.broken_keywords = {"maximum"};
    one.broken_at = "/p";
    return Prover(patch, create, api, examples).prove(one);
}

TEST_P(Proof, IsOfOneRespectAlone) {
    const auto result = proven(GetParam());
    if (std::string_view(GetParam().why).empty()) {
        EXPECT_THAT(result, IsOk());
    } else {
        ASSERT_FALSE(result);
        EXPECT_THAT(result.error().message, testing::HasSubstr(GetParam().why));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rows,
    Proof,
    testing::Values(
        ProofCase{"OneRespect", R"({"p": 8})", R"({"p": 9})", ""},
        ProofCase{"NothingIsBroken", R"({"p": 8})", R"({"p": 1})", "but breaks nothing"},
        ProofCase{"MoreIsBroken", R"({"p": 8})", R"({"p": 10})", "enum at"},
        ProofCase{"SomethingElseIsBroken", R"({"p": 8})", R"({"p": 2})", "enum at"},
        ProofCase{"TheTwinIsBroken", R"({"p": 9})", R"({"p": 9})", "should be valid"},
        ProofCase{"TwoRespects", R"({"p": 8, "q": 1})", R"({"p": 9})", "in 2 respects"},
        ProofCase{"TakenAndValid", "{}", R"({"p": 8})", "", Expect::kAccepted},
        ProofCase{
            "TakenButInvalid", "{}", R"({"p": 9})", "should break nothing", Expect::kAccepted}),
    RowName());

TEST(Proof, FindsAnExpressionThatNothingStandsInFor) {
    const Contract contract = contract_of(things_with("{ type: string }"));
    const ApiDocument& api = *contract.documents.front();
    const Operation& create = *api.find_operation("createThing");
    const Examples examples = examples_of_things();
    Prover prover(create, create, api, examples);
    const auto judged =
        prover.judge(json_of(R"({"name": "$inputs.unheard_of"})"), examples.bases.front());
    ASSERT_FALSE(judged);
    EXPECT_EQ(judged.error().code, ErrorCode::kUnresolved);
}

}  // namespace
}  // namespace plumbline::generate
