#include "spec/jsonpath/jsonpath_error.hpp"

#include "spec/base/text_excerpt.hpp"
#include "spec/jsonpath/testing.hpp"

namespace plumbline::jsonpath {
namespace {

using testing::ElementsAre;

TEST(JsonPathErrorText, IsShownWithACaretBelowItsCharacter) {
    const Error error = to_error({4, "no", ErrorCode::kInvalid}, "$.ab c");
    EXPECT_EQ(to_text(error), "column 5: no\n  $.ab c\n      ^");
    EXPECT_EQ(error.code, ErrorCode::kInvalid);
    EXPECT_EQ(error.where, (SourceRef{"", 0, 5}));
}

TEST(JsonPathErrorText, CountsCharactersNotBytes) {
    const Error error = to_error({8, "no", ErrorCode::kSyntax}, "$.\u00e9\U0001f600!");
    EXPECT_EQ(error.where.column, 5);
    EXPECT_THAT(error.notes, ElementsAre("$.\u00e9\U0001f600!", "    ^"));
}

TEST(JsonPathErrorText, MayPointAtTheEnd) {
    EXPECT_THAT(to_error({2, "no", ErrorCode::kSyntax}, "$.").notes, ElementsAre("$.", "  ^"));
    EXPECT_THAT(to_error({0, "no", ErrorCode::kSyntax}, "").notes, ElementsAre("", "^"));
}

TEST(JsonPathErrorText, ShowsSeveralLinesAsOne) {
    EXPECT_THAT(to_error({3, "no", ErrorCode::kSyntax}, "$\n\t!").notes,
                ElementsAre("$  !", "   ^"));
}

TEST(JsonPathErrorText, ShowsAWindowOfALongQuery) {
    const Error error = to_error({500, "no", ErrorCode::kSyntax},
                                 std::string(500, 'a') + '!' + std::string(500, 'b'));
    EXPECT_EQ(error.where.column, 501);
    EXPECT_THAT(error.notes,
                ElementsAre("..." + std::string(60, 'a') + '!' + std::string(59, 'b') + "...",
                            std::string(63, ' ') + '^'));
}

TEST(JsonPathErrorText, NeverCutsInsideACharacter) {
    std::string euros;
    for (int i = 0; i < 20; ++i) euros += "\u20ac";
    // The window of 60 bytes begins inside a character, and ends inside one.
    const Error error = to_error({121, "no", ErrorCode::kSyntax}, euros + euros + "a!" + euros);
    EXPECT_THAT(error.notes, ElementsAre("..." + euros + "a!" + euros, std::string(24, ' ') + '^'));
    EXPECT_EQ(backquoted(euros), "`" + euros.substr(0, 39) + "...`");
}

TEST(JsonPathErrorText, NamesCharactersAndParts) {
    EXPECT_EQ(character_at("a\u20acb", 1), "`\u20ac`");
    EXPECT_EQ(character_at("ab", 2), "the end");
    EXPECT_EQ(character_at("\xFF", 0), "`\xFF`");
    EXPECT_EQ(backquoted("[0,\n1]"), "`[0, 1]`");
    EXPECT_EQ(backquoted(std::string(41, 'a')), "`" + std::string(40, 'a') + "...`");
}

}  // namespace
}  // namespace plumbline::jsonpath
