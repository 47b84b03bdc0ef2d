#include "conformance/expressions/xpath_template.hpp"

#include "conformance/expressions/testing.hpp"

namespace plumbline::expressions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Result<XPathTemplate> read_xpath(const std::string& text) {
    return XPathTemplate::read(text, {"suite.yaml", 3, 5});
}

TEST(XPathTemplate, IsReadButHasNoValue) {
    const auto read = read_xpath("//thing[@id = '(1']/name[last()]");
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(read->uses().unsupported,
                ElementsAre("XPath is not supported: //thing[@id = '(1']/name[last()]"));
    EXPECT_EQ(read->unsupported_error().value().code, ErrorCode::kUnsupported);
}

TEST(XPathTemplate, ReportsTheNamesItReads) {
    const auto read = read_xpath("//thing[@id = '{$inputs.id}']");
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(read->uses().inputs, ElementsAre("id"));
}

TEST(XPathTemplate, AllowsAnyCharacterInComments) {
    EXPECT_THAT(read_xpath("//a (: it's ] so :)"), IsOk());
}

TEST(XPathTemplate, RejectsQuotesAndBracketsWithoutCounterpart) {
    for (const char* text : {"", " ", "//a[1", "//a)", "(//a]", "//a[@b = 'c]", "//a['{$inputs}']"})
        EXPECT_THAT(read_xpath(text), IsErrorCode(ErrorCode::kSyntax)) << text;
    EXPECT_THAT(read_xpath("//a[1"), FailsWith("suite.yaml:3:5: in the XPath expression: `]`"));
}

TEST(XPathTemplate, DoesNotMakeOtherExpressionsUnsupported) {
    const auto path = Expression::parse("$inputs.a");
    ASSERT_THAT(path, IsOk());
    EXPECT_THAT(path->uses().unsupported, IsEmpty());
}

}  // namespace
}  // namespace plumbline::expressions
