#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using std::chrono::milliseconds;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const std::string kBothModes = R"({"stream_mode":["values","updates"]})";

StreamCheckOutput of_events(std::vector<std::string> events,
                            const std::string& request = kBothModes) {
    events.insert(events.begin(), kStart);
    return check_stream({.body = chunks(events), .request = request, .replaced_keys = {"done"}});
}

std::string head_at(std::string_view location) {
    return fmt::format(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
        "Content-Location: {}\r\nTransfer-Encoding: chunked\r\n\r\n",
        location);
}

TEST(SequenceChecker, ComparesTheRunIdsOfHeadAndFirstChunk) {
    EXPECT_THAT(check_stream({.head = head_at("/threads/t/runs/r-1"), .body = chunks({kStart})})
                    .result.verified,
                Contains("T-RUN"));
    EXPECT_THAT(
        check_stream({.head = head_at("/threads/t/runs/r-2"), .body = chunks({kStart})}).codes(),
        ElementsAre("R1-run"));
}

TEST(SequenceChecker, ComparesTheRunIdsOfPathAndFirstChunk) {
    EXPECT_THAT(
        check_stream({.body = chunks({kStart}), .operation = "joinIt", .run_id = "r-2"}).codes(),
        ElementsAre("R1-run"));
}

TEST(SequenceChecker, RequiresOneRunIdInTheWholeStream) {
    EXPECT_THAT(of_events({event("metadata", R"({"run_id":"r-2","attempt":1})")}).codes(),
                ElementsAre("R1-run"));
    EXPECT_THAT(of_events({event("metadata", R"({"run_id":"r-1","attempt":1})")}).codes(),
                IsEmpty());
}

TEST(SequenceChecker, AcceptsWhatKeepsAConnectionAlive) {
    EXPECT_THAT(of_events({"\n\n",
                           "event: heartbeat\n\n",
                           event("heartbeat", "null"),
                           event("error", "{}"),
                           event("heartbeat", "null")})
                    .codes(),
                IsEmpty());
}

TEST(SequenceChecker, RequiresIncreasingIds) {
    EXPECT_THAT(of_events({event("values", "{}", "1"), event("values", "{}", "1")}).codes(),
                ElementsAre("R2-ids"));
    EXPECT_THAT(
        of_events({event("values", "{}", "9"), event("values", "{}", "10")}).result.verified,
        Contains("T-IDS"));
    EXPECT_THAT(of_events({event("values", "{}", "b"), event("values", "{}", "a")}).codes(),
                IsEmpty());
}

TEST(SequenceChecker, RequiresAnUpdateInTheNextState) {
    const StreamCheckOutput good = of_events({event("updates", R"({"work":{"done":1}})"),
                                              event("values", R"({"done":1})"),
                                              event("updates", R"({"work":{"done":2,"log":"x"}})"),
                                              event("values", R"({"done":2})")});
    EXPECT_THAT(good.codes(), IsEmpty());
    EXPECT_THAT(good.result.verified, Contains("T-SHOWN"));
    EXPECT_THAT(
        of_events({event("updates", R"({"work":{"done":2}})"), event("values", R"({"done":1})")})
            .codes(),
        ElementsAre("O1-updates-in-values"));
}

TEST(SequenceChecker, AcceptsAStateBeforeItsUpdates) {
    EXPECT_THAT(of_events({event("values", R"({"done":1})"),
                           event("updates", R"({"work":{"done":1}})"),
                           event("values", R"({"done":2})"),
                           event("updates", R"({"work":{"done":2}})")})
                    .codes(),
                IsEmpty());
}

TEST(SequenceChecker, ComparesOnlyReplacedKeysAndOneNamespace) {
    EXPECT_THAT(of_events({event("updates", R"({"work":{"log":2}})"),
                           event("values", R"({"log":[1,2]})"),
                           event("updates|a:1", R"({"work":{"done":9}})"),
                           event("values", R"({"done":1})"),
                           event("updates", R"({"left":{"done":5}})"),
                           event("updates", R"({"right":null})"),
                           event("updates", R"({"right":{"done":6}})"),
                           event("values", R"({"done":5})")})
                    .codes(),
                IsEmpty());
}

std::string token(std::string_view text) {
    return event("messages",
                 fmt::format(R"([{{"content":"{}","id":"m"}},{{"graph_node":"n"}}])", text));
}

TEST(SequenceChecker, ComparesTokensWithTheMessageInTheState) {
    const std::string request = R"({"stream_mode":["values","messages-tuple"]})";
    const auto state = [](std::string_view text) {
        return event(
            "values",
            fmt::format(
                R"({{"messages":[{{"id":"q","content":"?"}},{{"id":"m","content":"{}"}}]}})",
                text));
    };
    const StreamCheckOutput good = of_events({token("Hel"), token("lo"), state("Hello")}, request);
    EXPECT_THAT(good.codes(), IsEmpty());
    EXPECT_THAT(good.result.verified, Contains("T-TOKENS"));
    EXPECT_THAT(of_events({token("Hel"), state("Hello")}, request).codes(),
                ElementsAre("O2-tokens-in-state"));
    EXPECT_THAT(of_events({token("Hel"), token("lo")}, request).result.verified,
                Not(Contains("T-TOKENS")));
}

