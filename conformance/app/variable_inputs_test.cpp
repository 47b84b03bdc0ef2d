#include "conformance/app/variable_inputs.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns a suite whose workflow declares these inputs; false for those that cannot be a text.
runner::Suites suites_with(const std::map<std::string, bool>& inputs) {
    auto suite = std::make_shared<workflow::Suite>();
    workflow::Workflow one;
    for (const auto& [name, takes_text] : inputs) {
        workflow::WorkflowInput input;
        input.name = name;
        input.takes_text = takes_text;
        one.inputs.push_back(input);
    }
    suite->add_workflow(std::move(one));
    return {suite};
}

TEST(VariableInputs, AreThoseThatSuitesDeclare) {
    const auto read = read_variable_inputs(
        suites_with(
            {{"user", true}, {"limit", false}, {"$order-by", true}, {"body", true}, {"x", true}}),
        {{"PLUMBLINE_INPUT_user", "0123"},
         {"PLUMBLINE_INPUT_limit", "5"},
         {"PLUMBLINE_INPUT__order_by", "a"},
         {"PLUMBLINE_INPUT_body", "{\"a\": 1}"}});
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(*read->inputs.values,
                EqualsJson(R"({"user": "0123", "limit": 5, "$order-by": "a", "body": {"a": 1}})"));
    EXPECT_THAT(read->inputs.secret_names, ElementsAre("$order-by", "body", "limit", "user"));
    EXPECT_EQ(read->inputs.variables.at("$order-by"), "PLUMBLINE_INPUT__order_by");
    EXPECT_THAT(read->warnings, IsEmpty());
}

TEST(VariableInputs, OfOtherNamesAreWarnings) {
    const auto read =
        read_variable_inputs(suites_with({{"wanted", true}}), {{"PLUMBLINE_INPUT_wnted", "a"}});
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(read->inputs.values, nullptr);
    ASSERT_EQ(read->warnings.size(), 1U);
    EXPECT_THAT(to_text(read->warnings.front()),
                HasSubstr("PLUMBLINE_INPUT_wnted is not used: no scenario declares such an input; "
                          "did you mean PLUMBLINE_INPUT_wanted?"));
}

TEST(VariableInputs, AreNotEmptyOrBinary) {
    const runner::Suites suites = suites_with({{"a", true}});
    EXPECT_THAT(read_variable_inputs(suites, {{"PLUMBLINE_INPUT_a", ""}}),
                FailsWith("the environment variable PLUMBLINE_INPUT_a is empty"));
    EXPECT_THAT(read_variable_inputs(suites, {{"PLUMBLINE_INPUT_a", "\xFF"}}),
                FailsWith("the environment variable PLUMBLINE_INPUT_a: its value is not UTF-8"));
}

}  // namespace
}  // namespace plumbline::app
