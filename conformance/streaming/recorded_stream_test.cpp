// What a report shows of a stream: arrivals of events, and the bytes around violations.

#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const std::string kBadChunk = chunk(kStart) + "size\r\nevent: values\n";

TEST(RecordedStream, HasTheArrivalOfEachEventWithItsMode) {
    const auto output =
        check_stream({.body = kTwo, .event_interval = std::chrono::milliseconds(20)});
    ASSERT_THAT(output.arrivals, SizeIs(2));
    EXPECT_EQ(output.arrivals[0].type, "metadata");
    EXPECT_EQ(output.arrivals[0].mode, "");
    EXPECT_EQ(output.arrivals[0].bytes, kStart.size());
    EXPECT_EQ(output.arrivals[1].mode, "values");
    EXPECT_EQ(output.arrivals[1].at_ms - output.arrivals[0].at_ms, 20);
}

TEST(RecordedStream, HasNoBytesWithoutAViolation) {
    EXPECT_THAT(check_stream({.body = kTwo}).excerpts, IsEmpty());
}

TEST(RecordedStream, HasTheBytesAroundAViolation) {
    const auto output = check_stream({.body = kBadChunk, .end = client::StreamEnd::kMalformed});
    ASSERT_THAT(output.excerpts, SizeIs(1));
    const reports::StreamExcerpt& excerpt = output.excerpts.front();
    EXPECT_EQ(excerpt.code, "C1-chunk-size");
    EXPECT_EQ(excerpt.event, 1U);
    EXPECT_EQ(excerpt.offset, kBadChunk.find("size"));
    const std::string bytes = reports::bytes_of_hex(excerpt.hex);
    EXPECT_EQ(bytes, kBadChunk.substr(excerpt.begin));
    EXPECT_EQ(bytes.substr(excerpt.offset - excerpt.begin, 4), "size");
}

TEST(RecordedStream, ShowsNoBytesWithASecretAndNoSecretAsAName) {
    const auto mask_of = [](const std::string& secret) {
        return [secret](std::string_view text) {
            std::string masked(text);
            if (const auto at = masked.find(secret); at != std::string::npos)
                masked.replace(at, secret.size(), "***");
            return masked;
        };
    };
    StreamCase malformed{.body = kBadChunk, .end = client::StreamEnd::kMalformed};
    malformed.mask = mask_of("event: values");
    EXPECT_EQ(check_stream(malformed).excerpts.at(0).hex, "");
    malformed.mask = mask_of("size\r\nev");
    EXPECT_EQ(check_stream(malformed).excerpts.at(0).hex, "");
    malformed.mask = mask_of("elsewhere");
    EXPECT_NE(check_stream(malformed).excerpts.at(0).hex, "");
    malformed.mask = mask_of("metadata");
    EXPECT_EQ(check_stream(malformed).arrivals.at(0).type, "***");
}

}  // namespace
}  // namespace plumbline::streaming
