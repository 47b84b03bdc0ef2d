#include "spec/http/urlencoded.hpp"

#include "spec/base/ids.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::http {
namespace {

TEST(FormEncode, KeepsLettersDigitsAndFourMarks) {
    EXPECT_EQ(form_encode("aZ09*-._"), "aZ09*-._");
}

TEST(FormEncode, WritesASpaceAsPlusAndTheRestAsEscapes) {
    EXPECT_EQ(form_encode("a b+c&d=e~%/\r\n"), "a+b%2Bc%26d%3De%7E%25%2F%0D%0A");
    EXPECT_EQ(form_encode("\xC3\xA9"), "%C3%A9");
}

TEST(Urlencoded, JoinsFieldsInTheirOrder) {
    EXPECT_EQ(to_urlencoded({{"b", "1"}, {"a", ""}, {"b", "x y"}}), "b=1&a=&b=x+y");
    EXPECT_EQ(to_urlencoded({}), "");
}

/// Texts of random bytes, few of them letters.
std::string any_bytes(IdSource& random) {
    std::string bytes;
    for (auto left = random.next() % 12; left > 0; --left)
        bytes += static_cast<char>(random.next() % 256);
    return bytes;
}

TEST(Urlencoded, IsReadBackUnchanged) {
    IdSource random(7);
    for (int round = 0; round < 500; ++round) {
        UrlQuery fields;
        for (auto left = random.next() % 4; left > 0; --left)
            fields.emplace_back(any_bytes(random), any_bytes(random));
        const auto target = parse_target("/?" + to_urlencoded(fields));
        ASSERT_THAT(target, IsOk());
        EXPECT_EQ(target->query, fields);
    }
}

TEST(QueryEncode, KeepsAllowedCharacters) {
    const std::string query = "a=b&x=%C3%a9+1/2?!$'()*,;:@-._~";
    EXPECT_EQ(query_encode(query), query);
}

TEST(QueryEncode, EscapesOtherCharacters) {
    EXPECT_EQ(query_encode("a b#c\"<>[]{}|\\^`"), "a%20b%23c%22%3C%3E%5B%5D%7B%7D%7C%5C%5E%60");
    EXPECT_EQ(query_encode("\xC3\xA9\n"), "%C3%A9%0A");
}

TEST(QueryEncode, EscapesAPercentSignThatBeginsNoEscape) {
    EXPECT_EQ(query_encode("100%&x=%4&y=%zz%"), "100%25&x=%254&y=%25zz%25");
}

TEST(QueryEncode, ProducesAValidTargetForAnyBytes) {
    IdSource random(11);
    for (int round = 0; round < 500; ++round) {
        const std::string once = query_encode(any_bytes(random));
        EXPECT_THAT(parse_target("/?" + once), IsOk()) << once;
        EXPECT_EQ(query_encode(once), once);
    }
}

}  // namespace
}  // namespace plumbline::http
