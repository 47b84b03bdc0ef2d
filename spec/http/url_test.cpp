#include "spec/http/url.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::http {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Optional;
using ::testing::Pair;

std::string every_byte() {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    return bytes;
}

TEST(PercentEncode, KeepsUnreservedBytesOnly) {
    EXPECT_EQ(percent_encode("aZ09-._~"), "aZ09-._~");
    EXPECT_EQ(percent_encode("a b/c+%"), "a%20b%2Fc%2B%25");
    EXPECT_EQ(percent_encode("\xC3\xA9"), "%C3%A9");
}

TEST(PercentDecode, UndoesEncodingOfEveryByte) {
    const auto decoded = percent_decode(percent_encode(every_byte()));
    ASSERT_THAT(decoded, IsOk());
    EXPECT_EQ(*decoded, every_byte());
}

TEST(PercentDecode, AcceptsHexadecimalDigitsOfAnyCase) {
    EXPECT_EQ(percent_decode("%c3%A9").value(), "\xC3\xA9");
}

TEST(PercentDecode, ReadsAPlusAsASpaceInQueriesOnly) {
    EXPECT_EQ(percent_decode("a+b%2Bc", true).value(), "a b+c");
    EXPECT_EQ(percent_decode("a+b%2Bc").value(), "a+b+c");
}

TEST(PercentDecode, DecodesOnce) {
    EXPECT_EQ(percent_decode("%2541").value(), "%41");
}

struct TextCase {
    std::string name;
    std::string text;
};

std::string name_of(const ::testing::TestParamInfo<TextCase>& tested) {
    return tested.param.name;
}

class InvalidEscape : public ::testing::TestWithParam<TextCase> {};

TEST_P(InvalidEscape, IsASyntaxError) {
    EXPECT_THAT(percent_decode(GetParam().text), IsErrorCode(ErrorCode::kSyntax));
}

TEST_P(InvalidEscape, IsRefusedInPathAndQuery) {
    EXPECT_THAT(parse_target("/a/" + GetParam().text), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(parse_target("/a?" + GetParam().text + "=1"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(parse_target("/a?x=" + GetParam().text), IsErrorCode(ErrorCode::kSyntax));
}

INSTANTIATE_TEST_SUITE_P(Escapes,
                         InvalidEscape,
                         ::testing::Values(TextCase{"Alone", "%"},
                                           TextCase{"OneDigit", "x%4"},
                                           TextCase{"FirstDigit", "%G1"},
                                           TextCase{"SecondDigit", "%1G"},
                                           TextCase{"Sign", "%-1"},
                                           TextCase{"Twice", "%%41"}),
                         name_of);

TEST(PercentDecode, NamesTheInvalidEscape) {
    EXPECT_THAT(percent_decode("50%zz off"), FailsWith("`%zz` in `50%zz off`"));
}

TEST(Target, DecodesSegmentsAfterSplitting) {
    const auto target = parse_target("/a%2Fb/c%20d/e");
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->path, "/a%2Fb/c%20d/e");
    EXPECT_THAT(target->segments, ElementsAre("a/b", "c d", "e"));
}

TEST(Target, DecodesTheQueryAfterSplitting) {
    const auto target = parse_target("/a?x%26y=1%3D2&z=3=4");
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(target->query, ElementsAre(Pair("x&y", "1=2"), Pair("z", "3=4")));
}

TEST(Target, ReadsAPlusAsASpaceInTheQueryOnly) {
    const auto target = parse_target("/a+b?c+d=e+f");
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(target->segments, ElementsAre("a+b"));
    EXPECT_THAT(target->query, ElementsAre(Pair("c d", "e f")));
}

TEST(Target, KeepsOrderAndDuplicatesOfTheQuery) {
    const auto target = parse_target("/?b=1&a=2&b=3");
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(target->query, ElementsAre(Pair("b", "1"), Pair("a", "2"), Pair("b", "3")));
    EXPECT_THAT(target->parameter("b"), Optional(std::string("1")));
    EXPECT_EQ(target->parameter("c"), std::nullopt);
}

TEST(Target, OmitsEmptyPartsOfTheQuery) {
    const auto target = parse_target("/a?&x&=y&&z=");
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(target->query, ElementsAre(Pair("x", ""), Pair("", "y"), Pair("z", "")));
}

TEST(Target, KeepsASecondQuestionMarkInTheQuery) {
    EXPECT_THAT(parse_target("/a?x=1?2")->query, ElementsAre(Pair("x", "1?2")));
}

TEST(Target, ReturnsTheFirstSegmentsUndecoded) {
    const RequestTarget target = *parse_target("/a%20b/c/d?e=f");
    EXPECT_EQ(target.first_segments(0), "");
    EXPECT_EQ(target.first_segments(1), "/a%20b");
    EXPECT_EQ(target.first_segments(2), "/a%20b/c");
    EXPECT_EQ(target.first_segments(3), "/a%20b/c/d");
    EXPECT_EQ(target.first_segments(9), "/a%20b/c/d");
}

TEST(Target, HasOneEmptySegmentForTheRoot) {
    EXPECT_THAT(parse_target("/")->segments, ElementsAre(""));
}

TEST(Target, KeepsEmptySegments) {
    EXPECT_THAT(parse_target("//a/")->segments, ElementsAre("", "a", ""));
}

TEST(Target, PassesRawUtf8Through) {
    EXPECT_THAT(parse_target("/\xC3\xA9")->segments, ElementsAre("\xC3\xA9"));
}

TEST(Target, AcceptsTheAbsoluteForm) {
    const auto target = parse_target("http://example.test:8080/a%20b?x=1");
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->path, "/a%20b");
    EXPECT_THAT(target->segments, ElementsAre("a b"));
    EXPECT_THAT(target->query, ElementsAre(Pair("x", "1")));
}

TEST(Target, AcceptsTheAbsoluteFormWithoutAPath) {
    EXPECT_EQ(parse_target("HTTPS://[::1]:8443")->path, "/");
    const auto target = parse_target("http://example.test?x=1");
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->path, "/");
    EXPECT_THAT(target->query, ElementsAre(Pair("x", "1")));
}

