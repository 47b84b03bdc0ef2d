#include "conformance/runner/result/connection_records.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using ::testing::SizeIs;

Target target_at(const std::string& url) {
    Target target;
    target.base_urls["control_plane"] = url;
    target.connection.proxies = {{"http://user:pass@proxy:1", "http_proxy"},
                                 {"http://proxy:2", "HTTPS_PROXY"},
                                 "inner.test"};
    return target;
}

TEST(ConnectionRecords, NamesProxyAndAuthoritiesOfEachHost) {
    Target target = target_at("https://api.test/api-host");
    target.server_urls["shop"] = "http://shop.test:8080";
    target.connection.ca_file = {"/ca.pem", "--ca-file"};
    const auto records = connection_records(target);
    ASSERT_THAT(records, SizeIs(2));
    EXPECT_EQ(records[0].origin, "http://shop.test:8080");
    EXPECT_EQ(records[0].proxy, "http://proxy:1");
    EXPECT_EQ(records[0].proxy_source, "http_proxy");
    EXPECT_EQ(records[0].authorities, "");
    EXPECT_EQ(records[1].origin, "https://api.test");
    EXPECT_EQ(records[1].proxy, "http://proxy:2");
    EXPECT_EQ(records[1].authorities, "/ca.pem");
    EXPECT_EQ(records[1].authorities_source, "--ca-file");
}

TEST(ConnectionRecords, SaysWhyAProxyIsNotUsedForALoopbackAddress) {
    const auto records = connection_records(target_at("http://127.0.0.1:8080"));
    ASSERT_THAT(records, SizeIs(1));
    EXPECT_EQ(records[0].proxy, "");
    EXPECT_EQ(records[0].note, "http_proxy is not used for an address of this machine");
}

TEST(ConnectionRecords, NamesNoProxyForAnExcludedHost) {
    EXPECT_EQ(connection_records(target_at("https://a.inner.test")).at(0).proxy, "");
}

TEST(ConnectionRecords, NamesAFolderOfAuthoritiesBesideTheSystems) {
    Target target = target_at("https://api.test");
    target.connection.ca_folder = {"/certs", "SSL_CERT_DIR"};
    EXPECT_EQ(connection_records(target).at(0).authorities, "/certs and the system's");
}

TEST(ConnectionRecords, NameAddressesOfTheProfile) {
    Target target = target_at("https://a.inner.test");
    target.connection.resolve = {{"a.inner.test", 443, "192.0.2.7"}};
    EXPECT_EQ(connection_records(target).at(0).note, "resolved to 192.0.2.7 by the profile");
}

}  // namespace
}  // namespace plumbline::runner
