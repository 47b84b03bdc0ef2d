// Slots: which records wait, which get one, and in which order.

#include "mock_server/lifecycle/orders_fixture.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;

TEST(Slots, AreGrantedFirstComeFirstServed) {
    OrdersWorld world;
    const RecordRef first = world.order(1);
    const RecordRef second = world.order(1);
    const RecordRef third = world.order(1);
    EXPECT_EQ(world.status(first), "OPEN") << "it joins the queue after a second";
    world.advance(seconds(1));
    EXPECT_EQ(world.status(first), "WORKING");
    EXPECT_EQ(world.status(second), "WORKING");
    EXPECT_EQ(world.status(third), "OPEN");
    send_event(world.simulation, "abandon", world.number_of(second));
    EXPECT_EQ(world.status(third), "WORKING") << "as soon as a slot is free";
}

TEST(Slots, OfATenantAreSeparate) {
    OrdersWorld world;
    (void)world.order(1);
    (void)world.order(1);
    const RecordRef foreign = world.order(1, "O");
    world.advance(seconds(1));
    EXPECT_EQ(world.status(foreign), "WORKING");
}

TEST(Slots, OfAParentAreSeparate) {
    OrdersWorld world;
    const RecordRef one = world.order(3);
    const RecordRef two = world.order(3);
    world.advance(seconds(1));
    EXPECT_THAT(world.jobs(one), ElementsAre("RUNNING", "RUNNING", "WAITING"));
    EXPECT_THAT(world.jobs(two), ElementsAre("RUNNING", "RUNNING", "WAITING"));
    world.advance(seconds(20));
    EXPECT_THAT(world.jobs(one), ElementsAre("DONE", "DONE", "RUNNING"));
}

TEST(Slots, AreGrantedWhenTheirConditionsHold) {
    OrdersWorld world;
    (void)world.order(1);
    (void)world.order(1);
    const RecordRef waiting = world.order(2);
    world.advance(seconds(1));
    EXPECT_THAT(world.jobs(waiting), Each("WAITING")) << "their order is not WORKING";
    FaultOverrides overrides;
    overrides.disabled_conditions = {"only_of_working_order"};
    OrdersWorld unconditional(overrides);
    EXPECT_THAT(unconditional.jobs(unconditional.order(2)), Each("RUNNING"));
}

TEST(Slots, FollowAChangedLimit) {
    OrdersWorld world;
    const RecordRef order = world.order(4);
    world.advance(seconds(1));
    set_limit(world.simulation, "jobs_at_once", 3);
    EXPECT_THAT(world.jobs(order), ElementsAre("RUNNING", "RUNNING", "RUNNING", "WAITING"));
    set_limit(world.simulation, "jobs_at_once", 1);
    EXPECT_THAT(world.jobs(order), ElementsAre("RUNNING", "RUNNING", "RUNNING", "WAITING"))
        << "running jobs keep their slots";
    world.advance(seconds(20));
    EXPECT_THAT(world.jobs(order), ElementsAre("DONE", "DONE", "DONE", "RUNNING"));
}

TEST(Slots, AreFreedByRecordsThatLeaveTheState) {
    OrdersWorld world;
    const RecordRef order = world.order(3);
    world.advance(seconds(1));
    send_event(world.simulation, "cancel", world.number_of(world.job(order, 2)));
    send_event(world.simulation, "cancel", world.number_of(world.job(order, 0)));
    EXPECT_THAT(world.jobs(order), ElementsAre("CANCELLED", "RUNNING", "CANCELLED"));
}

TEST(Slots, KeepTheLimitOfAFault) {
    FaultOverrides overrides;
    overrides.limits["orders_at_once"] = 3;
    OrdersWorld world(overrides);
    set_limit(world.simulation, "orders_at_once", 1);
    std::vector<RecordRef> orders{world.order(1), world.order(1), world.order(1)};
    world.advance(seconds(1));
    for (const RecordRef& order : orders) EXPECT_EQ(world.status(order), "WORKING");
}

}  // namespace
}  // namespace plumbline::mock
