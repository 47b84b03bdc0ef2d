#include "spec/sse/decoder.hpp"

#include "spec/sse/testing.hpp"

#include <gmock/gmock.h>

#include <random>

namespace plumbline::sse {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ReferenceEvent = reference::ReferenceEvent;

std::vector<ReferenceEvent> events_of(const std::string& bytes) {
    const auto outcome = decode_pieces({bytes});
    EXPECT_THAT(outcome, IsOk());
    return outcome ? outcome->events : std::vector<ReferenceEvent>();
}

TEST(SseDecoder, ReturnsTypeDataAndId) {
    EXPECT_THAT(events_of("event: metadata\ndata: {\"attempt\":1}\nid: 0\n\n"),
                ElementsAre(ReferenceEvent{"metadata", "{\"attempt\":1}", "0"}));
}

TEST(SseDecoder, UsesMessageAsTheDefaultType) {
    EXPECT_THAT(events_of("data: a\n\n"), ElementsAre(ReferenceEvent{"message", "a", ""}));
}

TEST(SseDecoder, JoinsDataLinesWithLineFeeds) {
    EXPECT_THAT(events_of("data: a\ndata\ndata: b\n\n"),
                ElementsAre(ReferenceEvent{"message", "a\n\nb", ""}));
}

TEST(SseDecoder, EndsALineAtACarriageReturnThatEndsTheStream) {
    EXPECT_THAT(events_of("data: a\r\r"), ElementsAre(ReferenceEvent{"message", "a", ""}));
}

TEST(SseDecoder, ReadsCrlfAcrossTwoPiecesAsOneLineEnd) {
    const auto outcome = decode_pieces({"data: a\r", "\ndata: b\r", "\n\r", "\n"});
    ASSERT_THAT(outcome, IsOk());
    EXPECT_THAT(outcome->events, ElementsAre(ReferenceEvent{"message", "a\nb", ""}));
}

TEST(SseDecoder, KeepsAnIdFromABlockWithoutData) {
    EXPECT_THAT(events_of("id: 7\n\ndata: a\n\n"),
                ElementsAre(ReferenceEvent{"message", "a", "7"}));
}

TEST(SseDecoder, IgnoresAnIdWithNul) {
    const std::string bytes("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", 31);
    EXPECT_THAT(
        events_of(bytes),
        ElementsAre(ReferenceEvent{"message", "a", "1"}, ReferenceEvent{"message", "b", "1"}));
}

TEST(SseDecoder, ResetsTheIdWithAnEmptyOne) {
    EXPECT_THAT(
        events_of("id: 1\ndata: a\n\nid\ndata: b\n\n"),
        ElementsAre(ReferenceEvent{"message", "a", "1"}, ReferenceEvent{"message", "b", ""}));
}

TEST(SseDecoder, IgnoresTheIdOfAnUnfinishedBlock) {
    const auto outcome = decode_pieces({"id: 1\ndata: a\n\nid: 2\ndata: b\n"});
    ASSERT_THAT(outcome, IsOk());
    EXPECT_EQ(outcome->last_event_id, "1");
    EXPECT_EQ(outcome->events.size(), 1U);
}

TEST(SseDecoder, LetsALaterEmptyTypeOverride) {
    EXPECT_THAT(events_of("event: a\nevent\ndata: b\n\n"),
                ElementsAre(ReferenceEvent{"message", "b", ""}));
}

TEST(SseDecoder, ResetsTheTypeAfterABlockWithoutData) {
    EXPECT_THAT(events_of("event: a\n\ndata: b\n\n"),
                ElementsAre(ReferenceEvent{"message", "b", ""}));
}

TEST(SseDecoder, ReturnsAnEventForEmptyData) {
    EXPECT_THAT(events_of("data:\n\n"), ElementsAre(ReferenceEvent{"message", "", ""}));
}

TEST(SseDecoder, DropsExactlyOneSpace) {
    EXPECT_THAT(events_of("data:  a\n\n"), ElementsAre(ReferenceEvent{"message", " a", ""}));
}

TEST(SseDecoder, KeepsCharactersThatOtherParsersReadAsLineEnds) {
    const std::string text =
        "a\xE2\x80\xA8"
        "b\xC2\x85"
        "c\x0B"
        "d\x0C"
        "e";
    EXPECT_THAT(events_of("data: " + text + "\n\n"),
                ElementsAre(ReferenceEvent{"message", text, ""}));
}

TEST(SseDecoder, DropsOneByteOrderMark) {
    EXPECT_THAT(events_of("\xEF\xBB\xBF"
                          "data: a\n\n"),
                ElementsAre(ReferenceEvent{"message", "a", ""}));
    EXPECT_THAT(events_of("\xEF\xBB\xBF\xEF\xBB\xBF"
                          "data: a\n\n"),
                IsEmpty());
}

TEST(SseDecoder, KeepsALineEndAfterInvalidBytes) {
    EXPECT_THAT(events_of("data: a\xE2\x82\n\ndata: b\xF0\n\n"),
                ElementsAre(ReferenceEvent{"message", "a\xEF\xBF\xBD", ""},
                            ReferenceEvent{"message", "b\xEF\xBF\xBD", ""}));
}

TEST(SseDecoder, KeepsInvalidBytesWithoutTheUtf8Check) {
    DecoderOptions options;
    options.checks_utf8 = false;
    Decoder decoder(options);
    const auto outcome = decode_pieces({"data: \xFF\n\n"}, decoder);
    ASSERT_THAT(outcome, IsOk());
    EXPECT_THAT(outcome->events, ElementsAre(ReferenceEvent{"message", "\xFF", ""}));
}

TEST(SseDecoder, IgnoresCommentsAndCountsThem) {
    Decoder decoder;
    const auto outcome = decode_pieces({": a\n:\ndata: b\n\n:c\n\n"}, decoder);
    ASSERT_THAT(outcome, IsOk());
    EXPECT_THAT(outcome->events, ElementsAre(ReferenceEvent{"message", "b", ""}));
    EXPECT_EQ(decoder.comment_count(), 3U);
}

TEST(SseDecoder, ReadsRetryInMilliseconds) {
    Decoder decoder;
    ASSERT_THAT(decode_pieces({"retry: 1500\nretry: 2s\nretry:\nretry: -1\n\n"}, decoder), IsOk());
    EXPECT_EQ(decoder.retry(), std::chrono::milliseconds(1500));
}

TEST(SseDecoder, ReadsATooLargeRetryAsTheLongest) {
    Decoder decoder;
    ASSERT_THAT(decode_pieces({"retry: 99999999999999999999999\n\n"}, decoder), IsOk());
    EXPECT_EQ(decoder.retry(), std::chrono::hours(24 * 365));
}

TEST(SseDecoder, DoesNotDispatchAnEventWithoutABlankLine) {
    EXPECT_THAT(events_of("data: a\n"), IsEmpty());
    EXPECT_THAT(events_of("data: a"), IsEmpty());
}

TEST(SseDecoder, ReportsTheOffsetsOfEachEvent) {
    Decoder decoder;
    decoder.feed("\n: hello\ndata: a\n\nid: 1\ndata: b\r\n\r\n");
    const auto first = decoder.next();
    ASSERT_THAT(first, IsOk());
    EXPECT_EQ((*first)->offset, 1U);
    EXPECT_EQ((*first)->end, 18U);
    EXPECT_FALSE((*first)->has_id);
    const auto second = decoder.next();
    ASSERT_THAT(second, IsOk());
    EXPECT_EQ((*second)->offset, 18U);
    EXPECT_EQ((*second)->end, 35U);
    EXPECT_TRUE((*second)->has_id);
}

TEST(SseDecoder, TellsWhichFieldsAnEventSets) {
    Decoder decoder;
    decoder.feed("event: message\nretry: 5\ndata\n\nretry: 6\n\nid\ndata\n\n");
    const auto first = decoder.next();
    ASSERT_THAT(first, IsOk());
    ASSERT_NE(*first, nullptr);
    EXPECT_TRUE((*first)->has_type);
    EXPECT_TRUE((*first)->has_retry);
    EXPECT_FALSE((*first)->has_id);
    const auto second = decoder.next();
    ASSERT_THAT(second, IsOk());
    ASSERT_NE(*second, nullptr);
    EXPECT_EQ((*second)->type, kDefaultType);
    EXPECT_FALSE((*second)->has_type);
    EXPECT_FALSE((*second)->has_retry);
    EXPECT_TRUE((*second)->has_id);
}

TEST(SseDecoder, DoesNotCopyAnEventThatArrivedInOnePiece) {
    const std::string bytes = "event: values\ndata: {}\n\n";
    Decoder decoder;
    decoder.feed(bytes);
    const auto event = decoder.next();
    ASSERT_THAT(event, IsOk());
    EXPECT_EQ((*event)->data.data(), bytes.data() + bytes.find('{'));
    EXPECT_EQ((*event)->type.data(), bytes.data() + bytes.find("values"));
}

TEST(SseDecoder, RefusesALineThatIsTooLong) {
    DecoderOptions options;
    options.max_line = 10;
    Decoder whole(options);
    EXPECT_THAT(decode_pieces({"data: 12345\n\n"}, whole), FailsWith("longer than 10 bytes"));
    Decoder cut(options);
    EXPECT_THAT(decode_pieces({"data: 1", "2345", "6"}, cut), IsErrorCode(ErrorCode::kLimit));
}

TEST(SseDecoder, RefusesAnEventThatIsTooLarge) {
    DecoderOptions options;
    options.max_event = 10;
    Decoder decoder(options);
    EXPECT_THAT(decode_pieces({"data: 12345\ndata: 12345\n\n"}, decoder),
                FailsWith("more than 10 bytes of data (offset 0)"));
}

/// Generates inputs that combine all rules, one for each seed.
std::string random_stream(std::uint32_t seed) {
    static const std::vector<std::string> kParts{"data: ",   "data",         "data:",
                                                 "event: ",  "event",        "id: ",
                                                 "id",       "retry: 10",    ":",
                                                 "\n",       "\n",           "\r",
                                                 "\r\n",     "\n\n",         " ",
                                                 "a",        "x\xC3\xA4",    "\xE2\x82",
                                                 "\xFF",     "\xEF\xBB\xBF", "\xED\xA0\x80",
                                                 "\xF4\x90", "bc",           std::string(1, '\0')};
    std::mt19937 random(seed);
    std::string bytes;
    const std::size_t count = 1 + random() % 30;
    for (std::size_t i = 0; i < count; ++i) bytes += kParts[random() % kParts.size()];
    return bytes;
}

TEST(SseDecoder, AgreesWithTheStandardForEveryPieceSize) {
    constexpr std::uint32_t kStreams = 5'000;
    for (std::uint32_t seed = 0; seed < kStreams; ++seed) {
        const std::string bytes = random_stream(seed);
        const auto expected = reference::decode(bytes);
        for (const std::size_t size :
             {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}, bytes.size()}) {
            const auto outcome = decode_pieces(split_bytes(bytes, size));
            ASSERT_THAT(outcome, IsOk());
            ASSERT_EQ(*outcome, expected) << "seed " << seed << ", pieces of " << size;
        }
    }
}

TEST(SseDecoder, DecodesAlikeForEverySplit) {
    const std::string bytes =
        "\xEF\xBB\xBF"
        "event: a\r\ndata: x\xE2\x82\xAC"
        "y\r\rid: 1\ndata\ndata: z\n\n: c\r\nretry: 7\r\n\r\n";
    const auto expected = reference::decode(bytes);
    for (std::size_t first = 0; first <= bytes.size(); ++first) {
        for (std::size_t second = first; second <= bytes.size(); ++second) {
            const auto outcome = decode_pieces({bytes.substr(0, first),
                                                bytes.substr(first, second - first),
                                                bytes.substr(second)});
            ASSERT_THAT(outcome, IsOk());
            ASSERT_EQ(*outcome, expected) << "cut at " << first << " and " << second;
        }
    }
}

}  // namespace
}  // namespace plumbline::sse
