#include "mock_server/faults/stream_faults.hpp"

#include "mock_server/store/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

const std::string kFirst = "event: metadata\ndata: {\"attempt\":1,\"run_id\":\"r\"}\nid: 0\n\n";
const std::string kSecond = "event: values|a:1\ndata: {\"n\":1}\nid: 1\n\n";

/// Produces two events, one per pull, and ends.
struct TwoEvents final : ResponseStream {
    PullResult pull(StreamBuffer& buffer, std::size_t, SteadyTime) override {
        if (pulled == 0) buffer.add(kFirst);
        if (pulled == 1) buffer.add(kSecond);
        return {++pulled < 3 ? PullResult::StreamNext::kMore : PullResult::StreamNext::kEnd};
    }
    void on_wake(std::function<void()> wake) override { woken = std::move(wake); }

    int pulled = 0;
    std::function<void()> woken;
};

/// Returns the body of the stream with the changes, and how it ends.
std::pair<std::string, PullResult::StreamNext> body_with(const std::string& changes,
                                                         bool is_chunked = false) {
    const Document document = fixture("{\"stream\": " + changes + "}");
    auto read = read_stream_changes(FixtureValue(document, "/stream"));
    EXPECT_THAT(read, IsOk());
    if (!read) return {};
    const auto stream = with_changes(std::make_shared<TwoEvents>(), std::move(*read));
    std::string body;
    PullResult result{PullResult::StreamNext::kMore};
    while (result.next == PullResult::StreamNext::kMore) {
        StreamBuffer buffer(is_chunked);
        result = stream->pull(buffer, 1, SteadyTime{});
        body += buffer.bytes();
    }
    return {body, result.next};
}

TEST(StreamChange, EmptyListLeavesTheStreamUnchanged) {
    EXPECT_EQ(body_with("[]"), std::pair(kFirst + kSecond, PullResult::StreamNext::kEnd));
}

TEST(StreamChange, DropsEventsByName) {
    EXPECT_EQ(body_with(R"([{"event": "values", "drop": true}])").first, kFirst);
    EXPECT_EQ(body_with(R"([{"drop": true}])").first, "");
}

TEST(StreamChange, ChangesNameAndData) {
    const auto body = body_with(
        R"([{"event": "values", "rename": "state"}, {"event": "values", "set": "/n", "to": 2},
            {"event": "metadata", "remove": "/attempt"}])");
    EXPECT_EQ(body.first,
              "event: metadata\ndata: {\"run_id\":\"r\"}\nid: 0\n\n"
              "event: state\ndata: {\"n\":2}\nid: 1\n\n");
}

TEST(StreamChange, ReplacesBytes) {
    EXPECT_EQ(body_with(R"([{"event": "values", "replace": "data: ", "to": "datum: "}])").first,
              kFirst + "event: values|a:1\ndatum: {\"n\":1}\nid: 1\n\n");
}

TEST(StreamChange, ReplacesAChunkByRawBytes) {
    const auto body = body_with(R"([{"event": "values", "raw": "zz\r\n{event}"}])", true);
    EXPECT_THAT(body.first, testing::EndsWith("zz\r\n" + kSecond));
}

TEST(StreamChange, HoldsBackAllEventsUntilTheEnd) {
    const Document document = fixture(R"({"stream": [{"hold_until_end": true}]})");
    const auto stream = with_changes(std::make_shared<TwoEvents>(),
                                     *read_stream_changes(FixtureValue(document, "/stream")));
    StreamBuffer buffer(false);
    const PullResult result = stream->pull(buffer, 1, SteadyTime{});
    EXPECT_EQ(result.next, PullResult::StreamNext::kEnd);
    EXPECT_EQ(buffer.bytes(), kFirst + kSecond);
}

TEST(StreamChange, ReplacesTheEnd) {
    EXPECT_EQ(body_with(R"([{"at_end": "0\r\n\r\nmore"}])"),
              std::pair(kFirst + kSecond + "0\r\n\r\nmore", PullResult::StreamNext::kTruncate));
}

TEST(StreamChange, WritesFieldsInAnotherOrder) {
    EXPECT_EQ(body_with(R"([{"event": "values", "fields": ["id", "data", "event"]}])").first,
              kFirst + "id: 1\ndata: {\"n\":1}\nevent: values|a:1\n\n");
    EXPECT_EQ(body_with(R"([{"event": "values", "fields": ["event", "data"]}])").first,
              kFirst + "event: values|a:1\ndata: {\"n\":1}\n\n");
}

TEST(StreamChange, WritesDataOverSeveralLines) {
    EXPECT_EQ(body_with(R"([{"event": "values", "indent": 1},
                            {"event": "values", "fields": ["id", "event", "data"]}])")
                  .first,
              kFirst + "id: 1\nevent: values|a:1\ndata: {\ndata:  \"n\": 1\ndata: }\n\n");
}

TEST(StreamChange, AddsTextsAroundEventsAndTheStream) {
    EXPECT_EQ(body_with(R"([{"event": "values", "before": ": a\n\n"}, {"begin": "retry: 1\n\n"},
                            {"event": "values", "after": ": b\n\n"},
                            {"finish": "event: end\ndata: null\n\n"}])"),
              std::pair("retry: 1\n\n" + kFirst + ": a\n\n" + kSecond +
                            ": b\n\nevent: end\ndata: null\n\n",
                        PullResult::StreamNext::kEnd));
}

