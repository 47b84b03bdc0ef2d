#include "spec/names/name_map.hpp"

#include "spec/base/ids.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace plumbline {
namespace {

NameMap map_with(const std::vector<std::pair<std::string, std::string>>& names) {
    NameMap map;
    for (const auto& [ours, theirs] : names) EXPECT_TRUE(map.add(ours, theirs));
    return map;
}

TEST(NameMap, TranslatesBothWaysAndLeavesOtherNames) {
    const NameMap map = map_with({{"a", "x"}});
    EXPECT_EQ(map.translated("a", Toward::kTheirs), "x");
    EXPECT_EQ(map.translated("x", Toward::kOurs), "a");
    EXPECT_EQ(map.translated("b", Toward::kTheirs), "b");
    EXPECT_EQ(map.translated("b", Toward::kOurs), "b");
}

TEST(NameMap, NeverTakesAnUnknownNameForOneOfOurs) {
    const NameMap map = map_with({{"a", "x"}});
    EXPECT_EQ(map.translated("a", Toward::kOurs), "x");
    EXPECT_EQ(map.translated("x", Toward::kTheirs), "a");
}

TEST(NameMap, FollowsAChainToTheNameThatBecameFree) {
    const NameMap map = map_with({{"a", "b"}, {"b", "c"}});
    EXPECT_EQ(map.translated("c", Toward::kTheirs), "a");
    EXPECT_EQ(map.translated("a", Toward::kOurs), "c");
}

TEST(NameMap, SwapsNames) {
    const NameMap map = map_with({{"a", "b"}, {"b", "a"}});
    EXPECT_EQ(map.translated("a", Toward::kTheirs), "b");
    EXPECT_EQ(map.translated("b", Toward::kTheirs), "a");
}

TEST(NameMap, RefusesANameThatWasGivenBefore) {
    NameMap map = map_with({{"a", "x"}});
    EXPECT_FALSE(map.add("b", "x"));
    EXPECT_FALSE(map.add("a", "y"));
    EXPECT_EQ(map.translated("b", Toward::kTheirs), "b");
    EXPECT_EQ(map.translated("y", Toward::kOurs), "y");
}

TEST(NameMap, IsOneToOneOverAllNamesWhateverWasGiven) {
    const std::vector<std::string> names{"a", "b", "c", "d", "e", "f"};
    IdSource random(7);
    for (int round = 0; round < 500; ++round) {
        NameMap map;
        for (int entry = 0; entry < 4; ++entry) {
            const std::string& ours = names[random.next() % names.size()];
            (void)map.add(ours, names[random.next() % names.size()]);
        }
        for (const std::string& name : names) {
            const std::string there = map.translated(name, Toward::kTheirs);
            EXPECT_EQ(map.translated(there, Toward::kOurs), name) << "round " << round;
            const std::string back = map.translated(name, Toward::kOurs);
            EXPECT_EQ(map.translated(back, Toward::kTheirs), name) << "round " << round;
        }
    }
}

}  // namespace
}  // namespace plumbline
