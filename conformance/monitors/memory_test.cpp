#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Bounds = Watching;

TEST_F(Bounds, OfWhatIsWatchedLeaveOutWhatComesLater) {
    create(R"({"id":"first","made":"x"})");
    Json items = Json::array();
    for (std::size_t i = 1; i < Memory::kMaxRecords; ++i) items.push_back({{"id", i}});
    list(Json{{"items", items}}.dump());
    EXPECT_THAT(create(R"({"id":"a","made":"x"})").broken, IsEmpty());
    EXPECT_THAT(get(R"({"id":"a","made":"y"})").broken, IsEmpty());
    EXPECT_THAT(broken(get(R"({"id":"first","made":"y"})", "first")), ElementsAre("T-STABLE"));
}

TEST(MemoryOfRecords, HasRoomAgainOnceRecordsAreLetGo) {
    Memory memory;
    Type type;
    type.name = "thing";
    type.is_deletable = true;
    const auto moment = std::make_shared<const Moment>();
    for (std::size_t i = 0; i < Memory::kMaxRecords; ++i)
        ASSERT_TRUE(memory.touch("", type, std::to_string(i), moment, i % 2));
    EXPECT_FALSE(memory.touch("", type, "more", moment, 0));
    EXPECT_TRUE(memory.touch("", type, "0", moment, 0));
    memory.let_go(1);
    EXPECT_TRUE(memory.touch("", type, "more", moment, 0));
    EXPECT_EQ(memory.all("", type).size(), Memory::kMaxRecords / 2 + 1);
    EXPECT_TRUE(memory.retired("", type, "1"));
    EXPECT_FALSE(memory.retired("", type, "0"));
}

TEST(MemoryOfRecords, KeepsWhatNobodyCanDelete) {
    Memory memory;
    Type type;
    type.name = "job";
    ASSERT_TRUE(memory.touch("", type, "1", std::make_shared<const Moment>(), 1));
    memory.let_go(1);
    EXPECT_TRUE(memory.find("", type, "1"));
}

}  // namespace
}  // namespace plumbline::monitors
