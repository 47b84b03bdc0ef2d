#include "spec/json/diff.hpp"

#include "spec/json/random_json_fixture.hpp"
#include "spec/json/testing.hpp"

namespace plumbline {

inline void PrintTo(const Difference& difference, std::ostream* out) {
    *out << difference.pointer << ": " << difference.expected << " / " << difference.actual;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Difference> differences(std::string_view expected, std::string_view got) {
    return diff(*parse_json(expected), *parse_json(got));
}

TEST(Diff, OfEqualValuesIsEmpty) {
    EXPECT_THAT(differences(R"({"a": [1, "x", null]})", R"({"a": [1, "x", null]})"), IsEmpty());
}

TEST(Diff, OfAnyValueWithItselfIsEmpty) {
    RandomJson random(5);
    for (int i = 0; i < 200; ++i) {
        const Json value = random.value();
        ASSERT_THAT(diff(value, value), IsEmpty()) << to_text(value);
    }
}

TEST(Diff, NamesEachLocationInDocumentOrder) {
    EXPECT_THAT(differences(R"({"a": 1, "b": [1, 2, {"c": "x"}], "d/e": true})",
                            R"({"a": 2, "b": [1, 3, {"c": "y"}], "d/e": false})"),
                ElementsAre(Difference{"/a", "1", "2"},
                            Difference{"/b/1", "2", "3"},
                            Difference{"/b/2/c", "\"x\"", "\"y\""},
                            Difference{"/d~1e", "true", "false"}));
}

TEST(Diff, ShowsValuesOnOneSideOnly) {
    EXPECT_THAT(differences(R"({"a": 1, "b": [1, 2]})", R"({"b": [1], "c": {"d": null}})"),
                ElementsAre(Difference{"/a", "1", ""},
                            Difference{"/b/1", "2", ""},
                            Difference{"/c", "", R"({"d":null})"}));
    EXPECT_THAT(differences("[]", "[null]"), ElementsAre(Difference{"/0", "", "null"}));
}

TEST(Diff, OfDifferentTypesIsOneDifference) {
    EXPECT_THAT(differences("[1]", R"({"0": 1})"),
                ElementsAre(Difference{"", "[1]", R"({"0":1})"}));
    EXPECT_THAT(differences("1", "\"1\""), SizeIs(1));
    EXPECT_THAT(differences("null", "false"), SizeIs(1));
    EXPECT_THAT(differences("{}", "[]"), SizeIs(1));
}

TEST(Diff, ComparesNumbersByValue) {
    EXPECT_THAT(differences("[1, 0, -2, 1e2]", "[1.0, -0.0, -2.0, 100]"), IsEmpty());
    EXPECT_THAT(differences("-1", "18446744073709551615"), SizeIs(1));
    EXPECT_THAT(differences("9007199254740993", "9007199254740992.0"), SizeIs(1));
    EXPECT_THAT(differences("18446744073709551615", "18446744073709551616"), SizeIs(1));
}

TEST(Diff, StopsAtItsMaximum) {
    const Json expected = Json::array({1, 2, 3, 4});
    const Json got = Json::array({5, 6, 7, 8});
    EXPECT_THAT(diff(expected, got, 2),
                ElementsAre(Difference{"/0", "1", "5"}, Difference{"/1", "2", "6"}));
    EXPECT_THAT(diff(expected, got, 0), IsEmpty());
}

TEST(Diff, DoesNotRunOutOfStack) {
    Json expected = 1;
    Json got = 2;
    for (int i = 0; i < 5'000; ++i) {
        expected = Json::array({std::move(expected)});
        got = Json::array({std::move(got)});
    }
    EXPECT_THAT(diff(expected, got), SizeIs(1));
}

}  // namespace
}  // namespace plumbline
