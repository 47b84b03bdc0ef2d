#include "mock_server/lifecycle/queues.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

Record one_of(const std::string& collection, RecordNumber owner, std::string_view tenant) {
    Record record;
    record.ref = {collection, "id"};
    record.owner = owner;
    record.tenant = tenant;
    return record;
}

/// One that counts the children of the collections "runs" and "jobs" from its beginning.
Tally tally_of_children() {
    Tally tally;
    tally.count_all("runs", {});
    tally.count_all("jobs", {});
    return tally;
}

TEST(Tally, CountsForParentAndTenantByCollectionAndState) {
    Tally tally = tally_of_children();
    tally.move(one_of("runs", 1, "t"), {"runs", "", "OPEN"}, true);
    tally.move(one_of("runs", 1, "u"), {"runs", "", "OPEN"}, true);
    tally.move(one_of("runs", 2, "t"), {"runs", "", "DONE"}, true);
    tally.move(one_of("jobs", 1, "t"), {"jobs", "", "OPEN"}, true);
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 2U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "OPEN"), 1U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "DONE"), 1U);
    EXPECT_EQ(tally.of_parent("jobs", 1, "OPEN"), 1U);
}

TEST(Tally, FollowsWhatMovesAndForgetsWhatGoes) {
    Tally tally = tally_of_children();
    const Record record = one_of("runs", 1, "t");
    tally.move(record, {"runs", "", "OPEN"}, true);
    tally.move(record, {"runs", "OPEN", "DONE"}, true);
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 1, "DONE"), 1U);
    tally.move(record, {"runs", "DONE", ""}, true);
    EXPECT_EQ(tally.of_parent("runs", 1, "DONE"), 0U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "DONE"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 3, "DONE"), 0U);
}

TEST(Tally, ForgetsTheChildrenOfWhatGoesAway) {
    Tally tally = tally_of_children();
    tally.move(one_of("runs", 1, "t"), {"runs", "", "OPEN"}, true);
    tally.move(one_of("runs", 2, "t"), {"runs", "", "OPEN"}, true);
    tally.forget(1);
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 2, "OPEN"), 1U);
}

TEST(Tally, CountsOnlyWhatIsAskedFor) {
    Tally tally;
    tally.move(one_of("runs", 1, "t"), {"runs", "", "OPEN"}, false);
    EXPECT_FALSE(tally.counts("runs"));
    EXPECT_EQ(tally.of_tenant("runs", "t", "OPEN"), 0U);
}

TEST(Tally, CountsWhatIsThereWhenSomebodyAsks) {
    Tally tally;
    Record record = one_of("runs", 1, "t");
    tally.move(record, {"runs", "", "OPEN"}, true);
    record.state = "OPEN";
    const Record without_state = one_of("runs", 1, "t");
    tally.count_all("runs", {&record, &without_state});
    EXPECT_TRUE(tally.counts("runs"));
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 1U);
    tally.move(record, {"runs", "OPEN", "DONE"}, true);
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 1, "DONE"), 1U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "DONE"), 1U);
}

}  // namespace
}  // namespace plumbline::mock
