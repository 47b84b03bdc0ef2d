#include "benchmarks/soak/event_sequence.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace plumbline::soak {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kSteps = 2;

std::string metadata(std::string_view id = "") {
    return fmt::format("event: metadata\ndata: {{\"run_id\":\"r\"}}\n{}\n", id);
}
std::string progress(int number, std::string_view id = "") {
    return fmt::format("event: custom\ndata: {{\"progress\":{}}}\n{}\n", number, id);
}

/// Returns what the inspector says about a stream of these events, each in a chunk.
std::string inspect(const std::vector<std::string>& events, std::string_view path = "/runs/r") {
    const auto inspector = make_sequence_inspector(kSteps);
    inspector->begin({});
    for (const std::string& line : {std::string("HTTP/1.1 200 OK\r\n"),
                                    fmt::format("Content-Location: {}\r\n", path),
                                    std::string("Transfer-Encoding: chunked\r\n"),
                                    std::string("\r\n")}) {
        inspector->take_head_line(line);
    }
    for (const std::string& event : events)
        inspector->take_bytes(fmt::format("{:x}\r\n{}\r\n", event.size(), event), {});
    inspector->take_bytes("0\r\n\r\n", {});
    return inspector->finish(true);
}

std::string inspect_in_thread(const std::vector<std::string>& events) {
    return inspect(events, "/threads/t/runs/r");
}

TEST(EventSequence, AcceptsEachStepOnce) {
    EXPECT_EQ(inspect({metadata(), progress(1), progress(2)}), "");
}

TEST(EventSequence, ReportsALostEvent) {
    EXPECT_THAT(inspect({metadata(), progress(2)}), HasSubstr("event 1: expected the progress 1"));
}

TEST(EventSequence, ReportsALostLastEvent) {
    EXPECT_EQ(inspect({metadata(), progress(1)}), "the stream ended after 2 of 3 events");
}

TEST(EventSequence, ReportsALostFirstEvent) {
    EXPECT_EQ(inspect({progress(1), progress(2)}),
              "event 0: expected the type metadata, got custom");
}

TEST(EventSequence, ReportsADoubledEvent) {
    EXPECT_THAT(inspect({metadata(), progress(1), progress(1), progress(2)}),
                HasSubstr("event 2: expected the progress 2"));
}

TEST(EventSequence, ReportsADoubledLastEvent) {
    EXPECT_EQ(inspect({metadata(), progress(1), progress(2), progress(2)}),
              "event 3: expected the end after 2 steps");
}

TEST(EventSequence, ReportsExchangedEvents) {
    EXPECT_THAT(inspect({metadata(), progress(2), progress(1)}), HasSubstr("event 1"));
}

TEST(EventSequence, ReportsAStreamWithoutEvents) {
    EXPECT_EQ(inspect({}), "the stream ended after 0 of 3 events");
}

TEST(EventSequence, RequiresContiguousIdsInThreads) {
    const std::vector<std::string> events{
        metadata("id: 0\n"), progress(1, "id: 1\n"), progress(2, "id: 2\n")};
    EXPECT_EQ(inspect_in_thread(events), "");
}

TEST(EventSequence, ReportsAMissingIdInThreads) {
    EXPECT_EQ(inspect_in_thread({metadata("id: 0\n"), progress(1), progress(2, "id: 2\n")}),
              "event 1: expected the id 1, got \"\"");
}

TEST(EventSequence, ReportsAnIdThatIsNotTheNext) {
    EXPECT_EQ(inspect_in_thread({metadata("id: 0\n"), progress(1, "id: 0\n")}),
              "event 1: expected the id 1, got \"0\"");
}

}  // namespace
}  // namespace plumbline::soak
