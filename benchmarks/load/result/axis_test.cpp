#include "benchmarks/load/result/axis.hpp"

#include "benchmarks/load/result/units.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace plumbline::load {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<std::string> labels_of(const Axis& axis) {
    std::vector<std::string> labels;
    for (const Tick& tick : axis.ticks) labels.push_back(tick.label);
    return labels;
}

TEST(LinearAxis, HasTicksThatPeopleWouldChoose) {
    EXPECT_THAT(labels_of(linear_axis("", 10, count_text)),
                ElementsAre("0", "2", "4", "6", "8", "10"));
    EXPECT_THAT(labels_of(linear_axis("", 1234, count_text)),
                ElementsAre("0", "500", "1k", "1.5k"));
    EXPECT_THAT(labels_of(linear_axis("", 0.97, digits_text)),
                ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1"));
    EXPECT_THAT(labels_of(linear_axis("", 3e6, count_text)), ElementsAre("0", "1M", "2M", "3M"));
}

TEST(LinearAxis, HoldsItsValues) {
    EXPECT_EQ(linear_axis("", 1234, count_text).high, 1500);
    EXPECT_EQ(linear_axis("", 10, count_text).high, 10);
}

TEST(LinearAxis, OfNothingIsStillAnAxis) {
    EXPECT_THAT(labels_of(linear_axis("", 0, digits_text)),
                ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1"));
}

TEST(LogAxis, HasDecadesAndWhatLiesBetweenThemWhereTheyAreFew) {
    EXPECT_THAT(labels_of(log_axis("", 3e6, 4e7, time_text)),
                ElementsAre("2 ms", "5 ms", "10 ms", "20 ms", "50 ms"));
    EXPECT_THAT(labels_of(log_axis("", 1e3, 1e8, time_text)),
                ElementsAre("1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms"));
}

TEST(LogAxis, IsAtLeastADecade) {
    EXPECT_THAT(labels_of(log_axis("", 2e6, 2e6, time_text)),
                ElementsAre("2 ms", "5 ms", "10 ms", "20 ms"));
}

TEST(LogAxis, TakesWhatIsNotAboveZeroForTheOther) {
    EXPECT_EQ(log_axis("", 0, 1000, count_text).low, 1000);
    EXPECT_EQ(log_axis("", 5, 0, count_text).low, 5);
    EXPECT_EQ(log_axis("", 0, 0, count_text).low, 1);
    EXPECT_EQ(log_axis("", 0, 0, count_text).high, 10);
}

TEST(Axes, OfValuesThatAreNoNumbersAreStillAxes) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(linear_axis("", infinity, count_text).high, 1);
    EXPECT_EQ(log_axis("", 1, infinity, count_text).high, 10);
    EXPECT_EQ(log_axis("", std::numeric_limits<double>::quiet_NaN(), 5, count_text).low, 5);
}

TEST(PercentileAxis, HasAMarkForEachNine) {
    EXPECT_THAT(labels_of(percentile_axis(20'000)),
                ElementsAre("0%", "50%", "90%", "99%", "99.9%"));
    EXPECT_THAT(labels_of(percentile_axis(1'000'000)),
                ElementsAre("", "50%", "90%", "99%", "99.9%", "99.99%", "99.999%"));
    EXPECT_THAT(labels_of(percentile_axis(3)), ElementsAre("0%", "50%"));
}

TEST(Axis, PlacesValuesBetweenItsEnds) {
    const Axis linear = linear_axis("", 10, count_text);
    EXPECT_EQ(linear.place(0), 0);
    EXPECT_EQ(linear.place(5), 0.5);
    EXPECT_EQ(linear.place(10), 1);
    const Axis log = log_axis("", 1, 100, count_text);
    EXPECT_THAT(log.place(10), DoubleNear(0.5, 1e-12));
    EXPECT_THAT(log.place(100), DoubleNear(1, 1e-12));
}

TEST(Axis, KeepsWhatIsBeyondAtItsEdge) {
    const Axis log = log_axis("", 1, 100, count_text);
    EXPECT_EQ(log.place(0), 0);
    EXPECT_EQ(log.place(-5), 0);
    EXPECT_THAT(log.place(1e9), DoubleNear(1, 1e-12));
    EXPECT_EQ((Axis{.low = 3, .high = 3}.place(3)), 0);
}

}  // namespace
}  // namespace plumbline::load
