#include "spec/base/text_excerpt.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using testing::ElementsAre;

TEST(TextExcerpt, ShowsACaretBelowThePosition) {
    EXPECT_THAT(lines_with_caret("a + b", 2), ElementsAre("a + b", "  ^"));
    EXPECT_THAT(lines_with_caret("a", 1), ElementsAre("a", " ^"));
    EXPECT_THAT(lines_with_caret("a", 99), ElementsAre("a", " ^"));
}

TEST(TextExcerpt, CountsCharactersNotBytes) {
    EXPECT_THAT(lines_with_caret("\xC3\xA4\xC3\xB6 + b", 5),
                ElementsAre("\xC3\xA4\xC3\xB6 + b", "   ^"));
}

TEST(TextExcerpt, ShortensLongTextsOnBothSides) {
    const std::string sixty(60, 'x');
    EXPECT_THAT(
        lines_with_caret("abc" + sixty + '!' + sixty + "def", 63),
        ElementsAre("..." + sixty + '!' + sixty.substr(1) + "...", std::string(63, ' ') + '^'));
}

TEST(TextExcerpt, PutsControlCharactersOnOneLine) {
    EXPECT_EQ(on_one_line("a\n\tb\x7F"), "a  b ");
    EXPECT_THAT(lines_with_caret("a\nb", 2), ElementsAre("a b", "  ^"));
}

TEST(TextExcerpt, NamesTheCharacterAtAPosition) {
    EXPECT_EQ(character_at("a\xC3\xA4", 1), "`\xC3\xA4`");
    EXPECT_EQ(character_at("a", 1), "the end");
    EXPECT_EQ(character_at("\n", 0), "` `");
}

}  // namespace
}  // namespace plumbline
