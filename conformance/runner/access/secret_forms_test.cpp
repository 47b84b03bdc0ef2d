#include "conformance/runner/access/secret_values.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SecretForms, OfAPlainSecretAreItselfAndBase64) {
    EXPECT_THAT(secret_forms("plain-Secret_7"),
                ElementsAre("plain-Secret_7",
                            "cGxhaW4tU2VjcmV0Xzc=",
                            "cGxhaW4tU2VjcmV0Xzc",
                            "cGxhaW4tU2VjcmV0Xz",
                            "BsYWluLVNlY3JldF83",
                            "wbGFpbi1TZWNyZXRfN"));
    EXPECT_THAT(secret_forms("plain"), ElementsAre("plain"));
    EXPECT_THAT(secret_forms(""), IsEmpty());
}

TEST(SecretForms, IncludeBothAlphabetsOfBase64) {
    const auto forms = secret_forms("\xC3\xBF\xC3\xBF\xC3\xBF?>");
    EXPECT_THAT(forms, Contains("w7/Dv8O/Pz4="));
    EXPECT_THAT(forms, Contains("w7_Dv8O_Pz4="));
}

TEST(SecretForms, IncludeThoseOfUrlsAndForms) {
    const auto forms = secret_forms("a b/ä");
    for (const char* form : {"a%20b%2F%C3%A4", "a%20b%2f%c3%a4", "a+b%2F%C3%A4", "a%20b/%C3%A4"})
        EXPECT_THAT(forms, Contains(form));
}

TEST(SecretForms, IncludeThoseOfJsonWriters) {
    const auto forms = secret_forms("<ä\"/\n\U0001F511>");
    for (const char* form : {R"(<ä\"/\n🔑>)",
                             R"(<\u00e4\"/\n\ud83d\udd11>)",
                             R"(<\u00E4\"/\n\uD83D\uDD11>)",
                             R"(\u003cä\"/\n🔑\u003e)",
                             R"(\u003c\u00e4\"/\n\ud83d\udd11\u003e)",
                             R"(<\u00e4\"\/\n\ud83d\udd11>)",
                             R"(<ä\\\"/\\n🔑>)"})
        EXPECT_THAT(forms, Contains(form));
}

TEST(SecretForms, IncludeThoseOfShellCommands) {
    EXPECT_THAT(secret_forms("it's"), Contains(R"(it'\''s)"));
    EXPECT_THAT(secret_forms("it's \"x\""), Contains(R"(it'\''s \"x\")"));
}

}  // namespace
}  // namespace plumbline::runner
