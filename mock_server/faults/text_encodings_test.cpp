#include "mock_server/faults/text_encodings.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

std::string encoded(std::string_view name, std::string_view text) {
    const auto encode = find_text_encoding(name);
    EXPECT_TRUE(encode) << name;
    return encode ? (*encode)(text) : "";
}

TEST(TextEncoding, ChangesOnlyCharactersBeyondAscii) {
    EXPECT_EQ(encoded("latin_1", "a\u00fc\u2603"), "a\xFC?");
    EXPECT_EQ(encoded("utf_8_twice", "a\u00fc"), "a\u00c3\u00bc");
    EXPECT_EQ(encoded("cesu_8", "\u00fc\U0001F600"), "\u00fc\xED\xA0\xBD\xED\xB8\x80");
    EXPECT_EQ(encoded("ascii", "a\u00fc\U0001F600"), "a\\u00fc\\ud83d\\ude00");
    EXPECT_EQ(encoded("long_escapes", "\u00fc\U0001F600"), "\u00fc\\U0001F600");
    EXPECT_EQ(encoded("replacements", "a\u00fc"), "a\uFFFD\uFFFD");
    EXPECT_EQ(encoded("cut_characters", "a\u00fcb"),
              "a\xC3"
              "b");
    EXPECT_EQ(encoded("unicode_lines", "a\u2028b\u00fc"), "a\nb\u00fc");
    EXPECT_EQ(encoded("decomposed", "a\u00fc\u00e9\u2603"), "au\u0308e\u0301\u2603");
}

TEST(TextEncoding, WritesUtf16) {
    EXPECT_EQ(encoded("utf_16", "a\U0001F600"), std::string("a\0\x3D\xD8\x00\xDE", 6));
}

TEST(TextEncoding, HasNoOtherNames) {
    EXPECT_FALSE(find_text_encoding("utf_32"));
}

}  // namespace
}  // namespace plumbline::mock
