#include "mock_server/store/template.hpp"

#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

Json fill(const char* json) {
    return fill_template(*parse_json(json), [](std::string_view name) -> std::optional<Json> {
        if (name == "id") return Json("7");
        if (name == "config") return Json{{"a", 1}};
        if (name == "none") return Json();
        return std::nullopt;
    });
}

TEST(Template, InsertsTextIntoText) {
    EXPECT_THAT(fill(R"("https://{id}.example/{id}")"), EqualsJson(R"("https://7.example/7")"));
}

TEST(Template, KeepsTheTypeOfASinglePlaceholder) {
    EXPECT_THAT(fill(R"({"c":"{config}","n":"{none}","i":"{id}"})"),
                EqualsJson(R"({"c":{"a":1},"n":null,"i":"7"})"));
}

TEST(Template, WritesOtherValuesAsJsonWithinText) {
    EXPECT_THAT(fill(R"("x{config}")"), EqualsJson(R"("x{\"a\":1}")"));
}

TEST(Template, FillsArraysAndLeavesOtherValuesAlone) {
    EXPECT_THAT(fill(R"(["{id}",1,true,null,[]])"), EqualsJson(R"(["7",1,true,null,[]])"));
}

TEST(Template, LeavesUnknownAndMalformedPlaceholders) {
    EXPECT_THAT(fill(R"(["{other}","{","}{","{id"])"), EqualsJson(R"(["{other}","{","}{","{id"])"));
}

TEST(Template, ListsItsPlaceholders) {
    EXPECT_THAT(placeholders(*parse_json(R"({"a":"{x}-{y}","b":["{z}",3]})")),
                testing::ElementsAre("x", "y", "z"));
}

}  // namespace
}  // namespace plumbline::mock
