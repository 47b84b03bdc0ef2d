// Compares the figures of levels against queues of a known law with the closed form, in virtual
// time. benchmarks/queues does the same in real time.

#include "benchmarks/load/drive/drive_level.hpp"
#include "benchmarks/load/drive/random_numbers.hpp"
#include "benchmarks/load/drive/testing.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace plumbline::load {
namespace {

using std::chrono::seconds;

constexpr double kArrivals = 100;  ///< per second
constexpr double kWindowS = 200;
constexpr double kLimit = 0.03;
constexpr std::uint64_t kRuns = 4;  ///< their mean has half the standard error of one

struct QueueFigures {
    double rate = 0;
    double in_flight = 0;
    double p50_s = 0;
    double p99_s = 0;
};

/// Times of service in seconds; equal seeds result in equal times.
class ServiceTimes {
  public:
    ServiceTimes(bool is_exponential, double mean_s, std::uint64_t seed)
        : is_exponential_(is_exponential), mean_s_(mean_s), random_(seed) {}

    /// Returns an exponential time, or a lognormal one whose standard deviation is its mean.
    double next() {
        if (is_exponential_) return -std::log(uniform(random_)) * mean_s_;
        const double variance = std::numbers::ln2;
        const double radius = std::sqrt(-2 * std::log(uniform(random_)));
        const double normal = radius * std::cos(2 * std::numbers::pi * uniform(random_));
        return mean_s_ * std::exp(std::sqrt(variance) * normal - variance / 2);
    }

  private:
    bool is_exponential_;
    double mean_s_;
    std::mt19937_64 random_;
};

/// Returns the mean figures of levels against a queue; with one server, requests wait for each
/// other, else none waits.
QueueFigures measure(bool is_exponential, double service_s, bool has_one_server) {
    QueueFigures sum;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
        ServiceTimes service(is_exponential, service_s, seed);
        ManualClock clock(at_ms(1'000));
        Instant is_free = clock.now();
        FakeTransport transport(clock, [&](std::uint64_t) {
            const Instant begins = has_one_server ? std::max(is_free, clock.now()) : clock.now();
            is_free = begins +
                      std::chrono::round<Duration>(std::chrono::duration<double>(service.next()));
            return std::vector<DelayedBytes>{
                {is_free - clock.now(), kStreamHead + chunk(token("a")) + kLastChunk}};
        });
        LevelPlan plan;
        plan.rate = kArrivals;
        plan.arrival = ArrivalProcess::kPoisson;
        plan.seed = seed;
        plan.warmup = plan.drain = plan.max_duration = seconds(10);
        plan.window = std::chrono::round<Duration>(std::chrono::duration<double>(kWindowS));
        const std::vector<SerializedRequest> requests(1);
        const Level level = drive_level(plan, {transport, clock, requests});
        const Histogram& durations = level.metrics[Metric::kDuration];
        sum.rate += level.achieved / kRuns;
        sum.in_flight += level.in_flight_mean / kRuns;
        sum.p50_s += static_cast<double>(durations.percentile(50)) / 1e9 / kRuns;
        sum.p99_s += static_cast<double>(durations.percentile(99)) / 1e9 / kRuns;
    }
    return sum;
}

void expect_near(double found, double expected, const char* figure) {
    EXPECT_NEAR(found / expected, 1, kLimit) << figure << ": " << found << ", not " << expected;
}

TEST(QueueLaw, OfOneServerWithExponentialServiceHolds) {
    constexpr double kServiceS = 0.005;
    const QueueFigures found = measure(true, kServiceS, true);
    // M/M/1: a duration is exponential with this rate.
    const double rate = 1 / kServiceS - kArrivals;
    expect_near(found.rate, kArrivals, "rate");
    expect_near(found.in_flight, kArrivals / rate, "in flight");
    expect_near(found.p50_s, std::log(2) / rate, "p50");
    expect_near(found.p99_s, std::log(100) / rate, "p99");
}

TEST(QueueLaw, OfOneServerWithLognormalServiceHolds) {
    constexpr double kServiceS = 0.004;
    const QueueFigures found = measure(false, kServiceS, true);
    // M/G/1: the formula of Pollaczek and Khinchine. The second moment is twice the squared mean.
    const double load = kArrivals * kServiceS;
    expect_near(found.rate, kArrivals, "rate");
    expect_near(found.in_flight, load + load * load / (1 - load), "in flight");
}

TEST(QueueLaw, OfEnoughServersWithLognormalServiceHolds) {
    constexpr double kServiceS = 0.2;
    const QueueFigures found = measure(false, kServiceS, false);
    // M/G/k without waiting: a duration is that of its service.
    const double sigma = std::sqrt(std::numbers::ln2);
    const double median = kServiceS / std::numbers::sqrt2;
    constexpr double kNormal99 = 2.3263478740408408;
    expect_near(found.rate, kArrivals, "rate");
    expect_near(found.in_flight, kArrivals * kServiceS, "in flight");
    expect_near(found.p50_s, median, "p50");
    expect_near(found.p99_s, median * std::exp(sigma * kNormal99), "p99");
}

}  // namespace
}  // namespace plumbline::load
