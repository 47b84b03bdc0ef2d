#include "conformance/client/connection_settings.hpp"

#include <gmock/gmock.h>

#include <map>

namespace plumbline::client {
namespace {

ConnectionSettings settings_of(const std::map<std::string, std::string>& environment) {
    return read_connection_settings([&](const std::string& name) {
        const auto found = environment.find(name);
        return found == environment.end() ? "" : found->second;
    });
}

TEST(ConnectionSettings, ReadsHttpProxyOnlyInLowerCase) {
    EXPECT_TRUE(settings_of({{"HTTP_PROXY", "p"}}).proxies.http.empty());
    EXPECT_EQ(settings_of({{"http_proxy", "p"}}).proxies.http, (SettingValue{"p", "http_proxy"}));
}

TEST(ConnectionSettings, PrefersTheLowerCaseAndTheSchemesOwnProxy) {
    EXPECT_EQ(settings_of({{"https_proxy", "a"}, {"HTTPS_PROXY", "b"}}).proxies.https,
              (SettingValue{"a", "https_proxy"}));
    EXPECT_EQ(settings_of({{"HTTPS_PROXY", "b"}, {"all_proxy", "c"}}).proxies.https,
              (SettingValue{"b", "HTTPS_PROXY"}));
    EXPECT_EQ(settings_of({{"HTTPS_PROXY", "b"}, {"ALL_PROXY", "c"}}).proxies.http,
              (SettingValue{"c", "ALL_PROXY"}));
    EXPECT_EQ(settings_of({{"no_proxy", "x"}, {"NO_PROXY", "y"}}).proxies.excluded_hosts, "x");
}

TEST(ConnectionSettings, ReadsTheAuthoritiesAsCurlDoes) {
    const auto bundle =
        settings_of({{"CURL_CA_BUNDLE", "/b"}, {"SSL_CERT_FILE", "/f"}, {"SSL_CERT_DIR", "/d"}});
    EXPECT_EQ(bundle.ca_file, (SettingValue{"/b", "CURL_CA_BUNDLE"}));
    EXPECT_TRUE(bundle.ca_folder.empty());
    const auto both = settings_of({{"SSL_CERT_FILE", "/f"}, {"SSL_CERT_DIR", "/d"}});
    EXPECT_EQ(both.ca_file, (SettingValue{"/f", "SSL_CERT_FILE"}));
    EXPECT_EQ(both.ca_folder, (SettingValue{"/d", "SSL_CERT_DIR"}));
}

TEST(ConnectionSettings, ChoosesTheProxyByTheScheme) {
    const ProxySettings proxies{{"a", "http_proxy"}, {"b", "https_proxy"}, "inner.test"};
    EXPECT_EQ(proxy_for(proxies, "http://api.test/x?y").text, "a");
    EXPECT_EQ(proxy_for(proxies, "HTTPS://api.test").text, "b");
    EXPECT_TRUE(proxy_for(proxies, "https://a.inner.test/").empty());
    EXPECT_TRUE(proxy_for(proxies, "http://127.0.0.1:8080/").empty());
    EXPECT_EQ(configured_proxy(proxies, "http://127.0.0.1:8080/").text, "a");
}

TEST(ConnectionSettings, DescribesAProxyWithoutItsCredentials) {
    EXPECT_EQ(describe_proxy({"http://u:p@w@proxy:3128", "ALL_PROXY"}),
              "http://proxy:3128 (ALL_PROXY)");
    EXPECT_EQ(without_user_info("user@proxy:3128/x@y"), "proxy:3128/x@y");
    EXPECT_EQ(without_user_info("proxy:3128"), "proxy:3128");
}

TEST(ConnectionSettings, PutTheCredentialsIntoTheProxyOfAProfile) {
    const ProxySettings proxies =
        profile_proxy("http://proxy:3128", {"PROXY_USER", Secret("us:p@:w")});
    EXPECT_EQ(proxies.https.text, "http://us:p%40%3Aw@proxy:3128");
    EXPECT_EQ(describe_proxy(proxies.http), "http://proxy:3128 (proxy of the profile)");
    EXPECT_EQ(profile_proxy("http://proxy:3128", {}).http.text, "http://proxy:3128");
}

TEST(ConnectionSettings, ReadTheAddressOfAHost) {
    const auto entry = parse_resolve_entry("API.test:443:192.0.2.7,[2001:db8::1]");
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->to_text(), "api.test:443:192.0.2.7,[2001:db8::1]");
    EXPECT_EQ(resolved_address({*entry}, "https://api.test/v2?a=b"), "192.0.2.7,[2001:db8::1]");
    EXPECT_EQ(resolved_address({*entry}, "http://api.test/v2"), "");
    for (const char* wrong : {"api.test",
                              "api.test:443",
                              "api.test:443:",
                              "api.test:x:192.0.2.7",
                              "api.test:443:other.test",
                              "api.test:443:2001:db8::1",
                              ":443:192.0.2.7"})
        EXPECT_FALSE(parse_resolve_entry(wrong)) << wrong;
}

struct ExcludedHostCase {
    const char* host;
    const char* excluded;
    bool matches;
};
class ExcludedHostTest : public testing::TestWithParam<ExcludedHostCase> {};

TEST_P(ExcludedHostTest, IsComparedAsCurlDoes) {
    const auto& [host, excluded, matches] = GetParam();
    EXPECT_EQ(is_excluded_host(host, excluded), matches) << host << " in " << excluded;
}

INSTANTIATE_TEST_SUITE_P(Table,
                         ExcludedHostTest,
                         testing::Values(ExcludedHostCase{"api.test", "", false},
                                         ExcludedHostCase{"api.test", "*", true},
                                         ExcludedHostCase{"api.test", "api.test", true},
                                         ExcludedHostCase{"api.test", "API.Test.", true},
                                         ExcludedHostCase{"api.test.", "api.test", true},
                                         ExcludedHostCase{"api.test", "test", true},
                                         ExcludedHostCase{"api.test", ".test", true},
                                         ExcludedHostCase{"mytest", "test", false},
                                         ExcludedHostCase{"test", ".test", true},
                                         ExcludedHostCase{"api.test", "x, ,y api.test", true},
                                         ExcludedHostCase{"api.test", "api.test:80", false},
                                         ExcludedHostCase{"10.1.2.3", "10.1.2.3", true},
                                         ExcludedHostCase{"10.1.2.3", "10.0.0.0/8", true},
                                         ExcludedHostCase{"11.1.2.3", "10.0.0.0/8", false},
                                         ExcludedHostCase{"10.1.2.3", "10.1.2.2/31", true},
                                         ExcludedHostCase{"10.1.2.3", "10.1.2.0/33", false},
                                         ExcludedHostCase{"10.1.2.3", "2.3", false},
                                         ExcludedHostCase{"[fd00::1]", "fd00::/8", true},
                                         ExcludedHostCase{"[fd00::1]", "[fd00::1]", true},
                                         ExcludedHostCase{"[fe00::1]", "fd00::/8", false}));

}  // namespace
}  // namespace plumbline::client
