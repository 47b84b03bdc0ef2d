#include "mock_server/lifecycle/queues.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

Record one_of(const std::string& collection, RecordNumber owner, const std::string& tenant) {
    Record record;
    record.ref = {collection, "id"};
    record.owner = owner;
    record.tenant = tenant;
    return record;
}

TEST(Tally, CountsForParentAndTenantByCollectionAndState) {
    Tally tally;
    tally.move(one_of("runs", 1, "t"), {"runs", "", "OPEN"}, {});
    tally.move(one_of("runs", 1, "u"), {"runs", "", "OPEN"}, {});
    tally.move(one_of("runs", 2, "t"), {"runs", "", "DONE"}, {});
    tally.move(one_of("jobs", 1, "t"), {"jobs", "", "OPEN"}, {});
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 2U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "OPEN"), 1U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "DONE"), 1U);
    EXPECT_EQ(tally.of_parent("jobs", 1, "OPEN"), 1U);
}

TEST(Tally, FollowsWhatMovesAndForgetsWhatGoes) {
    Tally tally;
    const Record record = one_of("runs", 1, "t");
    tally.move(record, {"runs", "", "OPEN"}, {});
    tally.move(record, {"runs", "OPEN", "DONE"}, {});
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 1, "DONE"), 1U);
    tally.move(record, {"runs", "DONE", ""}, {});
    EXPECT_EQ(tally.of_parent("runs", 1, "DONE"), 0U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "DONE"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 3, "DONE"), 0U);
}

TEST(Tally, ForgetsTheChildrenOfWhatGoesAway) {
    Tally tally;
    tally.move(one_of("runs", 1, "t"), {"runs", "", "OPEN"}, {});
    tally.move(one_of("runs", 2, "t"), {"runs", "", "OPEN"}, {});
    tally.forget(1);
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 2, "OPEN"), 1U);
}

TEST(Tally, CountsOnlyWhatIsAskedFor) {
    Tally tally;
    tally.move(one_of("runs", 1, "t"), {"runs", "", "OPEN"}, {.tenant = false});
    tally.move(one_of("runs", 2, "u"), {"runs", "", "OPEN"}, {.parent = false});
    EXPECT_EQ(tally.of_parent("runs", 1, "OPEN"), 1U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "OPEN"), 0U);
    EXPECT_EQ(tally.of_parent("runs", 2, "OPEN"), 0U);
    EXPECT_EQ(tally.of_tenant("runs", "u", "OPEN"), 1U);
}

}  // namespace
}  // namespace plumbline::mock
