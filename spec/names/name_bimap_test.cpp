#include "spec/names/name_bimap.hpp"

#include "spec/base/ids.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace plumbline {
namespace {

NameBimap map_with(const std::vector<std::pair<std::string, std::string>>& names) {
    NameBimap map;
    for (const auto& [ours, theirs] : names) EXPECT_TRUE(map.add(ours, theirs));
    return map;
}

TEST(NameBimap, TranslatesBothWaysAndKeepsOtherNames) {
    const NameBimap map = map_with({{"a", "x"}});
    EXPECT_EQ(map.translate("a", NameDirection::kToTarget), "x");
    EXPECT_EQ(map.translate("x", NameDirection::kToContract), "a");
    EXPECT_EQ(map.translate("b", NameDirection::kToTarget), "b");
    EXPECT_EQ(map.translate("b", NameDirection::kToContract), "b");
}

TEST(NameBimap, NeverTranslatesAnUnknownNameToAContractName) {
    const NameBimap map = map_with({{"a", "x"}});
    EXPECT_EQ(map.translate("a", NameDirection::kToContract), "x");
    EXPECT_EQ(map.translate("x", NameDirection::kToTarget), "a");
}

TEST(NameBimap, FollowsAChainToTheFreeName) {
    const NameBimap map = map_with({{"a", "b"}, {"b", "c"}});
    EXPECT_EQ(map.translate("c", NameDirection::kToTarget), "a");
    EXPECT_EQ(map.translate("a", NameDirection::kToContract), "c");
}

TEST(NameBimap, SwapsNames) {
    const NameBimap map = map_with({{"a", "b"}, {"b", "a"}});
    EXPECT_EQ(map.translate("a", NameDirection::kToTarget), "b");
    EXPECT_EQ(map.translate("b", NameDirection::kToTarget), "a");
}

TEST(NameBimap, RejectsANameThatWasAddedBefore) {
    NameBimap map = map_with({{"a", "x"}});
    EXPECT_FALSE(map.add("b", "x"));
    EXPECT_FALSE(map.add("a", "y"));
    EXPECT_EQ(map.translate("b", NameDirection::kToTarget), "b");
    EXPECT_EQ(map.translate("y", NameDirection::kToContract), "y");
}

TEST(NameBimap, IsOneToOneOverAllNames) {
    const std::vector<std::string> names{"a", "b", "c", "d", "e", "f"};
    IdSource random(7);
    for (int round = 0; round < 500; ++round) {
        NameBimap map;
        for (int entry = 0; entry < 4; ++entry) {
            const std::string& ours = names[random.next() % names.size()];
            (void)map.add(ours, names[random.next() % names.size()]);
        }
        for (const std::string& name : names) {
            const std::string there = map.translate(name, NameDirection::kToTarget);
            EXPECT_EQ(map.translate(there, NameDirection::kToContract), name) << "round " << round;
            const std::string back = map.translate(name, NameDirection::kToContract);
            EXPECT_EQ(map.translate(back, NameDirection::kToTarget), name) << "round " << round;
        }
    }
}

}  // namespace
}  // namespace plumbline
