#include "spec/base/wrapped_text.hpp"

#include <gmock/gmock.h>

#include <string>

namespace plumbline {
namespace {

TEST(Wrapped, BreaksAtSpacesAndKeepsLongWordsWhole) {
    EXPECT_EQ(wrapped("note: ", "a b", 4), "note: a b\n");
    const std::string word(60, 'w');
    EXPECT_EQ(wrapped("  x ", word + ' ' + word, 4), "  x " + word + "\n    " + word + '\n');
    const std::string url(100, 'u');
    EXPECT_EQ(wrapped("", "see " + url + " for", 4), "see\n    " + url + "\n    for\n");
}

TEST(Wrapped, KeepsCommandsInBackquotesWhole) {
    const std::string word(60, 'w');
    EXPECT_EQ(wrapped("", word + " `plumbline init --url U`; then", 4),
              word + "\n    `plumbline init --url U`; then\n");
    EXPECT_EQ(wrapped("", word + " it` is one, not two words", 4),
              word + " it` is one, not two\n    words\n");
    EXPECT_EQ(wrapped("", "`" + word + ' ' + word + "`", 4), "`" + word + "\n    " + word + "`\n");
}

TEST(WrappedList, BreaksBehindCommas) {
    const std::string item = "1 " + std::string(30, 'x');
    EXPECT_EQ(wrapped_list("", item + ", " + item + ", 2 y", 4), item + ", " + item + ", 2 y\n");
    EXPECT_EQ(wrapped_list("", item + ", " + item + ", 22222 not run", 4),
              item + ", " + item + ",\n    22222 not run\n");
}

TEST(WrappedLines, KeepTheirIndentation) {
    const std::string word(60, 'w');
    EXPECT_EQ(wrapped_lines("a\n  " + word + ' ' + word, 2),
              "a\n  " + word + "\n    " + word + '\n');
}

}  // namespace
}  // namespace plumbline
