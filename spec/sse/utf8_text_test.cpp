#include "spec/sse/utf8_text.hpp"

#include "spec/sse/reference_decoder.hpp"

#include <gmock/gmock.h>

#include <random>

namespace plumbline::sse {
namespace {

TEST(Utf8Text, FindsTheFirstInvalidByte) {
    EXPECT_EQ(find_invalid_utf8(""), std::string_view::npos);
    EXPECT_EQ(find_invalid_utf8("plain text of more than eight bytes"), std::string_view::npos);
    EXPECT_EQ(find_invalid_utf8("plain text \xC3\xA4 and \xF0\x9F\x98\x80"),
              std::string_view::npos);
    EXPECT_EQ(find_invalid_utf8("0123456789\xC3"), 10U);
    EXPECT_EQ(find_invalid_utf8("\xC3\xA4\xED\xA0\x80"), 2U);
}

TEST(Utf8Text, ReplacesEachMaximalPartOnce) {
    EXPECT_EQ(replace_invalid_utf8("a\xF0\x9F\x98z"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(replace_invalid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(replace_invalid_utf8("\xE2\x82"), "\xEF\xBF\xBD");
}

TEST(Utf8Text, DecodesAsTheStandardDoes) {
    static constexpr unsigned char kBytes[] = {'a',  'z',  0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                               0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE2, 0xED,
                                               0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
    std::mt19937 random(7);
    for (int round = 0; round < 50'000; ++round) {
        std::string bytes;
        const std::size_t length = random() % 24;
        for (std::size_t i = 0; i < length; ++i)
            bytes += static_cast<char>(kBytes[random() % std::size(kBytes)]);
        ASSERT_EQ(replace_invalid_utf8(bytes), reference::decode_utf8(bytes)) << "round " << round;
    }
}

}  // namespace
}  // namespace plumbline::sse
