// Ten thousand lives by chance: whatever happens in whatever order, what must hold holds.

#include "mock_server/endurance/interleaving.hpp"
#include "mock_server/endurance/invariants.hpp"
#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

constexpr std::uint64_t kParts = 10;
constexpr std::uint64_t kLives = 10'000;
constexpr int kSteps = 10;

class Interleavings : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Interleavings, KeepWhatMustHold) {
    const auto stock = built_in_stock();
    std::map<std::string, int> ends;
    for (std::uint64_t number = GetParam(); number < kLives; number += kParts) {
        Interleaving lived(*stock, number);
        Invariants invariants;
        std::string steps;
        for (int i = 0; i < kSteps; ++i) {
            steps += lived.step() + "; ";
            invariants.look(lived.life());
            ASSERT_FALSE(HasFailure()) << "life " << number << ": " << steps;
        }
        // Nothing lives for ever.
        (void)lived.life().advance(std::chrono::hours(24 * 100));
        invariants.look(lived.life());
        for (const RecordRef& one : lived.exports()) ++ends[lived.life().store().find(one)->state];
        ASSERT_FALSE(HasFailure()) << "life " << number << ": " << steps << "the end";
    }
    EXPECT_EQ(ends["CREATED"] + ends["RUNNING"], 0);
    for (const char* state : {"COMPLETED", "FAILED", "CANCELLED", "TIMEDOUT"})
        EXPECT_GT(ends[state], 50) << state << ": what is not reached is not tested";
}

INSTANTIATE_TEST_SUITE_P(Endurance, Interleavings, testing::Range(std::uint64_t(0), kParts));

}  // namespace
}  // namespace plumbline::mock
