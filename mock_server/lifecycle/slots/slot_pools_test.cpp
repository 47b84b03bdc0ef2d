#include "mock_server/lifecycle/slots/slot_pools.hpp"

#include "mock_server/lifecycle/orders_fixture.hpp"

namespace plumbline::mock {
namespace {

Record make_job(RecordNumber owner, std::string_view state) {
    Record record;
    record.ref = {"jobs", "id"};
    record.owner = owner;
    record.tenant = "T";
    record.state = state;
    return record;
}

const Machine& job_machine() {
    static const auto model = load_orders_model();
    return *(*model)->machine_of("jobs");
}

SlotPool jobs_of(RecordNumber owner) {
    return {"jobs", "jobs_at_once", "", owner};
}

TEST(SlotPools, CountOccupiedSlotsByOwner) {
    SlotPools pools;
    pools.count_change(make_job(1, "WAITING"), job_machine(), "RUNNING");
    pools.count_change(make_job(1, "WAITING"), job_machine(), "RUNNING");
    pools.count_change(make_job(2, "WAITING"), job_machine(), "RUNNING");
    pools.count_change(make_job(2, ""), job_machine(), "WAITING");
    EXPECT_EQ(pools.occupied(jobs_of(1)), 2U);
    EXPECT_EQ(pools.occupied(jobs_of(2)), 1U);
    EXPECT_EQ(pools.occupied(jobs_of(3)), 0U);
}

TEST(SlotPools, AreFreedByStateChangesAndRemoval) {
    SlotPools pools;
    pools.count_change(make_job(1, "WAITING"), job_machine(), "RUNNING");
    pools.count_change(make_job(1, "WAITING"), job_machine(), "RUNNING");
    pools.count_change(make_job(1, "RUNNING"), job_machine(), "DONE");
    EXPECT_EQ(pools.occupied(jobs_of(1)), 1U);
    pools.count_change(make_job(1, "RUNNING"), job_machine(), "");
    EXPECT_EQ(pools.occupied(jobs_of(1)), 0U);
}

TEST(SlotPools, ForgetTheChildrenOfARemovedParent) {
    SlotPools pools;
    pools.count_change(make_job(1, "WAITING"), job_machine(), "RUNNING");
    pools.count_change(make_job(2, "WAITING"), job_machine(), "RUNNING");
    pools.forget(1);
    EXPECT_EQ(pools.occupied(jobs_of(1)), 0U);
    EXPECT_EQ(pools.occupied(jobs_of(2)), 1U);
}

TEST(SlotPools, ForgetRemovedRecords) {
    SlotPools pools;
    const SlotPool pool{"jobs", "s", "p"};
    pools.enqueue(pool, 1, "X");
    pools.enqueue(pool, 2, "X");
    pools.leave_queue(1);
    pools.leave_queue(3);
    EXPECT_EQ(pools.next_after(pool, 0)->second.record, 2U);
    EXPECT_FALSE(pools.next_after(pool, pools.next_after(pool, 0)->first));
    EXPECT_EQ(pools.take_ready(), pool);
    pools.leave_queue(2);
    pools.mark_ready(pool);
    EXPECT_FALSE(pools.take_ready()) << "no record is waiting";
}

}  // namespace
}  // namespace plumbline::mock
