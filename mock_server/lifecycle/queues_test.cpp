#include "mock_server/lifecycle/queues.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

Record one_of(const std::string& collection, const std::string& parent, const std::string& tenant) {
    Record record;
    record.ref = {collection, "id"};
    record.parent = parent;
    record.tenant = tenant;
    return record;
}

TEST(Tally, CountsForParentAndTenantByCollectionAndState) {
    Tally tally;
    tally.move(one_of("runs", "p", "t"), "", "OPEN");
    tally.move(one_of("runs", "p", "u"), "", "OPEN");
    tally.move(one_of("runs", "q", "t"), "", "DONE");
    tally.move(one_of("jobs", "p", "t"), "", "OPEN");
    EXPECT_EQ(tally.of_parent("runs", "p", "OPEN"), 2U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "OPEN"), 1U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "DONE"), 1U);
    EXPECT_EQ(tally.of_parent("jobs", "p", "OPEN"), 1U);
}

TEST(Tally, FollowsWhatMovesAndForgetsWhatGoes) {
    Tally tally;
    const Record record = one_of("runs", "p", "t");
    tally.move(record, "", "OPEN");
    tally.move(record, "OPEN", "DONE");
    EXPECT_EQ(tally.of_parent("runs", "p", "OPEN"), 0U);
    EXPECT_EQ(tally.of_parent("runs", "p", "DONE"), 1U);
    tally.move(record, "DONE", "");
    EXPECT_EQ(tally.of_parent("runs", "p", "DONE"), 0U);
    EXPECT_EQ(tally.of_tenant("runs", "t", "DONE"), 0U);
    EXPECT_EQ(tally.of_parent("runs", "nobody", "DONE"), 0U);
}

}  // namespace
}  // namespace plumbline::mock
