#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using client::StreamEnd;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(StreamChecker, AcceptsAValidStreamAndReturnsVerifiedRequirements) {
    const StreamCheckOutput output = check_stream({.body = kTwo});
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_THAT(output.result.verified,
                ElementsAre("T-CACHING",
                            "T-CHUNKS",
                            "T-END",
                            "T-FIRST",
                            "T-FRAMING",
                            "T-JSON",
                            "T-LENGTH",
                            "T-PATH",
                            "T-REQUESTED",
                            "T-RUNS",
                            "T-TYPE",
                            "T-VALUES"));
    EXPECT_EQ(output.summary.events, 2U);
    EXPECT_EQ(output.summary.bytes, kTwo.size());
    EXPECT_EQ(output.body, kStart + event("values", "{}"));
}

TEST(StreamChecker, ReportsAStreamWithoutAnEvent) {
    for (const std::string& body : {chunks({}), chunks({": ping\n\n", ": ping\n\n"})}) {
        const StreamCheckOutput output = check_stream({.body = body});
        ASSERT_THAT(output.codes(), ElementsAre("E2-first-chunk"));
        const auto& finding = output.result.findings.front().finding;
        EXPECT_THAT(finding.requirements, ElementsAre("T-FIRST"));
        EXPECT_EQ(finding.expected, "the event metadata at the beginning");
        EXPECT_EQ(finding.got, "the end of the stream, without an event");
        EXPECT_THAT(output.result.verified, ElementsAre("T-CACHING", "T-LENGTH"));
    }
}

TEST(StreamChecker, RequiresNoFirstEventOfAStreamThatIsCut) {
    const std::string ping = chunk(": ping\n\n");
    EXPECT_THAT(check_stream({.body = ping, .end = StreamEnd::kReset}).codes(),
                Not(Contains("E2-first-chunk")));
    EXPECT_THAT(check_stream({.body = ping, .end = StreamEnd::kDeadline}).codes(),
                ElementsAre("C4-terminator"));
}

TEST(StreamChecker, AcceptsAJoinWithoutAnEventAndVerifiesNothingByIt) {
    StreamCase join{.body = chunks({}), .operation = "joinIt", .run_id = "r-1"};
    EXPECT_THAT(check_stream(join).codes(), IsEmpty());
    EXPECT_THAT(check_stream(join).result.verified, IsEmpty());
    join.body = chunks({event("values", "{}")});
    EXPECT_THAT(check_stream(join).result.verified, ElementsAre("T-JOINS", "T-VALUES"));
}

TEST(StreamChecker, VerifiesOnlyTheModesOfItsEvents) {
    const std::string token =
        event("messages", R"([{"content":"Hi","id":"m"},{"graph_node":"n"}])");
    const StreamCheckOutput output =
        check_stream(stream_case({kStart, token}, R"({"stream_mode":"messages-tuple"})"));
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_THAT(output.result.verified, Contains("T-PAIR"));
    EXPECT_THAT(output.result.verified, Contains("T-CONTENT"));
    EXPECT_THAT(output.result.verified, Contains("T-NAME"));
    for (const char* other : {"T-VALUES", "T-UPDATES", "T-CUSTOM", "T-TOKENS", "T-IDS", "T-RUN"})
        EXPECT_THAT(output.result.verified, Not(Contains(other)));
}

TEST(StreamChecker, VerifiesNothingByAnEventWithoutJson) {
    const StreamCheckOutput output = check_stream(stream_case({kStart, event("values", "oops")}));
    ASSERT_THAT(output.codes(), ElementsAre("J1-json"));
    EXPECT_THAT(output.result.verified, Not(Contains("T-VALUES")));
}

TEST(StreamChecker, NamesTheRequirementOfTheNameOfAnEvent) {
    const StreamCheckOutput output = check_stream(
        stream_case({kStart, event("tokens", R"([{"content":"Hi"},{"graph_node":"n"}])")},
                    R"({"stream_mode":"messages-tuple"})"));
    ASSERT_THAT(output.codes(), ElementsAre("E6-event-name"));
    EXPECT_THAT(output.result.findings.front().finding.requirements, ElementsAre("T-NAME"));
}

TEST(StreamChecker, ShowsNoOperationByAnErrorAlone) {
    const StreamCheckOutput output = check_stream(stream_case({event("error", "{}")}));
    EXPECT_THAT(output.result.verified, Not(Contains("T-RUNS")));
    EXPECT_THAT(output.result.verified, Not(Contains("T-ERROR")));
    EXPECT_THAT(check_stream(stream_case({kStart, event("error", "{}")})).result.verified,
                Contains("T-ERROR"));
}