TEST(SequenceChecker, IgnoresTokensThatAreNotStrings) {
    const std::string part =
        event("messages", R"([{"content":[{"text":"Hi"}],"id":"m"},{"graph_node":"n"}])");
    const std::string text = event("messages", R"([{"content":"a","id":"m"},{"graph_node":"n"}])");
    const StreamCheckOutput output =
        of_events({text, part, event("values", R"({"messages":[{"id":"m","content":"Hello"}]})")},
                  R"({"stream_mode":["values","messages-tuple"]})");
    // In this API a content is a string; another type is a finding about the item, not about the
    // state.
    EXPECT_THAT(output.codes(), ElementsAre("E5-content"));
}

TEST(SequenceChecker, ComparesTheLastOfManyStatesOfAMessage) {
    const auto state = [](const std::string& text) {
        return event("values",
                     fmt::format(R"({{"messages":[{{"id":"m","content":"{}"}}]}})", text));
    };
    const std::string whole =
        event("messages", R"([{"content":"abc","id":"m"},{"graph_node":"n"}])");
    const StreamCheckOutput output =
        of_events({whole, state("1"), state("2"), state("3"), state("4"), state("5"), state("abc")},
                  R"({"stream_mode":["values","messages-tuple"]})");
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_THAT(output.result.verified, Contains("T-TOKENS"));
}

TEST(SequenceChecker, RequiresAnErrorToBeTheLastEvent) {
    EXPECT_THAT(of_events({event("error", "{}"), event("values", "{}")}).codes(),
                ElementsAre("O3-error-last"));
    EXPECT_THAT(of_events({event("error", "{}"), event("end", "null")}).codes(), IsEmpty());
}

StreamCase pausing(milliseconds delay, milliseconds pace) {
    return {.body = chunks({kStart,
                            event("values", "{}"),
                            event("values", "{}"),
                            event("values", "{}"),
                            event("values", "{}")}),
            .event_interval = pace,
            .delay = delay,
            .pauses = {milliseconds(100), 4}};
}

TEST(SequenceChecker, ReportsAStreamBufferedUntilItsEnd) {
    EXPECT_THAT(check_stream(pausing(milliseconds(320), milliseconds(0))).codes(),
                ElementsAre("A1-arrival"));
}

TEST(SequenceChecker, DoesNotCheckPausesThatAreShorterThanDelays) {
    StreamCase test_case = pausing(milliseconds(320), milliseconds(0));
    test_case.pauses = {milliseconds(1), 4};
    const StreamCheckOutput output = check_stream(test_case);
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_THAT(output.result.verified, Not(Contains("T-ARRIVAL")));
}

TEST(SequenceChecker, ReportsAStreamBufferedAfterItsFirstChunk) {
    StreamCase test_case = pausing(milliseconds(0), milliseconds(0));
    // The first event immediately, the others at the end.
    const auto api = stream_api();
    const Json request = json_of(test_case.request);
    StreamChecker checker({.operation = *api->find_operation("streamIt"),
                           .api = *api,
                           .request = &request,
                           .pauses = test_case.pauses});
    const auto on_event = [](const ReceivedEvent&) { return true; };
    checker.take_head_line("HTTP/1.1 200 OK\r\n");
    checker.take_head_line("Content-Type: text/event-stream\r\n");
    checker.take_head_line("Cache-Control: no-cache\r\n");
    checker.take_head_line("Transfer-Encoding: chunked\r\n");
    checker.take_head_line("\r\n");
    const std::string first = chunk(kStart);
    checker.feed(first, Instant{}, on_event);
    checker.feed(std::string_view(test_case.body).substr(first.size()),
                 Instant{milliseconds(310)},
                 on_event);
    checker.finish(client::StreamEnd::kComplete);
    const auto result = checker.take_result();
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings.front().finding.code, "A1-arrival");
}

TEST(SequenceChecker, AcceptsEventsThatArriveInTime) {
    const StreamCheckOutput output = check_stream(pausing(milliseconds(5), milliseconds(100)));
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_THAT(output.result.verified, Contains("T-ARRIVAL"));
}

/// Requests no pauses, but its events arrive over 600 ms.
StreamCase slow_run(bool is_in_real_time) {
    StreamCase test_case = pausing(milliseconds(5), milliseconds(200));
    test_case.pauses = {};
    test_case.is_in_real_time = is_in_real_time;
    return test_case;
}

TEST(SequenceChecker, VerifiesArrivalByASlowRunInRealTimeOnly) {
    EXPECT_THAT(check_stream(slow_run(true)).result.verified, Contains("T-ARRIVAL"));
    EXPECT_THAT(check_stream(slow_run(false)).result.verified, Not(Contains("T-ARRIVAL")));
}

TEST(SequenceChecker, DoesNotCheckArrivalIfThePausesWereVirtual) {
    EXPECT_THAT(check_stream(pausing(milliseconds(5), milliseconds(0))).codes(), IsEmpty());
}

}  // namespace
}  // namespace plumbline::streaming
