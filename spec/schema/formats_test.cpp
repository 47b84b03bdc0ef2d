#include "spec/schema/formats.hpp"

#include "spec/base/row_name.hpp"
#include "spec/json/parse.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

struct Case {
    std::string_view format;
    std::string_view value;
    bool fits;
};

void PrintTo(const Case& row, std::ostream* out) {
    *out << row.format << ' ' << row.value;
}

class FormatTable : public testing::TestWithParam<Case> {};

TEST_P(FormatTable, AcceptsOnlyMatchingValues) {
    const Format* format = find_format(GetParam().format);
    ASSERT_NE(format, nullptr);
    EXPECT_EQ(format->fits(*parse_json(GetParam().value)), GetParam().fits);
}

INSTANTIATE_TEST_SUITE_P(Dates,
                         FormatTable,
                         testing::Values(Case{"date", R"("2026-01-31")", true},
                                         Case{"date", R"("2024-02-29")", true},
                                         Case{"date", R"("9999-12-31")", true},
                                         Case{"date", R"("2026-02-29")", false},
                                         Case{"date", R"("2026-13-01")", false},
                                         Case{"date", R"("2026-00-01")", false},
                                         Case{"date", R"("2026-01-00")", false},
                                         Case{"date", R"("2026-1-1")", false},
                                         Case{"date", R"("2026-01-31T")", false},
                                         Case{"date", R"("2026/01/31")", false},
                                         Case{"date", R"("२०२६-01-31")", false},
                                         Case{"date", R"("")", false}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(
    Times,
    FormatTable,
    testing::Values(Case{"date-time", R"("2026-01-31T10:20:30Z")", true},
                    Case{"date-time", R"("2026-01-31t10:20:30z")", true},
                    Case{"date-time", R"("2026-01-31T10:20:30.123456789+05:30")", true},
                    Case{"date-time", R"("2026-01-31T10:20:30-00:00")", true},
                    Case{"date-time", R"("1000-01-01T00:00:00Z")", true},
                    Case{"date-time", R"("2016-12-31T23:59:60Z")", true},
                    Case{"date-time", R"("2016-12-31T15:59:60-08:00")", true},
                    Case{"date-time", R"("2017-01-01T00:29:60+00:30")", true},
                    Case{"date-time", R"("2016-12-31T23:58:60Z")", false},
                    Case{"date-time", R"("2016-12-31T23:59:61Z")", false},
                    Case{"date-time", R"("2026-01-31T10:20:30")", false},
                    Case{"date-time", R"("2026-01-31 10:20:30Z")", false},
                    Case{"date-time", R"("2026-02-30T10:20:30Z")", false},
                    Case{"date-time", R"("2026-01-31T24:00:00Z")", false},
                    Case{"date-time", R"("2026-01-31T10:60:00Z")", false},
                    Case{"date-time", R"("2026-01-31T10:20:30.Z")", false},
                    Case{"date-time", R"("2026-01-31T10:20:30+24:00")", false},
                    Case{"date-time", R"("2026-01-31T10:20:30+0100")", false},
                    Case{"date-time", R"("2026-01-31T10:20Z")", false},
                    Case{"date-time", R"("2026-01-31T10:20:30Zx")", false},
                    Case{"time", R"("10:20:30Z")", true},
                    Case{"time", R"("10:20:30")", false}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Uuids,
    FormatTable,
    testing::Values(Case{"uuid", R"("2EB8AA08-aa98-11ea-b4aa-73b441d16380")", true},
                    Case{"uuid", R"("00000000-0000-0000-0000-000000000000")", true},
                    Case{"uuid", R"("2eb8aa08aa9811eab4aa73b441d16380")", false},
                    Case{"uuid", R"("2eb8aa08-aa98-11ea-b4aa-73b441d1638")", false},
                    Case{"uuid", R"("2eb8aa08-aa98-11ea-b4aa-73b441d1638g")", false},
                    Case{"uuid", R"("{2eb8aa08-aa98-11ea-b4aa-73b441d163}")", false}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Uris,
    FormatTable,
    testing::Values(Case{"uri", R"("https://host.example/a/b?q=1#part")", true},
                    Case{"uri", R"("http://user:pw@host:8080/")", true},
                    Case{"uri", R"("http://[2001:db8::7]:80/")", true},
                    Case{"uri", R"("mailto:someone@example.com")", true},
                    Case{"uri", R"("urn:isbn:0451450523")", true},
                    Case{"uri", R"("file:///etc/hosts")", true},
                    Case{"uri", R"("http://host/%C3%A9")", true},
                    Case{"uri", R"("/relative/path")", false},
                    Case{"uri", R"("//host/path")", false},
                    Case{"uri", R"("host.example")", false},
                    Case{"uri", R"("1http://host")", false},
                    Case{"uri", R"("ht_tp://host")", false},
                    Case{"uri", R"("http://host:80a/")", false},
                    Case{"uri", R"("http://[zz]/")", false},
                    Case{"uri", R"("http://[::1/")", false},
                    Case{"uri", R"("http://us[er@host/")", false},
                    Case{"uri", R"("http://host/a b")", false},
                    Case{"uri", R"("http://host/%zz")", false},
                    Case{"uri", R"("http://host/%4")", false},
                    Case{"uri", R"("http://host/{id}")", false},
                    Case{"uri", R"("http://host/é")", false},
                    Case{"uri", R"("http://host/#a#b")", false},
                    Case{"uri", R"("http://host/a\\b")", false},
                    Case{"uri", R"("")", false},
                    Case{"uri-reference", R"("/a/b?x=1")", true},
                    Case{"uri-reference", R"("../up")", true},
                    Case{"uri-reference", R"("#part")", true},
                    Case{"uri-reference", R"("")", true},
                    Case{"uri-reference", R"("a/b:c")", true},
                    Case{"uri-reference", R"("1a:b")", false},
                    Case{"uri-reference", R"("\\\\windows")", false}),
    RowName());

INSTANTIATE_TEST_SUITE_P(Numbers,
                         FormatTable,
                         testing::Values(Case{"int32", "2147483647", true},
                                         Case{"int32", "2147483648", false},
                                         Case{"int32", "-2147483648", true},
                                         Case{"int32", "-2147483649", false},
                                         Case{"int32", "1.0", true},
                                         Case{"int32", "1.5", false},
                                         Case{"int64", "9223372036854775807", true},
                                         Case{"int64", "9223372036854775808", false},
                                         Case{"int64", "\"9223372036854775808\"", true},
                                         Case{"float", "1e300", true},
                                         Case{"double", "\"text\"", true},
                                         Case{"password", "\"text\"", true}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OtherTypes,
                         FormatTable,
                         testing::Values(Case{"date", "null", true},
                                         Case{"date-time", "{}", true},
                                         Case{"time", "3", true},
                                         Case{"uuid", "[]", true},
                                         Case{"uri", "true", true},
                                         Case{"uri-reference", "1.5", true}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(
    Names,
    FormatTable,
    testing::Values(Case{"email", R"("a.b@example.org")", true},
                    Case{"email", R"("\"a b\"@example.org")", true},
                    Case{"email", R"("a@[127.0.0.1]")", true},
                    Case{"email", R"("a@[IPv6:::1]")", true},
                    Case{"email", R"("a..b@c")", false},
                    Case{"email", R"("a")", false},
                    Case{"email", R"("@b")", false},
                    Case{"email", R"("a@")", false},
                    Case{"idn-email", R"("ä@ö.org")", true},
                    Case{"idn-email", R"("ä")", false},
                    Case{"idn-email", R"("ä@-")", false},
                    Case{"hostname", R"("a-1.b")", true},
                    Case{"hostname", R"("xn--9n2bp8q")", true},
                    Case{"hostname", R"("-a")", false},
                    Case{"hostname", R"("a..b")", false},
                    Case{"hostname", R"("")", false},
                    Case{"hostname", R"("xn--X")", false},
                    Case{"hostname", R"("a_b")", false},
                    Case{"hostname",
                         R"("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")",
                         false},
                    Case{"idn-hostname", R"("ä.org")", true},
                    Case{"idn-hostname", R"("実例。com")", true},
                    Case{"idn-hostname", R"("-ä")", false},
                    Case{"idn-hostname", R"("ä..b")", false},
                    Case{"idn-hostname", R"("0.א")", false},
                    Case{"ipv4", R"("192.0.2.1")", true},
                    Case{"ipv4", R"("192.0.2.256")", false},
                    Case{"ipv4", R"("192.0.02.1")", false},
                    Case{"ipv4", R"("1.2.3")", false},
                    Case{"ipv6", R"("::")", true},
                    Case{"ipv6", R"("2001:db8::192.0.2.1")", true},
                    Case{"ipv6", R"("1::2::3")", false},
                    Case{"ipv6", R"("fe80::1%eth0")", false},
                    Case{"ipv6", R"("12345::")", false},
                    Case{"duration", R"("P1Y2M3DT4H5M6S")", true},
                    Case{"duration", R"("P2W")", true},
                    Case{"duration", R"("PT")", false},
                    Case{"duration", R"("P1D2H")", false},
                    Case{"duration", R"("P1W1D")", false},
                    Case{"duration", R"("PT0.5S")", false},
                    Case{"byte", R"("YWJj")", true},
                    Case{"byte", R"("YQ==")", true},
                    Case{"byte", R"("")", true},
                    Case{"byte", R"("YQ=")", false},
                    Case{"byte", R"("YW-_")", false},
                    Case{"uri-template", R"("/a/{b}{?c,d*}{+e:3}")", true},
                    Case{"uri-template", R"("/a/{b")", false},
                    Case{"uri-template", R"("{}")", false},
                    Case{"uri-template", R"("a b")", false},
                    Case{"json-pointer", R"("")", true},
                    Case{"json-pointer", R"("/a~1b/0")", true},
                    Case{"json-pointer", R"("a")", false},
                    Case{"json-pointer", R"("/a~2")", false},
                    Case{"relative-json-pointer", R"("1/a")", true},
                    Case{"relative-json-pointer", R"("0#")", true},
                    Case{"relative-json-pointer", R"("/a")", false},
                    Case{"relative-json-pointer", R"("01/a")", false},
                    Case{"regex", R"("^(?=a)[^]$")", true},
                    Case{"regex", R"("(")", false},
                    Case{"regex", R"("(?i)a")", false},
                    Case{"iri", R"("https://ä.org/ö?ü")", true},
                    Case{"iri", R"("ä://a")", false},
                    Case{"iri", R"("a b")", false},
                    Case{"iri-reference", R"("/ä")", true},
                    Case{"iri-reference", R"("\\\\a")", false},
                    Case{"uri", R"("http://[::1]/")", true},
                    Case{"uri", R"("http://[1::2::3]/")", false},
                    Case{"uri", R"("http://[v1.a]/")", true}),
    RowName());

TEST(Formats, CompareTextsByTheValueTheyDenote) {
    const char* uuid = "2eb8aa08-aa98-11ea-b4aa-73b441d16380";
    const char* upper = "2EB8AA08-AA98-11EA-B4AA-73B441D16380";
    EXPECT_TRUE(is_same_in_format("uuid", uuid, upper));
    EXPECT_FALSE(is_same_in_format("uuid", "a", "A"));
    EXPECT_FALSE(is_same_in_format("", uuid, upper));
    EXPECT_TRUE(is_same_in_format("", uuid, uuid));
    EXPECT_TRUE(
        is_same_in_format("date-time", "2026-01-31T10:20:30Z", "2026-01-31T11:20:30.0+01:00"));
    EXPECT_FALSE(is_same_in_format("date-time", "2026-01-31T10:20:30Z", "2026-01-31T10:20:31Z"));
    EXPECT_FALSE(is_same_in_format("time", "10:20:30Z", "10:20:30.0Z"));
}

TEST(Formats, DoNotIncludeUnknownNames) {
    EXPECT_EQ(find_format("e-mail"), nullptr);
    EXPECT_EQ(find_format(""), nullptr);
}

}  // namespace
}  // namespace plumbline
