#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using RecordLimit = HistoryMonitorTest;

TEST_F(RecordLimit, IgnoresRecordsBeyondIt) {
    create(R"({"id":"first","made":"x"})");
    Json items = Json::array();
    for (std::size_t i = 1; i < RecordHistory::kMaxRecords; ++i) items.push_back({{"id", i}});
    list(Json{{"items", items}}.dump());
    EXPECT_THAT(create(R"({"id":"a","made":"x"})").findings, IsEmpty());
    EXPECT_THAT(get(R"({"id":"a","made":"y"})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(get(R"({"id":"first","made":"y"})", "first")),
                ElementsAre("T-STABLE"));
}

TEST(RecordHistory, HasRoomAgainAfterRecordsAreReleased) {
    RecordHistory memory;
    ResourceRules type;
    type.name = "thing";
    type.is_deletable = true;
    const auto exchange = std::make_shared<const ExchangeRef>();
    for (std::size_t i = 0; i < RecordHistory::kMaxRecords; ++i)
        ASSERT_TRUE(memory.find_or_add("", type, std::to_string(i), exchange, i % 2));
    EXPECT_FALSE(memory.find_or_add("", type, "more", exchange, 0));
    EXPECT_TRUE(memory.find_or_add("", type, "0", exchange, 0));
    memory.release_owner(1);
    EXPECT_TRUE(memory.find_or_add("", type, "more", exchange, 0));
    EXPECT_EQ(memory.all("", type).size(), RecordHistory::kMaxRecords / 2 + 1);
    EXPECT_TRUE(memory.retired_at("", type, "1"));
    EXPECT_FALSE(memory.retired_at("", type, "0"));
}

TEST(RecordHistory, KeepsRecordsThatCannotBeDeleted) {
    RecordHistory memory;
    ResourceRules type;
    type.name = "job";
    ASSERT_TRUE(memory.find_or_add("", type, "1", std::make_shared<const ExchangeRef>(), 1));
    memory.release_owner(1);
    EXPECT_TRUE(memory.find("", type, "1"));
}

}  // namespace
}  // namespace plumbline::monitors
