#include "spec/jsonpath/fault.hpp"

#include "spec/jsonpath/testing.hpp"

namespace plumbline::jsonpath {
namespace {

using testing::ElementsAre;

TEST(JsonPathFault, IsShownWithACaretBelowItsCharacter) {
    const Error error = error_of({4, "no", ErrorCode::kInvalid}, "$.ab c");
    EXPECT_EQ(to_text(error), "column 5: no\n  $.ab c\n      ^");
    EXPECT_EQ(error.code, ErrorCode::kInvalid);
    EXPECT_EQ(error.where, (SourceRef{"", 0, 5}));
}

TEST(JsonPathFault, CountsCharactersNotBytes) {
    const Error error = error_of({8, "no", ErrorCode::kSyntax}, "$.\u00e9\U0001f600!");
    EXPECT_EQ(error.where.column, 5);
    EXPECT_THAT(error.notes, ElementsAre("$.\u00e9\U0001f600!", "    ^"));
}

TEST(JsonPathFault, MayStandAtTheEnd) {
    EXPECT_THAT(error_of({2, "no", ErrorCode::kSyntax}, "$.").notes, ElementsAre("$.", "  ^"));
    EXPECT_THAT(error_of({0, "no", ErrorCode::kSyntax}, "").notes, ElementsAre("", "^"));
}

TEST(JsonPathFault, ShowsSeveralLinesAsOne) {
    EXPECT_THAT(error_of({3, "no", ErrorCode::kSyntax}, "$\n\t!").notes,
                ElementsAre("$  !", "   ^"));
}

TEST(JsonPathFault, ShowsAWindowOfALongQuery) {
    const Error error = error_of({500, "no", ErrorCode::kSyntax},
                                 std::string(500, 'a') + '!' + std::string(500, 'b'));
    EXPECT_EQ(error.where.column, 501);
    EXPECT_THAT(error.notes,
                ElementsAre("..." + std::string(60, 'a') + '!' + std::string(59, 'b') + "...",
                            std::string(63, ' ') + '^'));
}

TEST(JsonPathFault, CutsNoCharacterInTwo) {
    std::string euros;
    for (int i = 0; i < 20; ++i) euros += "\u20ac";
    // The window of 60 bytes begins inside a character, and ends inside one.
    const Error error = error_of({121, "no", ErrorCode::kSyntax}, euros + euros + "a!" + euros);
    EXPECT_THAT(error.notes, ElementsAre("..." + euros + "a!" + euros, std::string(24, ' ') + '^'));
    EXPECT_EQ(backquoted(euros), "`" + euros.substr(0, 39) + "...`");
}

TEST(JsonPathFault, NamesCharactersAndParts) {
    EXPECT_EQ(character_at("a\u20acb", 1), "`\u20ac`");
    EXPECT_EQ(character_at("ab", 2), "the end");
    EXPECT_EQ(character_at("\xFF", 0), "`\xFF`");
    EXPECT_EQ(backquoted("[0,\n1]"), "`[0, 1]`");
    EXPECT_EQ(backquoted(std::string(41, 'a')), "`" + std::string(40, 'a') + "...`");
}

}  // namespace
}  // namespace plumbline::jsonpath
