#include "mock_server/store/template.hpp"

#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

Json filled(const char* form) {
    return fill_template(*parse_json(form), [](std::string_view name) -> std::optional<Json> {
        if (name == "id") return Json("7");
        if (name == "config") return Json{{"a", 1}};
        if (name == "none") return Json();
        return std::nullopt;
    });
}

TEST(Template, PutsTextIntoText) {
    EXPECT_THAT(filled(R"("https://{id}.example/{id}")"), EqualsJson(R"("https://7.example/7")"));
}

TEST(Template, KeepsTheTypeOfAValueThatStandsAlone) {
    EXPECT_THAT(filled(R"({"c":"{config}","n":"{none}","i":"{id}"})"),
                EqualsJson(R"({"c":{"a":1},"n":null,"i":"7"})"));
}

TEST(Template, WritesOtherValuesAsJsonWithinText) {
    EXPECT_THAT(filled(R"("x{config}")"), EqualsJson(R"("x{\"a\":1}")"));
}

TEST(Template, FillsArraysAndLeavesOtherValuesAlone) {
    EXPECT_THAT(filled(R"(["{id}",1,true,null,[]])"), EqualsJson(R"(["7",1,true,null,[]])"));
}

TEST(Template, LeavesUnknownAndBrokenPlaceholders) {
    EXPECT_THAT(filled(R"(["{other}","{","}{","{id"])"),
                EqualsJson(R"(["{other}","{","}{","{id"])"));
}

TEST(Template, NamesItsPlaceholders) {
    EXPECT_THAT(placeholders(*parse_json(R"({"a":"{x}-{y}","b":["{z}",3]})")),
                testing::ElementsAre("x", "y", "z"));
}

TEST(Template, KnowsAValueThatIsOnePlaceholder) {
    EXPECT_EQ(whole_placeholder(Json("{body:/id}")), "body:/id");
    for (const Json& more :
         {Json("{a}{b}"), Json(" {a}"), Json("{a} "), Json("a"), Json(1), Json()})
        EXPECT_EQ(whole_placeholder(more), std::nullopt) << more;
}

}  // namespace
}  // namespace plumbline::mock
