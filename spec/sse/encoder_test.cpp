#include "spec/sse/encoder.hpp"

#include "spec/sse/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::sse {
namespace {

using ::testing::ElementsAre;

std::string encoded(const OutgoingEvent& event) {
    std::string bytes;
    EXPECT_THAT(append_event(bytes, event), IsOk());
    return bytes;
}

TEST(SseEncoder, WritesTypeDataAndIdInThatOrder) {
    EXPECT_EQ(encoded({"values", "{}", "3"}), "event: values\ndata: {}\nid: 3\n\n");
}

TEST(SseEncoder, OmitsMissingFields) {
    EXPECT_EQ(encoded({"", "1", std::nullopt}), "data: 1\n\n");
}

TEST(SseEncoder, ResetsTheIdWithAnEmptyOne) {
    EXPECT_EQ(encoded({"", "1", ""}), "data: 1\nid: \n\n");
}

TEST(SseEncoder, WritesALineForEachLineOfData) {
    EXPECT_EQ(encoded({"", "a\nb\r\nc\rd\n", std::nullopt}),
              "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
}

TEST(SseEncoder, WritesACommentWithoutABlankLine) {
    std::string bytes;
    append_comment(bytes, "still\r\nhere");
    EXPECT_EQ(bytes, ": still  here\n");
}

TEST(SseEncoder, RefusesFieldsThatNoClientCouldRead) {
    std::string bytes = "before";
    EXPECT_THAT(append_event(bytes, {"a\nb", "", std::nullopt}), FailsWith("type of an event"));
    EXPECT_THAT(append_event(bytes, {"a", "", "1\r"}), FailsWith("id of an event"));
    EXPECT_THAT(append_event(bytes, {"a", "", std::string_view("1\0", 2)}), FailsWith("NUL"));
    EXPECT_EQ(bytes, "before");
}

TEST(SseEncoder, WritesANumberAsIdOfAnAssembledEvent) {
    std::string bytes = "data: x\n";
    append_id(bytes, 17);
    EXPECT_EQ(bytes, "data: x\nid: 17\n");
}

TEST(SseEncoder, IsReadBackByTheDecoder) {
    const std::vector<reference::ReferenceEvent> events{
        {"metadata", "{\"run_id\":\"r\",\"attempt\":1}", "0"},
        {"message", "", "0"},
        {"messages|a:1", "line\nline\n\n: no comment", "x y"},
        {" spaced", " a\tb\xC3\xA4", ""}};
    std::string bytes;
    for (const auto& [type, data, id] : events) {
        append_comment(bytes, "beat");
        ASSERT_THAT(append_event(bytes, {type, data, std::string_view(id)}), IsOk());
    }
    const auto outcome = decode_pieces({bytes});
    ASSERT_THAT(outcome, IsOk());
    EXPECT_EQ(outcome->events, events);
}

}  // namespace
}  // namespace plumbline::sse
