#include "spec/base/ids.hpp"
#include "spec/json/json_fwd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::Pair;

using Held = Json::object_t;

Held object_of(const std::vector<std::string>& names) {
    Held made;
    int number = 0;
    for (const std::string& name : names) made.emplace(name, ++number);
    return made;
}

TEST(JsonMembers, StandInTheOrderOfTheirNamesHoweverTheyCame) {
    EXPECT_THAT(object_of({"m", "a", "z", "b"}),
                ElementsAre(Pair("a", 2), Pair("b", 4), Pair("m", 1), Pair("z", 3)));
}

TEST(JsonMembers, AreNotReplacedByOneThatIsAdded) {
    Held held = object_of({"a", "b"});
    const auto [place, is_new] = held.emplace("a", "other");
    EXPECT_FALSE(is_new);
    EXPECT_EQ(place->second, 1);
    EXPECT_EQ(held.size(), 2U);
}

TEST(JsonMembers, AreReplacedWhereThatIsWanted) {
    Held held = object_of({"a", "b"});
    EXPECT_FALSE(held.insert_or_assign("a", "other").second);
    EXPECT_TRUE(held.insert_or_assign("c", "new").second);
    EXPECT_THAT(held, ElementsAre(Pair("a", "other"), Pair("b", 2), Pair("c", "new")));
}

TEST(JsonMembers, AreFoundByTheirWholeName) {
    const Held held = object_of({"a", "ab", "abc"});
    EXPECT_EQ(held.find("ab")->second, 2);
    EXPECT_EQ(held.find("abcd"), held.end());
    EXPECT_EQ(held.find(""), held.end());
    EXPECT_EQ(held.count("abc"), 1U);
}

TEST(JsonMembers, GoByNameAndByWhatIsSaidOfThem) {
    Held held = object_of({"a", "b", "c", "d"});
    EXPECT_EQ(held.erase("b"), 1U);
    EXPECT_EQ(held.erase("b"), 0U);
    EXPECT_EQ(erase_if(held, [](const auto& member) { return member.second == 3; }), 1U);
    EXPECT_THAT(held, ElementsAre(Pair("a", 1), Pair("d", 4)));
}

TEST(JsonMembers, AreFoundByANameAsByItsText) {
    const std::string long_name(40, 'x');
    const Held held = object_of({"a", long_name});
    EXPECT_EQ(held.find(Name("a"))->second, 1);
    EXPECT_EQ(held.find(Name(long_name))->second, 2);
    EXPECT_EQ(held.find(Name("b")), held.end());
    EXPECT_EQ(held.find(Name(long_name + 'x')), held.end());
}

TEST(JsonMembers, MayBeMadeOfOneThatMovesForThem) {
    Held held = object_of({"b", "c", "d", "e"});
    held.emplace("a", held.find("e")->second);
    EXPECT_EQ(held.find("a")->second, 4);
}

TEST(JsonMembers, TellObjectsApartByNamesAndValues) {
    EXPECT_TRUE(object_of({"a", "b"}) == object_of({"a", "b"}));
    EXPECT_FALSE(object_of({"a", "b"}) == object_of({"b", "a"}));
    EXPECT_FALSE(object_of({"a"}) == object_of({"a", "b"}));
}

/// Does what is done to a map to both, and says whether they hold the same in the same order.
bool is_like_a_map(std::uint64_t seed) {
    IdSource random(seed);
    std::map<std::string, Json> expected;
    Held held;
    for (int i = 0; i < 400; ++i) {
        const std::string name(random.next() % 20U, static_cast<char>('a' + random.next() % 3U));
        const auto number = random.next();
        switch (number % 4U) {
            case 0:
                if (held.erase(name) != expected.erase(name)) return false;
                break;
            case 1:
                held[name] = number;
                expected[name] = number;
                break;
            default:
                if (held.emplace(name, number).second != expected.emplace(name, number).second)
                    return false;
        }
        if (held.count(name) != expected.count(name)) return false;
    }
    const Held copy(held);
    return std::equal(copy.begin(),
                      copy.end(),
                      expected.begin(),
                      expected.end(),
                      [](const auto& ours, const auto& theirs) {
                          return ours.first == theirs.first && ours.second == theirs.second;
                      });
}

TEST(JsonMembers, AreWhatAMapWouldHold) {
    std::vector<std::uint64_t> unlike;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        if (!is_like_a_map(seed)) unlike.push_back(seed);
    }
    EXPECT_THAT(unlike, ElementsAre());
}

}  // namespace
}  // namespace plumbline
