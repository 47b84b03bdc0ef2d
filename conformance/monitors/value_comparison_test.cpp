#include "conformance/monitors/value_comparison.hpp"

#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

TEST(ShowsSame, AllowsValuesForNullsAndAnyOrderOfObjects) {
    EXPECT_TRUE(shows_same(json_of(R"({"a":null,"b":1})"), json_of(R"({"a":2,"b":1.0,"c":3})")));
    EXPECT_TRUE(shows_same(json_of(R"([{"n":1},{"n":2}])"), json_of(R"([{"n":2},{"n":1}])")));
    EXPECT_FALSE(shows_same(json_of(R"([1,2])"), json_of(R"([2,1])")));
    EXPECT_FALSE(shows_same(json_of(R"([{"n":1},{"n":1}])"), json_of(R"([{"n":1},{"n":2}])")));
    EXPECT_FALSE(shows_same(json_of(R"({"b":1})"), json_of(R"({"b":null})")));
    EXPECT_FALSE(shows_same(json_of(R"({"b":1})"), json_of("1")));
}

TEST(ShowsSame, TreatsAnEmptyListLikeNull) {
    EXPECT_TRUE(shows_same(json_of("[]"), json_of("null")));
    EXPECT_FALSE(shows_same(json_of("[1]"), json_of("null")));
    EXPECT_FALSE(shows_same(json_of("[]"), json_of("[1]")));
}

TEST(ShowsSame, ComparesTextsByTheFormatOfTheirField) {
    const RecordField record{
        .name = "",
        .members = {{.name = "at", .format = "date-time"},
                    {.name = "ids", .members = {{.name = "*", .format = "uuid"}}},
                    {.name = "note"}}};
    const Json before = json_of(R"({"at":"2026-01-01T00:00:00Z",
                                    "ids":["2eb8aa08-aa98-11ea-b4aa-73b441d16380"],
                                    "note":"2026-01-01T00:00:00Z"})");
    const auto with = [&](const char* name, const char* text) {
        Json now = before;
        now[name] = json_of(text);
        return shows_same(before, now, record);
    };
    EXPECT_TRUE(with("at", R"("2026-01-01T01:00:00.000+01:00")"));
    EXPECT_FALSE(with("at", R"("2026-01-01T00:00:01Z")"));
    EXPECT_TRUE(with("ids", R"(["2EB8AA08-AA98-11EA-B4AA-73B441D16380"])"));
    EXPECT_FALSE(with("ids", R"(["3EB8AA08-AA98-11EA-B4AA-73B441D16380"])"));
    EXPECT_FALSE(with("note", R"("2026-01-01T00:00:00.0Z")"));
}

TEST(ShowsPartOf, FindsAMemberThatIsShownAgain) {
    EXPECT_TRUE(
        shows_part_of(json_of(R"({"a":1,"b":{"c":2}})"), json_of(R"({"b":{"c":2,"d":3}})")));
    EXPECT_TRUE(shows_part_of(json_of("[1]"), json_of("[1]")));
    EXPECT_FALSE(shows_part_of(json_of(R"({"a":1})"), json_of(R"({"a":2})")));
}

TEST(ShowsPartOf, FindsNothingInAnEmptyValue) {
    EXPECT_FALSE(shows_part_of(json_of("[]"), json_of("[]")));
    EXPECT_FALSE(shows_part_of(json_of("{}"), json_of("{}")));
    EXPECT_FALSE(shows_part_of(json_of("null"), json_of("null")));
    EXPECT_FALSE(shows_part_of(json_of(R"({"a":null})"), json_of(R"({"a":null})")));
}

}  // namespace
}  // namespace plumbline::monitors
