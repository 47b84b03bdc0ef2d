#include "conformance/workflow/base_file.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::workflow {
namespace {

Document with_self(const std::string& self) {
    return *parse_yaml("{$self: '" + self + "'}", "suites/deep/a.yaml");
}

TEST(BaseFile, IsTheFileWithoutSelf) {
    EXPECT_EQ(base_file(*parse_yaml("{}", "suites/a.yaml")), "suites/a.yaml");
}

TEST(BaseFile, IsSelfSeenFromTheFile) {
    EXPECT_EQ(base_file(with_self("../b.yaml")), "suites/b.yaml");
    EXPECT_EQ(base_file(with_self("/elsewhere/b.yaml#part")), "/elsewhere/b.yaml");
}

TEST(BaseFile, IsTheFileWhereSelfIsAnAddress) {
    EXPECT_EQ(base_file(with_self("https://suites.test/b.yaml")), "suites/deep/a.yaml");
}

TEST(SelfUrl, IsAnAddressOnly) {
    EXPECT_EQ(self_url(with_self("https://suites.test/b.yaml#part")), "https://suites.test/b.yaml");
    EXPECT_EQ(self_url(with_self("b.yaml")), "");
    EXPECT_EQ(self_url(*parse_yaml("{}", "a.yaml")), "");
}

struct Beside {
    const char* name;
    const char* base;
    const char* url;
    const char* whole;
};

class BesideUrl : public testing::TestWithParam<Beside> {};

TEST_P(BesideUrl, IsTheWholeAddress) {
    EXPECT_EQ(beside_url(GetParam().base, GetParam().url), GetParam().whole);
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    BesideUrl,
    testing::Values(
        Beside{"Sibling", "https://s.test/a/b.yaml", "c.yaml", "https://s.test/a/c.yaml"},
        Beside{"Above", "https://s.test/a/b.yaml", "../c.yaml", "https://s.test/c.yaml"},
        Beside{"AboveTheRoot", "https://s.test/b.yaml", "../../c.yaml", "https://s.test/c.yaml"},
        Beside{"FromTheRoot", "https://s.test/a/b.yaml", "/c.yaml", "https://s.test/c.yaml"},
        Beside{"BareHost", "https://s.test", "c.yaml", "https://s.test/c.yaml"},
        Beside{"AnotherAddress", "https://s.test/a", "http://t.test/c", "http://t.test/c"},
        Beside{"Itself", "https://s.test/a", "", "https://s.test/a"}),
    RowName());

TEST(HasScheme, IsTrueOfAddressesOnly) {
    EXPECT_TRUE(has_scheme("https://s.test"));
    EXPECT_TRUE(has_scheme("urn:a:b"));
    EXPECT_FALSE(has_scheme("a/b:c.yaml"));
    EXPECT_FALSE(has_scheme("../a.yaml"));
    EXPECT_FALSE(has_scheme(""));
}

}  // namespace
}  // namespace plumbline::workflow
