#include "spec/base/base64.hpp"

#include "spec/base/testing.hpp"

#include <gtest/gtest.h>

namespace plumbline {
namespace {

TEST(Base64, EncodesTheExamplesOfTheRfc) {
    EXPECT_EQ(to_base64(""), "");
    EXPECT_EQ(to_base64("f"), "Zg==");
    EXPECT_EQ(to_base64("fo"), "Zm8=");
    EXPECT_EQ(to_base64("foo"), "Zm9v");
    EXPECT_EQ(to_base64("foob"), "Zm9vYg==");
    EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, EncodesBytesBeyondAscii) {
    EXPECT_EQ(to_base64("\xFB\xFF\xFE"), "+//+");
    EXPECT_EQ(to_base64(std::string_view("\0\0", 2)), "AAA=");
}

}  // namespace
}  // namespace plumbline
