#include "mock_server/lifecycle/laws.hpp"

#include "mock_server/lifecycle/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

TEST(Laws, KnowCollectionsMachinesAndEffects) {
    const auto laws = laws_of(kHouses);
    ASSERT_THAT(laws, IsOk());
    EXPECT_EQ((*laws)->collection("rooms").title, "Room");
    EXPECT_EQ((*laws)->machine_of("rooms")->name(), "room");
    EXPECT_EQ((*laws)->machine_of("stones"), nullptr);
    EXPECT_THAT((*laws)->children_of("houses"), ElementsAre("rooms"));
    EXPECT_THAT((*laws)->effect_ids(), IsSupersetOf({"counts_room", "opens_house", "floods_room"}));
}

TEST(Laws, KnowEventsAndTheirConditions) {
    const auto laws = laws_of(kHouses);
    ASSERT_THAT(laws, IsOk());
    EXPECT_EQ((*laws)->find_event("storm")->collection, "houses");
    EXPECT_EQ((*laws)->find_event("flood"), nullptr);
    EXPECT_THAT((*laws)->condition_ids(), IsSupersetOf({"only_there"}));
}

struct BadLaws {
    std::string name;
    std::string collections;
    std::string message;
};

void PrintTo(const BadLaws& bad, std::ostream* out) {
    *out << bad.name;
}

class BadCollections : public testing::TestWithParam<BadLaws> {};

TEST_P(BadCollections, AreRefused) {
    const auto laws = laws_of(GetParam().collections);
    EXPECT_THAT(laws, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(laws, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Laws,
    BadCollections,
    testing::Values(
        BadLaws{"none", "{}", "needs the member \"collections\""},
        BadLaws{
            "parent", R"({"collections":{"a":{"parent":"b"}}})", "no collection is named \"b\""},
        BadLaws{"machine", R"({"collections":{"a":{"machine":"b"}}})", "defines the machine \"b\""},
        BadLaws{"effect_on_no_parent",
                R"({"collections":{"a":{"on_create":[{"on":"parent","set":"/x","to":1}]}}})",
                "\"a\" has no parent"},
        BadLaws{"effect_creates_no_child",
                R"({"collections":{"a":{"on_create":[{"create":"b"}]},"b":{}}})",
                "cannot create \"b\""},
        BadLaws{"event_of_no_collection",
                R"({"collections":{"a":{}},"events":{"e":{"collection":"b"}}})",
                "no collection is named \"b\""},
        BadLaws{
            "event_creates_no_child",
            R"({"collections":{"a":{}},"events":{"e":{"collection":"a","effects":[{"create":"a"}]}}})",
            "cannot create \"a\""},
        BadLaws{"effect_without_pointer",
                R"({"collections":{"a":{"on_create":[{"set":"x","to":1}]}}})",
                "an effect needs"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Laws, RefuseAMachineThatActsOnAMissingParent) {
    EXPECT_THAT(laws_of(R"({"collections":{"a":{"machine":"room"}}})"), FailsWith("room.json"));
}

TEST(Laws, RefuseTwoMachinesOfOneName) {
    EXPECT_THAT(laws_of(kHouses, kRoomMachine), FailsWith("a second machine is named \"room\""));
}

}  // namespace
}  // namespace plumbline::mock
