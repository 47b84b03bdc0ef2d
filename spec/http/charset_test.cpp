#include "spec/http/charset.hpp"

#include <gmock/gmock.h>

#include <string>

namespace plumbline::http {
namespace {

using std::string_literals::operator""s;

TEST(DecodeCharset, ReadsTheCommonOnes) {
    EXPECT_EQ(decode_charset("\xEF\xBB\xBFä", "UTF-8"), "ä");
    EXPECT_EQ(decode_charset("\xE4", "ISO-8859-1"), "ä");
    EXPECT_EQ(decode_charset("\x00\xE4"s, "utf-16"), "ä");
    EXPECT_EQ(decode_charset("\xFF\xFE\xE4\x00"s, "utf-16"), "ä");
    EXPECT_EQ(decode_charset("\xE4\x00"s, "utf-16le"), "ä");
    EXPECT_EQ(decode_charset("\xD8\x3D\xDE\x00"s, "utf-16be"), "\xF0\x9F\x98\x80");
}

TEST(DecodeCharset, HasNothingForOthersAndForInvalidBytes) {
    EXPECT_EQ(decode_charset("a", "koi8-r"), std::nullopt);
    EXPECT_EQ(decode_charset("\xE4", "utf-8"), std::nullopt);
    EXPECT_EQ(decode_charset("a", "utf-16"), std::nullopt);
    EXPECT_EQ(decode_charset("\xD8\x3D\x00\x61"s, "utf-16be"), std::nullopt);
    EXPECT_EQ(decode_charset("\xDE\x00\xD8\x3D"s, "utf-16be"), std::nullopt);
}

}  // namespace
}  // namespace plumbline::http
