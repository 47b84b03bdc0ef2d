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

TEST(StreamJudge, PassesAGoodStreamAndSaysWhatHeld) {
    const Said said = said_of({.body = kTwo});
    EXPECT_THAT(said.codes(), IsEmpty());
    EXPECT_THAT(said.judged.verified,
                ElementsAre("T-CACHING",
                            "T-CHUNKS",
                            "T-END",
                            "T-FIRST",
                            "T-FRAMING",
                            "T-JSON",
                            "T-LENGTH",
                            "T-REQUESTED",
                            "T-VALUES"));
    EXPECT_EQ(said.summary.events, 2U);
    EXPECT_EQ(said.summary.bytes, kTwo.size());
    EXPECT_EQ(said.body, kStart + event("values", "{}"));
}

TEST(StreamJudge, LooksAtNothingButTheBodyOfAnotherAnswer) {
    const Said said =
        said_of({.head = "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n"
                         "Transfer-Encoding: chunked\r\n\r\n",
                 .body = "2\r\n{}\r\n0\r\n\r\n"});
    EXPECT_THAT(said.codes(), IsEmpty());
    EXPECT_THAT(said.judged.verified, IsEmpty());
    EXPECT_EQ(said.body, "{}");
}

TEST(StreamJudge, TellsWhereAndWhenAndShowsTheBytes) {
    const Said said =
        said_of({.body = chunk(kStart) + "zz\r\n", .delay = std::chrono::milliseconds(7)});
    ASSERT_THAT(said.codes(), ElementsAre("C1-chunk-size"));
    const auto& finding = said.judged.broken.front().finding;
    EXPECT_THAT(finding.requirements, ElementsAre("T-CHUNKS"));
    EXPECT_THAT(finding.note,
                HasSubstr("event 1, byte 58 of the body, 7.0 ms after the request: "));
    EXPECT_THAT(finding.note, HasSubstr("\\n\\r\\n>>zz\\r\\n"));
    EXPECT_THAT(said.judged.verified, Not(Contains("T-CHUNKS")));
}

TEST(StreamJudge, DoesNotCountWhatIsAlike) {
    std::vector<std::string> events{kStart};
    for (int i = 0; i < 30; ++i) events.push_back(event("values", "oops"));
    const Said said = said_of(body_of(events));
    ASSERT_THAT(said.codes(), ElementsAre("J1-json"));
    EXPECT_THAT(said.judged.broken.front().finding.note, HasSubstr("and 29 more like it"));
}

TEST(StreamJudge, DoesNotAskForAnEndOfWhatIsLeft) {
    const Said said = said_of({.body = kTwo + kTwo, .leave_after = 2});
    EXPECT_THAT(said.codes(), IsEmpty());
    EXPECT_THAT(said.judged.verified, Not(Contains("T-END")));
    EXPECT_EQ(said.summary.events, 2U);
}

TEST(StreamJudge, KeepsTheBodyOfAStreamWithoutEndBounded) {
    std::string body = chunk(kStart);
    const std::string large =
        chunk(event("values", "{\"a\":\"" + std::string(100'000, 'x') + "\"}"));
    for (int i = 0; i < 30; ++i) body += large;
    const Said said = said_of({.body = body, .end = StreamEnd::kDeadline, .has_to_end = false});
    EXPECT_THAT(said.codes(), IsEmpty());
    EXPECT_LT(said.body.size(), 350'000U);
    EXPECT_THAT(said.body, HasSubstr("bytes left out]"));
}

TEST(StreamJudge, TellsACutChunkAndTheLostEvent) {
    const Said said =
        said_of({.body = "ff\r\nevent: metadata\ndata: {", .end = StreamEnd::kClosed});
    EXPECT_THAT(said.codes(), ElementsAre("C10-truncated", "S1-last-event"));
}

TEST(StreamJudge, TellsAReset) {
    const Said said = said_of({.body = chunk(kStart), .end = StreamEnd::kReset});
    EXPECT_THAT(said.codes(), Contains("C10-truncated"));
}

TEST(StreamJudge, TellsALengthThatIsNotKept) {
    const Said said = said_of({.head = head_with(kType + "Cache-Control: no-cache\r\n"
                                                         "Content-Length: 900\r\n"),
                               .body = kStart});
    EXPECT_THAT(said.codes(), ElementsAre("H3-content-length", "H4-transfer", "C10-truncated"));
}

TEST(StreamJudge, TellsHowThePairWasMet) {
    const Said as_event = said_of(body_of({kStart, event("values", "{}")}, kSeveral));
    EXPECT_THAT(as_event.ways(),
                ElementsAre("metadata", "values", "the mode as the event, the chunk as its data"));
    EXPECT_THAT(as_event.judged.verified, Contains("T-BOTH"));
    const Said in_data = said_of(body_of({kStart, event("values", R"(["values",{}])")}, kSeveral));
    EXPECT_THAT(in_data.ways(), Contains("both in the data: [mode, chunk]"));
}

TEST(StreamJudge, FindsTheSameHoweverTheBytesAreCut) {
    const Play whole =
        body_of({kStart, event("values", "7"), "data: {}\n\n", event("updates", "{}")});
    const auto codes = said_of(whole).codes();
    EXPECT_EQ(codes.size(), 3U);
    for (const std::size_t piece : {1U, 2U, 3U, 7U}) {
        Play cut = whole;
        cut.piece = piece;
        EXPECT_EQ(said_of(cut).codes(), codes) << piece;
    }
}

}  // namespace
}  // namespace plumbline::streaming
