#include "conformance/expressions/expression_error.hpp"

#include "spec/base/text_excerpt.hpp"

#include <gmock/gmock.h>

namespace plumbline::expressions {
namespace {

using ::testing::ElementsAre;

TEST(ExpressionErrorText, IsShownWithACaretBelowItsByte) {
    const Error error = error_at({4, "no", ErrorCode::kSyntax}, "abcdef", {"s.yaml", 2, 1});
    EXPECT_EQ(to_text(error), "s.yaml:2:1: no\n  abcdef\n      ^");
}

TEST(ExpressionErrorText, MayBeAtTheEnd) {
    EXPECT_THAT(error_at({9, "no", ErrorCode::kSyntax}, "ab", {}).notes, ElementsAre("ab", "  ^"));
    EXPECT_THAT(error_at({0, "no", ErrorCode::kSyntax}, "", {}).notes, ElementsAre("", "^"));
}

TEST(ExpressionErrorText, CountsCharactersNotBytes) {
    EXPECT_THAT(error_at({5, "no", ErrorCode::kSyntax}, "\u00e9\u20acx", {}).notes,
                ElementsAre("\u00e9\u20acx", "  ^"));
}

TEST(ExpressionErrorText, ShowsSeveralLinesAsOne) {
    EXPECT_THAT(error_at({3, "no", ErrorCode::kSyntax}, "a\n\tb", {}).notes,
                ElementsAre("a  b", "   ^"));
}

TEST(ExpressionErrorText, ShowsAWindowOfALongText) {
    const std::string text = std::string(500, 'a') + '!' + std::string(500, 'b');
    const Error error = error_at({500, "no", ErrorCode::kSyntax}, text, {});
    ASSERT_EQ(error.notes.size(), 2U);
    EXPECT_EQ(error.notes[0].substr(0, 4), "...a");
    EXPECT_EQ(error.notes[0].substr(error.notes[0].size() - 4), "b...");
    EXPECT_EQ(error.notes[0].find('!'), error.notes[1].find('^'));
    EXPECT_LT(error.notes[0].size(), 130U);
}

TEST(ExpressionErrorText, NamesWholeCharacters) {
    EXPECT_EQ(character_at("a\u20acb", 1), "`\u20ac`");
    EXPECT_EQ(character_at("ab", 2), "the end");
}

TEST(ExpressionErrorText, IsShiftedByTheStartOfItsText) {
    EXPECT_EQ(shifted({2, "no", ErrorCode::kLimit}, 5).value().offset, 7U);
}

}  // namespace
}  // namespace plumbline::expressions