TEST(StreamChange, EndsLinesWithCrlf) {
    EXPECT_THAT(body_with(R"([{"replace": "\n", "to": "\r\n"}])").first,
                testing::EndsWith("data: {\"n\":1}\r\nid: 1\r\n\r\n"));
}

TEST(StreamChange, WritesChunksOfAnotherSize) {
    EXPECT_THAT(body_with(R"([{"chunk_bytes": 1}])", true).first,
                testing::StartsWith("1\r\ne\r\n1\r\nv\r\n"));
    const auto joined = body_with(R"([{"join_events": true}, {"chunk_bytes": 500}])", true);
    EXPECT_EQ(joined.first.substr(0, 2), "38");
    EXPECT_EQ(joined.second, PullResult::StreamNext::kEnd);
}

TEST(StreamChange, JoinsTheEventsOfOnePull) {
    const Document document = fixture(R"({"stream": [{"join_events": true}]})");
    const auto stream = with_changes(std::make_shared<TwoEvents>(),
                                     *read_stream_changes(FixtureValue(document, "/stream")));
    StreamBuffer buffer(true);
    EXPECT_EQ(stream->pull(buffer, 1'000, SteadyTime{}).next, PullResult::StreamNext::kEnd);
    EXPECT_THAT(std::string(buffer.bytes()), testing::EndsWith(kFirst + kSecond + "\r\n"));
}

TEST(StreamChange, WithoutAnActionIsRejected) {
    EXPECT_THAT(read_stream_changes(
                    FixtureValue(fixture(R"({"stream": [{"event": "values"}]})"), "/stream")),
                IsErrorCode(ErrorCode::kInvalid));
}

TEST(StreamChange, ForwardsTheWakeCallback) {
    const Document document = fixture(R"({"stream": [{"drop": true}]})");
    const auto inner = std::make_shared<TwoEvents>();
    with_changes(inner, *read_stream_changes(FixtureValue(document, "/stream")))->on_wake([] {});
    EXPECT_TRUE(inner->woken);
}

TEST(StreamChange, ChoosesEventsByPositionTextAndSize) {
    EXPECT_EQ(body_with(R"([{"which": "first", "drop": true}])").first, kSecond);
    EXPECT_EQ(body_with(R"([{"which": "every_second", "drop": true}])").first, kFirst);
    EXPECT_EQ(body_with(R"([{"which": "last", "drop": true}])").first, kFirst);
    EXPECT_EQ(body_with(R"([{"which": "all_but_last", "drop": true}])").first, kSecond);
    EXPECT_EQ(body_with(R"([{"containing": "attempt", "drop": true}])").first, kSecond);
    EXPECT_EQ(body_with(R"([{"larger_than": 45, "drop": true}])").first, kSecond);
}

TEST(StreamChange, ReordersEvents) {
    EXPECT_EQ(body_with(R"([{"exchange": true}])").first, kSecond + kFirst);
    EXPECT_EQ(body_with(R"([{"event": "metadata", "hold_until_end": true}])").first,
              kSecond + kFirst);
    EXPECT_EQ(body_with(R"([{"delay_by_one": true}])").first, kFirst + kSecond);
}

TEST(StreamChange, RepeatsCutsAndWraps) {
    EXPECT_EQ(body_with(R"([{"event": "values", "after": "{event}"}])").first,
              kFirst + kSecond + kSecond);
    EXPECT_THAT(body_with(R"([{"event": "values", "cut_front": 7}])").first,
                testing::EndsWith("\n\nvalues|a:1\ndata: {\"n\":1}\nid: 1\n\n"));
    EXPECT_THAT(body_with(R"([{"event": "values", "cut_lines": 9}])").first,
                testing::EndsWith("\n\nevent: va\ndata: {\"n\nid: 1\n\n"));
    EXPECT_THAT(
        body_with(R"([{"event": "values", "rename": "v"}, {"event": "values", "wrap_lines": 9}])")
            .first,
        testing::EndsWith("\n\nevent: v\ndata: {\"n\ndata: \":1}\nid: 1\n\n"));
}

TEST(StreamChange, GathersAndLosesBytes) {
    EXPECT_EQ(body_with(R"([{"gather_bytes": 1000}])").first, kFirst + kSecond);
    const std::string all = kFirst + kSecond;
    EXPECT_EQ(body_with(R"([{"lose_every": 60}])").first, all.substr(0, 59) + all.substr(60));
}

TEST(StreamChange, WritesWrongSizesOfChunks) {
    const auto body =
        body_with(R"([{"event": "values", "raw": "{decimal} {size} {less} {characters}"}])", true);
    EXPECT_THAT(body.first, testing::EndsWith("39 27 26 27"));
}

TEST(StreamChange, ChangesDataAndEncoding) {
    EXPECT_THAT(body_with(R"([{"event": "values", "change": "makes_empty"}])").first,
                testing::EndsWith("data: {}\nid: 1\n\n"));
    EXPECT_EQ(body_with(R"([{"encode": "ascii"}])").first, kFirst + kSecond);
}

}  // namespace
}  // namespace plumbline::mock
