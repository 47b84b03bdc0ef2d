#include "conformance/expressions/xpath.hpp"

#include "conformance/expressions/testing.hpp"

namespace plumbline::expressions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Result<XPathText> read_xpath(const std::string& text) {
    return XPathText::read(text, {"suite.yaml", 3, 5});
}

TEST(XPathText, IsReadButHasNoValue) {
    const auto read = read_xpath("//thing[@id = '(1']/name[last()]");
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(read->uses().unsupported,
                ElementsAre("XPath is not supported: //thing[@id = '(1']/name[last()]"));
    EXPECT_EQ(read->refusal().value().code, ErrorCode::kUnsupported);
}

TEST(XPathText, TellsWhatItReads) {
    const auto read = read_xpath("//thing[@id = '{$inputs.id}']");
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(read->uses().inputs, ElementsAre("id"));
}

TEST(XPathText, MayHaveAnythingInComments) {
    EXPECT_THAT(read_xpath("//a (: it's ] so :)"), IsOk());
}

TEST(XPathText, RefusesWhatLacksItsCounterpart) {
    for (const char* text : {"", " ", "//a[1", "//a)", "(//a]", "//a[@b = 'c]", "//a['{$inputs}']"})
        EXPECT_THAT(read_xpath(text), IsErrorCode(ErrorCode::kSyntax)) << text;
    EXPECT_THAT(read_xpath("//a[1"), FailsWith("suite.yaml:3:5: in the XPath expression: `]`"));
}

TEST(XPathText, LeavesOthersSupported) {
    const auto path = Expression::parse("$inputs.a");
    ASSERT_THAT(path, IsOk());
    EXPECT_THAT(path->uses().unsupported, IsEmpty());
}

}  // namespace
}  // namespace plumbline::expressions
