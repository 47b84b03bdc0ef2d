#include "mock_server/faults/stream_faults.hpp"

#include "mock_server/store/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

const std::string kFirst = "event: metadata\ndata: {\"attempt\":1,\"run_id\":\"r\"}\nid: 0\n\n";
const std::string kSecond = "event: values|a:1\ndata: {\"n\":1}\nid: 1\n\n";

/// Says two events, one at each pull, and ends.
struct TwoEvents final : Stream {
    Flow pull(StreamBuffer& buffer, std::size_t, SteadyTime) override {
        if (said == 0) buffer.add(kFirst);
        if (said == 1) buffer.add(kSecond);
        return {++said < 3 ? Flow::Next::kMore : Flow::Next::kEnd};
    }
    void on_wake(std::function<void()> wake) override { woken = std::move(wake); }

    int said = 0;
    std::function<void()> woken;
};

/// Returns the body of the stream as the changes make it, and how it ends.
std::pair<std::string, Flow::Next> body_with(const std::string& changes, bool is_chunked = false) {
    const Document document = fixture("{\"stream\": " + changes + "}");
    auto read = read_stream_changes(document, "/stream");
    EXPECT_THAT(read, IsOk());
    if (!read) return {};
    const auto stream = changed(std::make_shared<TwoEvents>(), std::move(*read));
    std::string body;
    Flow flow{Flow::Next::kMore};
    while (flow.next == Flow::Next::kMore) {
        StreamBuffer buffer(is_chunked);
        flow = stream->pull(buffer, 1, SteadyTime{});
        body += buffer.bytes();
    }
    return {body, flow.next};
}

TEST(StreamChange, NothingLeavesTheStreamAsItIs) {
    EXPECT_EQ(body_with("[]"), std::pair(kFirst + kSecond, Flow::Next::kEnd));
}

TEST(StreamChange, DropsEventsByTheirName) {
    EXPECT_EQ(body_with(R"([{"of": "values", "drop": true}])").first, kFirst);
    EXPECT_EQ(body_with(R"([{"drop": true}])").first, "");
}

TEST(StreamChange, ChangesNameAndData) {
    const auto body = body_with(
        R"([{"of": "values", "rename": "state"}, {"of": "values", "set": "/n", "to": 2},
            {"of": "metadata", "remove": "/attempt"}])");
    EXPECT_EQ(body.first,
              "event: metadata\ndata: {\"run_id\":\"r\"}\nid: 0\n\n"
              "event: state\ndata: {\"n\":2}\nid: 1\n\n");
}

TEST(StreamChange, ReplacesBytes) {
    EXPECT_EQ(body_with(R"([{"of": "values", "replace": "data: ", "to": "datum: "}])").first,
              kFirst + "event: values|a:1\ndatum: {\"n\":1}\nid: 1\n\n");
}

TEST(StreamChange, PutsBytesInThePlaceOfAChunk) {
    const auto body = body_with(R"([{"of": "values", "raw": "zz\r\n{event}"}])", true);
    EXPECT_THAT(body.first, testing::EndsWith("zz\r\n" + kSecond));
}

TEST(StreamChange, HoldsEverythingBackUntilTheEnd) {
    const Document document = fixture(R"({"stream": [{"hold": true}]})");
    const auto stream =
        changed(std::make_shared<TwoEvents>(), *read_stream_changes(document, "/stream"));
    StreamBuffer buffer(false);
    const Flow flow = stream->pull(buffer, 1, SteadyTime{});
    EXPECT_EQ(flow.next, Flow::Next::kEnd);
    EXPECT_EQ(buffer.bytes(), kFirst + kSecond);
}

TEST(StreamChange, EndsOtherwise) {
    EXPECT_EQ(body_with(R"([{"at_end": "0\r\n\r\nmore"}])"),
              std::pair(kFirst + kSecond + "0\r\n\r\nmore", Flow::Next::kCut));
}

TEST(StreamChange, IsRefusedWithPositionIfItSaysNothing) {
    EXPECT_THAT(read_stream_changes(fixture(R"({"stream": [{"of": "values"}]})"), "/stream"),
                IsErrorCode(ErrorCode::kInvalid));
}

TEST(StreamChange, PassesWakesOn) {
    const Document document = fixture(R"({"stream": [{"drop": true}]})");
    const auto inner = std::make_shared<TwoEvents>();
    changed(inner, *read_stream_changes(document, "/stream"))->on_wake([] {});
    EXPECT_TRUE(inner->woken);
}

}  // namespace
}  // namespace plumbline::mock