TEST(Target, IsCheckedAndParsedAlike) {
    for (const char* text : {"/a/b?c=d", "/", "http://h?x", "/%41?b=%42", "/%4", "/a?b=%zz"})
        EXPECT_EQ(check_target(text).has_value(), parse_target(text).has_value()) << text;
}

class BadTarget : public ::testing::TestWithParam<TextCase> {};

TEST_P(BadTarget, IsASyntaxError) {
    EXPECT_THAT(parse_target(GetParam().text), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(check_target(GetParam().text), IsErrorCode(ErrorCode::kSyntax));
}

INSTANTIATE_TEST_SUITE_P(Targets,
                         BadTarget,
                         ::testing::Values(TextCase{"Empty", ""},
                                           TextCase{"Asterisk", "*"},
                                           TextCase{"NoSlash", "a/b"},
                                           TextCase{"OtherScheme", "ftp://host/a"},
                                           TextCase{"NoHost", "http:///a"},
                                           TextCase{"Fragment", "/a#b"},
                                           TextCase{"Blank", "/a b"},
                                           TextCase{"Control", "/a\x01"},
                                           TextCase{"Delete", "/a\x7F"}),
                         name_of);

TEST(Url, SplitsIntoItsParts) {
    const auto url = parse_url("HTTP://Example.test:8080/base/Path");
    ASSERT_THAT(url, IsOk());
    EXPECT_EQ(*url, (Url{"http", "example.test", 8080, "/base/Path"}));
}

TEST(Url, FillsInTheDefaultPort) {
    EXPECT_EQ(parse_url("http://a")->port, 80);
    EXPECT_EQ(parse_url("https://a")->port, 443);
}

TEST(Url, KeepsAnIpv6AddressInItsBrackets) {
    const auto url = parse_url("http://[2001:DB8::1]:90/x");
    ASSERT_THAT(url, IsOk());
    EXPECT_EQ(*url, (Url{"http", "[2001:db8::1]", 90, "/x"}));
    EXPECT_EQ(parse_url("http://[::1]")->port, 80);
}

TEST(Url, DropsSlashesAtTheEndOfThePath) {
    EXPECT_EQ(parse_url("http://a/")->path, "");
    EXPECT_EQ(parse_url("http://a/b//")->path, "/b");
}

TEST(Url, KeepsAnAtSignInThePath) {
    EXPECT_EQ(parse_url("http://a/@b")->path, "/@b");
}

TEST(Url, PrintsThePortOnlyWhereItIsNotTheDefault) {
    EXPECT_EQ(parse_url("http://a:80/b")->to_text(), "http://a/b");
    EXPECT_EQ(parse_url("https://a:80/b")->to_text(), "https://a:80/b");
    EXPECT_EQ(parse_url("https://a:443/b")->origin(), "https://a");
    EXPECT_EQ(parse_url("http://[::1]:81/b")->origin(), "http://[::1]:81");
}

struct BadUrlCase {
    std::string name;
    std::string text;
    ErrorCode code;
    std::string part;
};

class BadUrl : public ::testing::TestWithParam<BadUrlCase> {};

TEST_P(BadUrl, IsRefusedWithTheReason) {
    const BadUrlCase& tested = GetParam();
    EXPECT_THAT(parse_url(tested.text), AllOf(IsErrorCode(tested.code), FailsWith(tested.part)));
}

constexpr ErrorCode kSyntax = ErrorCode::kSyntax;
constexpr ErrorCode kUnsupported = ErrorCode::kUnsupported;

INSTANTIATE_TEST_SUITE_P(
    Urls,
    BadUrl,
    ::testing::Values(BadUrlCase{"Empty", "", kSyntax, "scheme"},
                      BadUrlCase{"NoScheme", "host:80", kSyntax, "scheme"},
                      BadUrlCase{"OneSlash", "http:/host", kSyntax, "scheme"},
                      BadUrlCase{"OtherScheme", "ftp://host", kUnsupported, "`ftp`"},
                      BadUrlCase{"UserInfo", "http://me@host", kUnsupported, "user info"},
                      BadUrlCase{"NoHost", "http://", kSyntax, "host"},
                      BadUrlCase{"PortAlone", "http://:80", kSyntax, "host"},
                      BadUrlCase{"BadHost", "http://a b", kSyntax, "host"},
                      BadUrlCase{"BareIpv6", "http://::1", kSyntax, "host"},
                      BadUrlCase{"BareLongIpv6", "http://fe80::1", kSyntax, "brackets"},
                      BadUrlCase{"OpenBracket", "http://[::1", kSyntax, "host"},
                      BadUrlCase{"EmptyBrackets", "http://[]", kSyntax, "host"},
                      BadUrlCase{"NameInBrackets", "http://[host]", kSyntax, "host"},
                      BadUrlCase{"AfterBracket", "http://[::1]x", kSyntax, "host"},
                      BadUrlCase{"EmptyPort", "http://a:", kSyntax, "port"},
                      BadUrlCase{"ZeroPort", "http://a:0", kSyntax, "port `0`"},
                      BadUrlCase{"LargePort", "http://a:65536", kSyntax, "port `65536`"},
                      BadUrlCase{"WordPort", "http://a:8o", kSyntax, "port `8o`"},
                      BadUrlCase{"Query", "http://a/b?c", kSyntax, "query"},
                      BadUrlCase{"Fragment", "http://a#b", kSyntax, "fragment"},
                      BadUrlCase{"BlankInPath", "http://a/b c", kSyntax, "path"}),
    [](const auto& tested) { return tested.param.name; });

class UrlWithPassword : public ::testing::TestWithParam<TextCase> {};

TEST_P(UrlWithPassword, IsNotRepeatedInTheMessage) {
    EXPECT_THAT(parse_url(GetParam().text), Not(FailsWith("hunter2")));
    EXPECT_FALSE(parse_url(GetParam().text).has_value());
}

INSTANTIATE_TEST_SUITE_P(Urls,
                         UrlWithPassword,
                         ::testing::Values(TextCase{"Whole", "https://me:hunter2@host/a"},
                                           TextCase{"WithoutScheme", "me:hunter2@host"},
                                           TextCase{"OtherScheme", "ftp://me:hunter2@host"}),
                         name_of);

TEST(Target, HasNoQueryWithoutAQuestionMark) {
    EXPECT_THAT(parse_target("/a")->query, IsEmpty());
}

}  // namespace
}  // namespace plumbline::http
