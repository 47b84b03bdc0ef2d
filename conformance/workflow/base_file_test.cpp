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

TEST(BaseFile, IsSelfResolvedAgainstTheFile) {
    EXPECT_EQ(base_file(with_self("../b.yaml")), "suites/b.yaml");
    EXPECT_EQ(base_file(with_self("/elsewhere/b.yaml#part")), "/elsewhere/b.yaml");
}

TEST(BaseFile, IsTheFileIfSelfIsAUrl) {
    EXPECT_EQ(base_file(with_self("https://suites.test/b.yaml")), "suites/deep/a.yaml");
}

TEST(SelfUrl, IsEmptyUnlessSelfIsAUrl) {
    EXPECT_EQ(self_url(with_self("https://suites.test/b.yaml#part")), "https://suites.test/b.yaml");
    EXPECT_EQ(self_url(with_self("b.yaml")), "");
    EXPECT_EQ(self_url(*parse_yaml("{}", "a.yaml")), "");
}

struct UrlCase {
    const char* name;
    const char* base;
    const char* url;
    const char* whole;
};

class ResolveUrl : public testing::TestWithParam<UrlCase> {};

TEST_P(ResolveUrl, ReturnsTheAbsoluteUrl) {
    EXPECT_EQ(resolve_url(GetParam().base, GetParam().url), GetParam().whole);
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    ResolveUrl,
    testing::Values(
        UrlCase{"Sibling", "https://s.test/a/b.yaml", "c.yaml", "https://s.test/a/c.yaml"},
        UrlCase{"Above", "https://s.test/a/b.yaml", "../c.yaml", "https://s.test/c.yaml"},
        UrlCase{"AboveTheRoot", "https://s.test/b.yaml", "../../c.yaml", "https://s.test/c.yaml"},
        UrlCase{"FromTheRoot", "https://s.test/a/b.yaml", "/c.yaml", "https://s.test/c.yaml"},
        UrlCase{"BareHost", "https://s.test", "c.yaml", "https://s.test/c.yaml"},
        UrlCase{"AnotherAddress", "https://s.test/a", "http://t.test/c", "http://t.test/c"},
        UrlCase{"Itself", "https://s.test/a", "", "https://s.test/a"}),
    RowName());

TEST(HasScheme, IsTrueForAbsoluteUrlsOnly) {
    EXPECT_TRUE(has_scheme("https://s.test"));
    EXPECT_TRUE(has_scheme("urn:a:b"));
    EXPECT_FALSE(has_scheme("a/b:c.yaml"));
    EXPECT_FALSE(has_scheme("../a.yaml"));
    EXPECT_FALSE(has_scheme(""));
}

}  // namespace
}  // namespace plumbline::workflow
