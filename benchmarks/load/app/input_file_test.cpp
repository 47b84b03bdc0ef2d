#include "benchmarks/load/app/input_file.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(InputFile, HasAnInputPerLine) {
    const auto set =
        parse_inputs("{\"input\": {\"a\": 1}}\n\n{\"weight\": 0.5, \"input\": \"b\"}\r\n", "f");
    ASSERT_THAT(set, IsOk());
    EXPECT_THAT(set->weights, ElementsAre(1, 0.5));
    ASSERT_EQ(set->inputs.size(), 2U);
    EXPECT_EQ(*set->inputs[0], Json({{"a", 1}}));
    EXPECT_EQ(*set->inputs[1], Json("b"));
    EXPECT_THAT(set->description, StartsWith("2 inputs, "));
}

TEST(InputFile, OfOtherInputsHasAnotherDescription) {
    const auto of = [](std::string_view text) { return parse_inputs(text, "f")->description; };
    EXPECT_EQ(of(R"({"input":1})"), of(R"({"input":1})"));
    EXPECT_NE(of(R"({"input":1})"), of(R"({"input":2})"));
}

struct InputFileCase {
    const char* text;
    const char* error;
};

TEST(InputFile, IsRefusedWithTheLine) {
    for (const auto& [text, error] : std::initializer_list<InputFileCase>{
             {"", "f has no input"},
             {"{\"input\":1}\n{\"input\":", "f:2:"},
             {"[]", "f:1: found no object; expected {\"input\""},
             {"{\"weight\":1}", "f:1: found no input"},
             {"{\"input\":1,\"wieght\":2}", "f:1: found the member \"wieght\""},
             {"\n{\"input\":1,\"weight\":0}", "f:2: found a weight that is no number above 0"},
             {"{\"input\":1,\"weight\":\"2\"}", "f:1: found a weight"}}) {
        const auto set = parse_inputs(text, "f");
        ASSERT_FALSE(set) << text;
        EXPECT_THAT(to_text(set.error()), testing::HasSubstr(error));
    }
}

}  // namespace
}  // namespace plumbline::load
