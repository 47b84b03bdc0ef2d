// Defaults of inputs in the built-in suites: none may be made for the mock, because a run at
// another target would send it there.

#include "conformance/app/load_suites.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace plumbline::app {
namespace {

/// Inputs whose default is right for every target: a name that each run replaces, and values that
/// no tenant owns.
bool may_have_default(const workflow::WorkflowInput& input) {
    static const std::set<std::string> kForEveryTarget{
        "name", "foreign_id", "foreign_commit", "other_repo_url", "other_ref", "hosting"};
    return input.default_value->is_null() || kForEveryTarget.contains(input.name);
}

TEST(BuiltInSuites, HaveNoDefaultMadeForTheMock) {
    const auto contract = load_contract("");
    ASSERT_THAT(contract, IsOk());
    const LoadedSuites loaded = load_suites({}, *contract, {});
    ASSERT_FALSE(loaded.suites.empty());
    for (const auto& suite : loaded.suites) {
        for (const workflow::Workflow& workflow : suite->workflows) {
            for (const workflow::WorkflowInput& input : workflow.inputs) {
                if (!input.default_value) continue;
                EXPECT_TRUE(may_have_default(input))
                    << workflow.name << ": the input " << input.name << " has the default "
                    << to_text(*input.default_value)
                    << "; require it instead, or let it be null, which sends nothing";
            }
        }
    }
}

}  // namespace
}  // namespace plumbline::app
