#include "conformance/streaming/bounded_text.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

TEST(BoundedText, KeepsAllThatFits) {
    BoundedText text(4, 4);
    text.take("abc");
    text.take("defgh");
    EXPECT_EQ(text.text(), "abcdefgh");
    EXPECT_EQ(text.between(2, 6), "cdef");
}

TEST(BoundedText, SaysHowMuchIsLeftOut) {
    BoundedText text(2, 3);
    for (const char c : std::string("abcdefghijkl")) text.take(std::string(1, c));
    EXPECT_EQ(text.text(), "ab\n[7 bytes left out]\njkl");
    EXPECT_EQ(text.between(0, 2), "ab");
    EXPECT_EQ(text.between(3, 4), "");
    EXPECT_EQ(text.between(10, 99), "kl");
}

TEST(BoundedText, KeepsTheEndOfALargePiece) {
    BoundedText text(1, 2);
    text.take("ab");
    text.take("cdefgh");
    EXPECT_EQ(text.text(), "a\n[5 bytes left out]\ngh");
    EXPECT_EQ(text.between(6, 8), "gh");
}

TEST(BoundedText, CanDoWithoutAnEnd) {
    BoundedText text(3, 0);
    text.take("abcd");
    EXPECT_EQ(text.text(), "abc\n[1 bytes left out]\n");
}

}  // namespace
}  // namespace plumbline::streaming
