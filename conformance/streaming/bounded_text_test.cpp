#include "conformance/streaming/bounded_text.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

TEST(BoundedText, KeepsAllThatFits) {
    BoundedText text(4, 4);
    text.append("abc");
    text.append("defgh");
    EXPECT_EQ(text.text(), "abcdefgh");
    EXPECT_EQ(text.between(2, 6), "cdef");
}

TEST(BoundedText, ReportsHowMuchIsOmitted) {
    BoundedText text(2, 3);
    for (const char c : std::string("abcdefghijkl")) text.append(std::string(1, c));
    EXPECT_EQ(text.text(), "ab\n[7 bytes omitted]\njkl");
    EXPECT_EQ(text.between(0, 2), "ab");
    EXPECT_EQ(text.between(3, 4), "");
    EXPECT_EQ(text.between(10, 99), "kl");
}

TEST(BoundedText, KeepsTheEndOfALargePiece) {
    BoundedText text(1, 2);
    text.append("ab");
    text.append("cdefgh");
    EXPECT_EQ(text.text(), "a\n[5 bytes omitted]\ngh");
    EXPECT_EQ(text.between(6, 8), "gh");
}

TEST(BoundedText, CanBeLimitedToTheBeginning) {
    BoundedText text(3, 0);
    text.append("abcd");
    EXPECT_EQ(text.text(), "abc\n[1 bytes omitted]\n");
}

}  // namespace
}  // namespace plumbline::streaming