TEST(StreamChecker, ChecksOnlyTheFramingOfAnotherResponse) {
    const StreamCheckOutput output =
        check_stream({.head = "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n"
                              "Transfer-Encoding: chunked\r\n\r\n",
                      .body = "2\r\n{}\r\n0\r\n\r\n"});
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_THAT(output.result.verified, IsEmpty());
    EXPECT_EQ(output.body, "{}");
}

TEST(StreamChecker, ReportsPositionTimeAndBytes) {
    const StreamCheckOutput output =
        check_stream({.body = chunk(kStart) + "zz\r\n", .delay = std::chrono::milliseconds(7)});
    ASSERT_THAT(output.codes(), ElementsAre("C1-chunk-size"));
    const auto& finding = output.result.findings.front().finding;
    EXPECT_THAT(finding.requirements, ElementsAre("T-CHUNKS"));
    EXPECT_THAT(finding.note,
                HasSubstr("event 1, byte 58 of the body, 7.0 ms after the request: "));
    EXPECT_THAT(finding.note, HasSubstr("\\n\\r\\n>>zz\\r\\n"));
    EXPECT_THAT(output.result.verified, Not(Contains("T-CHUNKS")));
}

TEST(StreamChecker, ReportsRepeatedFindingsOnce) {
    std::vector<std::string> events{kStart};
    for (int i = 0; i < 30; ++i) events.push_back(event("values", "oops"));
    const StreamCheckOutput output = check_stream(stream_case(events));
    ASSERT_THAT(output.codes(), ElementsAre("J1-json"));
    EXPECT_THAT(output.result.findings.front().finding.note, HasSubstr("and 29 more like it"));
}

TEST(StreamChecker, RequiresNoEndOfAStoppedStream) {
    const StreamCheckOutput output = check_stream({.body = kTwo + kTwo, .stop_after = 2});
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_THAT(output.result.verified, Not(Contains("T-END")));
    EXPECT_EQ(output.summary.events, 2U);
}

TEST(StreamChecker, BoundsTheBodyOfAnEndlessStream) {
    std::string body = chunk(kStart);
    const std::string large =
        chunk(event("values", "{\"a\":\"" + std::string(100'000, 'x') + "\"}"));
    for (int i = 0; i < 30; ++i) body += large;
    const StreamCheckOutput output =
        check_stream({.body = body, .end = StreamEnd::kDeadline, .must_end = false});
    EXPECT_THAT(output.codes(), IsEmpty());
    EXPECT_LT(output.body.size(), 350'000U);
    EXPECT_THAT(output.body, HasSubstr("bytes omitted]"));
}

TEST(StreamChecker, ReportsATruncatedChunkAndTheLostEvent) {
    const StreamCheckOutput output =
        check_stream({.body = "ff\r\nevent: metadata\ndata: {", .end = StreamEnd::kClosed});
    EXPECT_THAT(output.codes(), ElementsAre("C10-truncated", "S1-last-event"));
}

TEST(StreamChecker, ReportsAReset) {
    const StreamCheckOutput output =
        check_stream({.body = chunk(kStart), .end = StreamEnd::kReset});
    EXPECT_THAT(output.codes(), Contains("C10-truncated"));
}

TEST(StreamChecker, ReportsAWrongContentLength) {
    const StreamCheckOutput output =
        check_stream({.head = head_with(kType + "Cache-Control: no-cache\r\n"
                                                "Content-Length: 900\r\n"),
                      .body = kStart});
    EXPECT_THAT(output.codes(), ElementsAre("H3-content-length", "H4-transfer", "C10-truncated"));
}

TEST(StreamChecker, ReportsTheEncodingOfThePair) {
    const StreamCheckOutput as_event =
        check_stream(stream_case({kStart, event("values", "{}")}, kSeveral));
    EXPECT_THAT(as_event.variants(),
                ElementsAre("metadata", "values", "the mode as the event, the chunk as its data"));
    EXPECT_THAT(as_event.result.verified, Contains("T-BOTH"));
    const StreamCheckOutput in_data =
        check_stream(stream_case({kStart, event("values", R"(["values",{}])")}, kSeveral));
    EXPECT_THAT(in_data.variants(), Contains("both in the data: [mode, chunk]"));
}

TEST(StreamChecker, FindsTheSameForEverySplit) {
    const StreamCase whole =
        stream_case({kStart, event("values", "7"), "data: {}\n\n", event("updates", "{}")});
    const auto codes = check_stream(whole).codes();
    EXPECT_EQ(codes.size(), 3U);
    for (const std::size_t piece : {1U, 2U, 3U, 7U}) {
        StreamCase cut = whole;
        cut.read_size = piece;
        EXPECT_EQ(check_stream(cut).codes(), codes) << piece;
    }
}

}  // namespace
}  // namespace plumbline::streaming
