#include "conformance/workflow/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::workflow {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kStream = R"(        outputs: {run: $message.payload#/run_id}
        x-ct-background: {releaseAfterEvents: 1}
        x-ct-sse:
          firstEventWithin: 2000
          idleWithin: 500
          end: any
          minEvents: 2
          maxEvents: 9
          disconnectAfterEvents: 5
          disconnectWhen: [{condition: $message.payload#/done}]
          replaces: [done]
          pauses: {each: 100, steps: 4}
          events:
            - {select: first, verifies: [A-1], criteria: [{condition: $message.payload#/run_id != null}]}
            - select: 3
              where: [{condition: $message.header.event == 'values'}]
              criteria: [{condition: $message.payload#/done == 1}]
)";

TEST(Streams, AreReadIntoTheStep) {
    const auto suite = load_playable(suite_with_call(kStream));
    ASSERT_TRUE(suite);
    const Step& step = suite->workflows.front().steps.front();
    ASSERT_TRUE(step.background);
    EXPECT_EQ(step.background->release_after_events, 1U);
    ASSERT_TRUE(step.sse);
    const StreamRules& rules = *step.sse;
    EXPECT_EQ(rules.first_event_within, milliseconds(2000));
    EXPECT_EQ(rules.idle_within, milliseconds(500));
    EXPECT_FALSE(rules.must_end);
    EXPECT_EQ(rules.min_events, 2U);
    EXPECT_EQ(rules.max_events, 9U);
    EXPECT_EQ(rules.disconnect_after_events, 5U);
    EXPECT_THAT(rules.disconnect_when, SizeIs(1));
    EXPECT_THAT(rules.replaced_keys, ElementsAre("done"));
    EXPECT_EQ(rules.requested_pause, milliseconds(100));
    EXPECT_EQ(rules.requested_steps, 4);
    ASSERT_THAT(rules.events, SizeIs(2));
    EXPECT_EQ(rules.events[0].select, EventSelection::kFirst);
    EXPECT_THAT(rules.events[0].verifies, ElementsAre("A-1"));
    EXPECT_EQ(rules.events[1].select, EventSelection::kNumber);
    EXPECT_EQ(rules.events[1].number, 3U);
    EXPECT_THAT(rules.events[1].filter, SizeIs(1));
    EXPECT_EQ(rules.events[1].where.line, 23);
    EXPECT_THAT(suite->workflows.front().named_requirements(), ElementsAre("A-1"));
}

TEST(Streams, MustEndByDefault) {
    const auto suite = load_playable(suite_with_call("        x-ct-sse: {}\n"));
    ASSERT_TRUE(suite);
    EXPECT_TRUE(suite->workflows.front().steps.front().sse->must_end);
}

TEST(Streams, CanBeDependenciesOfLaterSteps) {
    const auto suite =
        load_playable(suite_with_call("        x-ct-sse: {}\n        x-ct-background: {}\n"
                                      "      - stepId: t\n        operationId: listThings\n"
                                      "        dependsOn: [s]\n"));
    ASSERT_TRUE(suite);
    EXPECT_THAT(suite->workflows.front().steps[1].depends_on, ElementsAre("s"));
}

TEST(Streams, AreAbsentByDefault) {
    const auto suite = load_playable(suite_with_call(""));
    ASSERT_TRUE(suite);
    EXPECT_FALSE(suite->workflows.front().steps.front().sse);
    EXPECT_THAT(suite->workflows.front().steps.front().depends_on, IsEmpty());
}

TEST(Streams, AreAWarningForOperationsWithoutStreams) {
    const auto diagnosis =
        lint_text(suite_with_step("        operationId: countThings\n        x-ct-sse: {}\n"));
    EXPECT_THAT(diagnosis.errors, IsEmpty());
    EXPECT_THAT(diagnosis.warnings,
                HasProblem(InvalidSuite{
                    "", "", "9:9", "countThings never responds with a stream", "omit x-ct-sse"}));
}

std::string rule_with(const std::string& members) {
    return suite_with_call("        x-ct-sse: {events: [{" + members + "}]}\n");
}

class InvalidStreamRules : public testing::TestWithParam<InvalidSuite> {};

TEST_P(InvalidStreamRules, AreReportedWithTheirPosition) {
    EXPECT_THAT(lint_text(GetParam().yaml).errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Keys,
    InvalidStreamRules,
    testing::Values(
        InvalidSuite{"Unknown",
                     suite_with_call("        x-ct-sse: {idle: 1}\n"),
                     "9:20",
                     "x-ct-sse has the unknown key \"idle\"",
                     "idleWithin"},
        InvalidSuite{"Time",
                     suite_with_call("        x-ct-sse: {idleWithin: 0}\n"),
                     "9:20",
                     "idleWithin is 0",
                     "from 1 to"},
        InvalidSuite{"End",
                     suite_with_call("        x-ct-sse: {end: client}\n"),
                     "9:20",
                     "end is \"client\"",
                     "give server"},
        InvalidSuite{"Bounds",
                     suite_with_call("        x-ct-sse: {minEvents: 3, maxEvents: 2}\n"),
                     "9:9",
                     "minEvents is 3, maxEvents 2",
                     "raise maxEvents"},
        InvalidSuite{
            "Leaving",
            suite_with_call("        x-ct-sse: {minEvents: 3, disconnectAfterEvents: 2}\n"),
            "9:9",
            "the client disconnects after 2",
            ""},
        InvalidSuite{"Select",
                     rule_with("select: frist, criteria: [{condition: $message.payload#/a}]"),
                     "9:30",
                     "select is \"frist\"",
                     "first, last, rest, every, some, none"},
        InvalidSuite{"Number",
                     rule_with("select: -1, criteria: [{condition: $message.payload#/a}]"),
                     "9:30",
                     "select is -1",
                     ""},
        InvalidSuite{"NoSelect",
                     rule_with("criteria: [{condition: $message.payload#/a}]"),
                     "9:29",
                     "event rule has no select",
                     ""},
        InvalidSuite{"NoCriteria",
                     rule_with("select: every, criteria: []"),
                     "9:45",
                     "criteria is empty",
                     ""},
        InvalidSuite{"Criterion",
                     rule_with("select: every, criteria: [{condition: $mesage.payload}]"),
                     "9:56",
                     "",
                     ""},
        InvalidSuite{
            "EventElsewhere",
            suite_with_call("        successCriteria: [{condition: $message.payload#/a}]\n"),
            "9:27",
            "$message is read, but there is no event",
            "x-ct-sse"},
        InvalidSuite{"OutputWithoutStream",
                     suite_with_call("        outputs: {a: $message.payload#/a}\n"),
                     "9:19",
                     "$message is read, but there is no event",
                     ""},
        InvalidSuite{"UnknownStep",
                     rule_with("select: some, criteria: [{condition: $message.payload#/a == "
                               "$steps.z.outputs.a}]"),
                     "9:55",
                     "has no such step",
                     ""},
        InvalidSuite{"BackgroundAlone",
                     suite_with_call("        x-ct-background: {}\n"),
                     "9:9",
                     "step s cannot run in the background: it has no x-ct-sse",
                     ""},
        InvalidSuite{"BackgroundActions",
                     suite_with_call("        x-ct-background: {}\n        x-ct-sse: {}\n"
                                     "        onSuccess: [{name: e, type: end}]\n"),
                     "9:9",
                     "it has onSuccess",
                     ""},
        InvalidSuite{"BackgroundCleanUp",
                     suite_with_call("        x-ct-background: {}\n        x-ct-sse: {}\n"
                                     "        x-ct-finally: true\n"),
                     "9:9",
                     "it is a cleanup step",
                     ""},
        InvalidSuite{"StreamOfAWorkflow",
                     suite_with_step("        workflowId: v\n        x-ct-sse: {}\n"),
                     "9:9",
                     "receives no stream itself",
                     ""}),
    InvalidSuiteName());

}  // namespace
}  // namespace plumbline::workflow
