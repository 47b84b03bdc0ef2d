#include "reports/xml.hpp"

#include <gmock/gmock.h>

namespace plumbline::reports {
namespace {

struct XmlCase {
    std::string_view name;
    std::string text;
    std::string_view content;
    std::string_view attribute;
};
class Xml : public testing::TestWithParam<XmlCase> {};

TEST_P(Xml, IsWellFormedAsContent) {
    EXPECT_EQ(xml_text(GetParam().text), GetParam().content);
}
TEST_P(Xml, IsWellFormedAsAttribute) {
    EXPECT_EQ(xml_attribute(GetParam().text), GetParam().attribute);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    Xml,
    testing::Values(
        XmlCase{"Plain", "a ü 😀", "a ü 😀", "a ü 😀"},
        XmlCase{"Markup",
                R"(<a b="c">&'d')",
                R"(&lt;a b="c"&gt;&amp;'d')",
                "&lt;a b=&quot;c&quot;&gt;&amp;'d'"},
        XmlCase{"LineBreaks", "a\r\n\tb", "a&#13;\n\tb", "a&#13;&#10;&#9;b"},
        XmlCase{"ControlCharacters",
                std::string("a\0\x1b\x01z", 5),
                "a\uFFFD\uFFFD\uFFFDz",
                "a\uFFFD\uFFFD\uFFFDz"},
        XmlCase{"BrokenUtf8", "a\xFF\xC3z", "a\uFFFD\uFFFDz", "a\uFFFD\uFFFDz"},
        XmlCase{"Noncharacters", "\xEF\xBF\xBE\xEF\xBF\xBF", "\uFFFD\uFFFD", "\uFFFD\uFFFD"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace plumbline::reports
