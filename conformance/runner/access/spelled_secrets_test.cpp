#include "conformance/runner/access/spelled_secrets.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

TEST(SpelledSecrets, AreFoundInEveryMixtureOfEscapes) {
    for (const char* text : {"a%2Fb&amp;c'\xC3\xA4",
                             "a%2fb%26c%27%C3%A4",
                             R"(a\/b\u0026c\u0027\u00e4)",
                             R"(\u0061\u002Fb&c'\u00E4)",
                             R"(a\\/b\\u0026c'ä)",
                             "a&#47;b&#x26;c&#039;&#228;",
                             "a%252Fb%2526c%2527%25C3%25A4",
                             R"(a/b&c'\''ä)",
                             R"(a\x2fb\x26c\x27ä)"})
        EXPECT_EQ(without_spelled_secrets("[" + std::string(text) + "]", {"a/b&c'ä"}), "[***]")
            << text;
}

TEST(SpelledSecrets, AreFoundMoreThanOnce) {
    EXPECT_EQ(without_spelled_secrets(R"({"u":"q\/q","v":"q%2Fq"} and \ud83d\udd11x)",
                                      {"q/q", "\U0001F511x"}),
              R"({"u":"***","v":"***"} and ***)");
    EXPECT_EQ(without_spelled_secrets("%41BC", {"ABC", "AB"}), "***");
}

TEST(SpelledSecrets, LeaveOtherTextsAsTheyAre) {
    for (const char* text : {"",
                             "%",
                             "%4",
                             "\\",
                             "\\u12",
                             "\\ud83d\\u0041",
                             "&",
                             "&#;",
                             "&#x;",
                             "&#99999999;",
                             "100 % \\n"})
        EXPECT_EQ(without_spelled_secrets(text, {"secret"}), text);
    EXPECT_EQ(without_spelled_secrets("plain secret", {"secret"}), "plain secret");
}

}  // namespace
}  // namespace plumbline::runner
