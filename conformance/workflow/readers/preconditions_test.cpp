#include "conformance/workflow/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kNeeds = R"(        x-ct-needs:
          - {events: 6, provide: a longer run}
          - events: 2
            where: [{condition: $message.header.event == 'messages'}]
            what: two tokens
            provide: a graph with a model
          - {duration: 1000, provide: a slower run}
          - {maxEvents: 0, where: [{condition: $message.header.event == 'error'}], what: no error, provide: x}
          - {condition: $statusCode == 200, what: an open door, provide: a key}
        successCriteria:
          - condition: $statusCode == 200
            x-ct-needs: [{context: $response.body, condition: done, type: regex, what: an end, provide: an end}]
        x-ct-sse:
          events:
            - select: some
              needs: [{events: 1, provide: an event}]
              criteria: [{condition: $message.payload#/a == 1}]
)";

TEST(Preconditions, AreReadIntoStepCriterionAndEventRule) {
    const auto suite = load_playable(suite_with_call(kNeeds));
    ASSERT_TRUE(suite);
    const Step& step = suite->workflows.front().steps.front();
    ASSERT_THAT(step.needs, SizeIs(5));
    EXPECT_EQ(step.needs[0].events, 6U);
    EXPECT_EQ(step.needs[0].expected_text(), "6 events");
    EXPECT_EQ(step.needs[0].provide, "a longer run");
    EXPECT_EQ(step.needs[0].where.line, 10);
    EXPECT_THAT(step.needs[1].filter, SizeIs(1));
    EXPECT_EQ(step.needs[1].expected_text(), "two tokens");
    EXPECT_EQ(step.needs[2].duration, std::chrono::milliseconds(1000));
    EXPECT_EQ(step.needs[2].expected_text(), "a stream of 1000 ms");
    EXPECT_TRUE(step.needs[4].criterion);
    ASSERT_THAT(step.success_criteria, SizeIs(1));
    EXPECT_THAT(step.success_criteria[0].needs, SizeIs(1));
    EXPECT_THAT(step.sse->events[0].needs, SizeIs(1));
}

TEST(Preconditions, AreLegal) {
    EXPECT_THAT(lint_text(suite_with_call(kNeeds)).errors, IsEmpty());
}

std::string with_need(const std::string& need, const std::string& more = "") {
    return suite_with_call("        x-ct-needs: [{" + need + "}]\n" + more);
}

const std::string kAnySse = "        x-ct-sse: {}\n";

TEST(Preconditions, AreOfTheTimeAtWhichAStepIsSent) {
    const auto suite =
        load_playable(suite_with("    steps:\n"
                                 "      - {stepId: a, operationId: listThings}\n"
                                 "      - stepId: b\n"
                                 "        operationId: listThings\n"
                                 "        x-ct-soon-after: {step: a, provide: x}\n"));
    ASSERT_TRUE(suite);
    const auto& steps = suite->workflows.front().steps;
    EXPECT_FALSE(steps[0].soon_after);
    ASSERT_TRUE(steps[1].soon_after);
    EXPECT_EQ(steps[1].soon_after->step, "a");
    EXPECT_EQ(steps[1].soon_after->provide, "x");
    EXPECT_EQ(steps[1].soon_after->where.line, 10);
}

class InvalidPrecondition : public ::testing::TestWithParam<InvalidSuite> {};

TEST_P(InvalidPrecondition, IsReported) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Suites,
    InvalidPrecondition,
    testing::Values(
        InvalidSuite{"Nothing",
                     with_need("provide: x", kAnySse),
                     "9:22",
                     "it has 0 of events, maxEvents, duration",
                     "give `events:`"},
        InvalidSuite{"TwoAtOnce",
                     with_need("events: 1, duration: 5, provide: x", kAnySse),
                     "9:22",
                     "it has 2 of events, maxEvents, duration",
                     ""},
        InvalidSuite{"NoProvide",
                     with_need("events: 1", kAnySse),
                     "9:22",
                     "precondition has no provide",
                     ""},
        InvalidSuite{
            "NoStream", with_need("events: 1, provide: x"), "9:22", "its step has no x-ct-sse", ""},
        InvalidSuite{"NoWhat",
                     with_need("condition: $statusCode == 200, provide: x"),
                     "9:22",
                     "it does not say in what",
                     ""},
        InvalidSuite{"MaximumWithoutWhat",
                     with_need("maxEvents: 0, provide: x", kAnySse),
                     "9:22",
                     "it does not say in what",
                     ""},
        InvalidSuite{"WhereWithoutEvents",
                     with_need("duration: 5, where: [], provide: x", kAnySse),
                     "9:22",
                     "its where selects events, but it counts none",
                     ""},
        InvalidSuite{
            "Zero", with_need("events: 0, provide: x", kAnySse), "9:23", "events is 0", "from 1"},
        InvalidSuite{
            "UnknownMember", with_need("evnts: 6, provide: x", kAnySse), "9:23", "evnts", "events"},
        InvalidSuite{"EventInACondition",
                     with_need("condition: $message.payload#/a == 1, what: w, "
                               "provide: x",
                               kAnySse),
                     "9:22",
                     "$message is read, but there is no event",
                     ""},
        InvalidSuite{"CalledWorkflow",
                     suite_with_step("        workflowId: v\n        x-ct-needs: "
                                     "[{condition: $outputs.a, what: w, provide: x}]\n"),
                     "9:9",
                     "it calls a workflow",
                     "move them to a step of that workflow"},
        InvalidSuite{"CleanUp",
                     with_need("condition: $statusCode == 204, what: w, provide: x",
                               "        x-ct-finally: true\n"),
                     "9:9",
                     "it is a cleanup step",
                     ""},
        InvalidSuite{"SoonAfterALaterStep",
                     suite_with_call("        x-ct-soon-after: {step: z, provide: x}\n"),
                     "9:27",
                     "step s is sent soon after z, which is not an earlier step of this workflow",
                     ""},
        InvalidSuite{"SoonAfterWithoutProvide",
                     suite_with_call("        x-ct-soon-after: {step: z}\n"),
                     "9:9",
                     "x-ct-soon-after has no provide",
                     ""},
        InvalidSuite{"CleanUpSoonAfter",
                     suite_with_call("        x-ct-finally: true\n"
                                     "        x-ct-soon-after: {step: z, provide: x}\n"),
                     "10:9",
                     "it is a cleanup step",
                     ""}),
    InvalidSuiteName());

TEST(Preconditions, AreAWarningBesideMinEvents) {
    const auto diagnosis =
        lint_text(with_need("events: 6, provide: x", "        x-ct-sse: {minEvents: 6}\n"));
    EXPECT_THAT(diagnosis.warnings,
                HasProblem(InvalidSuite{"",
                                        "",
                                        "10:20",
                                        "a stream with too few events for x-ct-needs, 6, fails for "
                                        "minEvents, 6",
                                        "omit minEvents"}));
}

}  // namespace
}  // namespace plumbline::workflow
