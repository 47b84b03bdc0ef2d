#include "conformance/runner/result/transition_counts.hpp"

#include "conformance/runner/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

std::string counted(const std::vector<reports::MachineTransitions>& machines) {
    std::string text;
    for (const auto& machine : machines) {
        text += machine.machine + ':';
        for (const auto& one : machine.transitions)
            text +=
                ' ' + one.from + '-' + one.to + '(' + one.cause + ")=" + std::to_string(one.taken);
        text += '\n';
    }
    return text;
}

TEST(TransitionCounts, AreSummedByMachine) {
    TransitionCounts sum;
    sum.add(json_of(R"({"machines":[{"machine":"run","transitions":[
        {"from":"B","to":"C","cause":"timer","taken":2},{"from":"A","to":"B","cause":"start","taken":0}]}]})"));
    sum.add(json_of(R"({"machines":[
        {"machine":"export","transitions":[]},
        {"machine":"run","transitions":[{"from":"B","to":"C","cause":"timer","taken":1},
                                        {"from":"B","to":"C","cause":"cancel","taken":5}]}]})"));
    EXPECT_EQ(counted(sum.take()), "export:\nrun: B-C(timer)=3 A-B(start)=0 B-C(cancel)=5\n");
}

TEST(TransitionCounts, IgnoreMalformedParts) {
    TransitionCounts sum;
    for (const char* text : {"7", "{}", R"({"machines":{}})", R"({"machines":[7,{}]})"})
        sum.add(json_of(text));
    EXPECT_EQ(counted(sum.take()), "");
}

/// Returns the result of one scenario at a mock whose workspace returns this response.
reports::RunResult play_with_coverage(const FakeTarget::FakeResponse& coverage,
                                      FakeTarget& fake,
                                      bool asks) {
    fake.on("POST /_plumbline/workspaces", {{201, R"({"id":"w","prefix":"/w/w"})"}});
    fake.on("GET /_plumbline/workspaces/w/coverage", {coverage});
    fake.on("DELETE /_plumbline/workspaces/w", {{204, ""}});
    fake.on("GET /w/w/things", {{200, "[]"}});
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    RunOptions options;
    options.collect_transitions = asks;
    return play("  - workflowId: w\n    steps: [ { stepId: s, operationId: listThings } ]\n",
                fake,
                options,
                {},
                target);
}

TEST(TransitionCounts, AreRequestedBeforeTheWorkspaceIsDeleted) {
    FakeTarget fake;
    const auto result = play_with_coverage(
        {200,
         R"({"machines":[{"machine":"m","transitions":[{"from":"A","to":"B","cause":"c","taken":1}]}]})"},
        fake,
        true);
    EXPECT_EQ(counted(result.transitions), "m: A-B(c)=1\n");
    EXPECT_THAT(fake.calls(),
                ::testing::ElementsAre("POST /_plumbline/workspaces",
                                       "GET /w/w/things",
                                       "GET /_plumbline/workspaces/w/coverage",
                                       "DELETE /_plumbline/workspaces/w"));
}

TEST(TransitionCounts, NeverFailARun) {
    FakeTarget fake;
    const auto result = play_with_coverage({404, "{}"}, fake, true);
    EXPECT_EQ(result.exit_code(), 0);
    EXPECT_TRUE(result.transitions.empty());
}

TEST(TransitionCounts, AreNotRequestedWithoutTheOperation) {
    FakeTarget fake;
    (void)play_with_coverage({200, "{}"}, fake, false);
    EXPECT_THAT(fake.calls(),
                ::testing::Not(::testing::Contains("GET /_plumbline/workspaces/w/coverage")));
}

}  // namespace
}  // namespace plumbline::runner
