// Slots: who waits, who gets one, in which order.

#include "mock_server/lifecycle/workshop_fixture.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;

TEST(Slots, AreGivenAwayInTheOrderOfComing) {
    Workshop shop;
    const RecordRef first = shop.order(1);
    const RecordRef second = shop.order(1);
    const RecordRef third = shop.order(1);
    EXPECT_EQ(shop.status(first), "OPEN") << "it comes to the queue after a second";
    shop.wait(seconds(1));
    EXPECT_EQ(shop.status(first), "WORKING");
    EXPECT_EQ(shop.status(second), "WORKING");
    EXPECT_EQ(shop.status(third), "OPEN");
    shop.life.fire("give_up", shop.number_of(second));
    EXPECT_EQ(shop.status(third), "WORKING") << "at the moment in which one is free";
}

TEST(Slots, OfATenantAreItsOwn) {
    Workshop shop;
    (void)shop.order(1);
    (void)shop.order(1);
    const RecordRef foreign = shop.order(1, "O");
    shop.wait(seconds(1));
    EXPECT_EQ(shop.status(foreign), "WORKING");
}

TEST(Slots, OfAParentAreForItsOwnRecords) {
    Workshop shop;
    const RecordRef one = shop.order(3);
    const RecordRef two = shop.order(3);
    shop.wait(seconds(1));
    EXPECT_THAT(shop.jobs(one), ElementsAre("AT_WORK", "AT_WORK", "WAITING"));
    EXPECT_THAT(shop.jobs(two), ElementsAre("AT_WORK", "AT_WORK", "WAITING"));
    shop.wait(seconds(20));
    EXPECT_THAT(shop.jobs(one), ElementsAre("DONE", "DONE", "AT_WORK"));
}

TEST(Slots, WaitForWhatTheyAskOfARecord) {
    Workshop shop;
    (void)shop.order(1);
    (void)shop.order(1);
    const RecordRef waiting = shop.order(2);
    shop.wait(seconds(1));
    EXPECT_THAT(shop.jobs(waiting), Each("WAITING")) << "their order is not worked on";
    Switches switches;
    switches.disabled_conditions = {"only_of_working"};
    Workshop hasty(switches);
    EXPECT_THAT(hasty.jobs(hasty.order(2)), Each("AT_WORK"));
}

TEST(Slots, MayBecomeMore) {
    Workshop shop;
    const RecordRef order = shop.order(4);
    shop.wait(seconds(1));
    shop.life.set_limit("jobs_at_once", 3);
    EXPECT_THAT(shop.jobs(order), ElementsAre("AT_WORK", "AT_WORK", "AT_WORK", "WAITING"));
    shop.life.set_limit("jobs_at_once", 1);
    EXPECT_THAT(shop.jobs(order), ElementsAre("AT_WORK", "AT_WORK", "AT_WORK", "WAITING"))
        << "nobody is driven out";
    shop.wait(seconds(20));
    EXPECT_THAT(shop.jobs(order), ElementsAre("DONE", "DONE", "DONE", "AT_WORK"));
}

TEST(Slots, AreGivenUpByWhoGoesAway) {
    Workshop shop;
    const RecordRef order = shop.order(3);
    shop.wait(seconds(1));
    shop.life.fire("drop", shop.number_of(shop.job(order, 2)));
    shop.life.fire("drop", shop.number_of(shop.job(order, 0)));
    EXPECT_THAT(shop.jobs(order), ElementsAre("DROPPED", "AT_WORK", "DROPPED"));
}

TEST(Slots, StayAsAFaultWantsThem) {
    Switches switches;
    switches.limits["orders_at_once"] = 3;
    Workshop shop(switches);
    shop.life.set_limit("orders_at_once", 1);
    std::vector<RecordRef> orders{shop.order(1), shop.order(1), shop.order(1)};
    shop.wait(seconds(1));
    for (const RecordRef& order : orders) EXPECT_EQ(shop.status(order), "WORKING");
}

TEST(Queues, ForgetWhoLeaves) {
    Queues queues;
    const Share share{"jobs", "s", "p"};
    queues.join(share, 1, "X");
    queues.join(share, 2, "X");
    queues.leave(1);
    queues.leave(3);
    EXPECT_EQ(queues.next(share, 0)->second.record, 2U);
    EXPECT_FALSE(queues.next(share, queues.next(share, 0)->first));
    EXPECT_EQ(queues.take_stirred(), share);
    queues.leave(2);
    queues.stir(share);
    EXPECT_FALSE(queues.take_stirred()) << "nobody waits";
}

}  // namespace
}  // namespace plumbline::mock
